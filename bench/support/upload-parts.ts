import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { PreparedTree } from "@/lib/service/registration/prepare";

/** Leaves to a part, which may have a mebibyte of text. */
const LEAVES_A_PART = 4_000;

export type Part = { sha256: string; bytes: number; gzipped: Buffer };

const bigintText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

/** A tree's leaves as the parts that a client uploads, hashed and gzipped ahead. */
export function uploadParts({ leaves }: PreparedTree): Part[] {
  return Array.from({ length: Math.ceil(leaves.length / LEAVES_A_PART) }, (_, part) => {
    const from = part * LEAVES_A_PART;
    const text = Buffer.from(
      JSON.stringify({ leaves: leaves.slice(from, from + LEAVES_A_PART) }, bigintText),
    );
    const sha256 = createHash("sha256").update(text).digest("hex");
    return { sha256, bytes: text.length, gzipped: gzipSync(text, { level: 1 }) };
  });
}
