import { createHash } from "node:crypto";
import bs58 from "bs58";
import nacl from "tweetnacl";
import {
  MAX_SNAPSHOT_LINE_BYTES,
  SNAPSHOT_BLOCK_BYTES,
  SNAPSHOT_KINDS,
  type SnapshotBody,
  type SnapshotManifest,
  snapshotManifest,
  snapshotMessage,
} from "@/lib/contract/snapshot";
import { addressBytes } from "@/lib/core/solana/addresses";
import { canonicalJson } from "@/lib/core/text/canonical-json";
import { SnapshotError } from "./snapshot-error";

export const MANIFEST = "manifest.json";
/** Enough for the blocks of 30 GB. */
export const MAX_MANIFEST_BYTES = 32 * 1024 * 1024;

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns the largest power of two below a number above 1. */
const getSplitIndex = (count: number) => 2 ** (Math.ceil(Math.log2(count)) - 1);

function merkleRoot(leaves: readonly string[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return sha256(Buffer.of(0), only);
  const middle = getSplitIndex(leaves.length);
  return sha256(Buffer.of(1), merkleRoot(leaves.slice(0, middle)), merkleRoot(leaves.slice(middle)));
}

/**
 * Returns the Merkle root of a snapshot in hex, as RFC 6962 defines it with SHA-256. The first leaf is the canonical
 * JSON of all fields except `root` and `files`, and the others are those of the files in order.
 */
export function snapshotRoot({ root: _, files, ...head }: Omit<SnapshotBody, "root"> & { root?: string }) {
  return merkleRoot([head, ...files].map(canonicalJson)).toString("hex");
}

export const manifestText = (manifest: SnapshotManifest): string => `${canonicalJson(manifest)}\n`;

/**
 * Reads a manifest. Verifies its form, its root and its signature, but not who signed it.
 * @throws SnapshotError
 */
export function readManifest(text: string): SnapshotManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SnapshotError(MANIFEST, `it is not JSON. ${error instanceof Error ? error.message : ""}`);
  }
  const read = snapshotManifest.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SnapshotError(`${MANIFEST}, ${issue?.path.join(".")}`, issue?.message ?? "it is invalid.");
  }
  const { data: manifest } = read;
  const canonical = manifestText(manifest);
  if (canonical !== text) {
    let at = 0;
    while (canonical[at] === text[at]) at += 1;
    throw new SnapshotError(`${MANIFEST}, offset ${at}`, "it is not canonical JSON.");
  }
  const { snapshot, signature } = manifest;
  if (snapshotRoot(snapshot) !== snapshot.root)
    throw new SnapshotError(`${MANIFEST}, snapshot.root`, "the root does not match the content.");
  if (signature && !isValidSignature(snapshot, signature))
    throw new SnapshotError(`${MANIFEST}, signature`, "the signature is not valid.");
  refuseInconsistent(snapshot);
  return manifest;
}

function isValidSignature(
  body: SnapshotBody,
  { signer, signature }: { signer: string; signature: string },
): boolean {
  let bytes: Uint8Array;
  try {
    bytes = bs58.decode(signature);
  } catch {
    return false;
  }
  if (bytes.length !== nacl.sign.signatureLength) return false;
  return nacl.sign.detached.verify(snapshotMessage(body), bytes, addressBytes(signer));
}

/** Refuses sizes that the reader would rely on, and files that are out of order. */
function refuseInconsistent({ files, firstSlot, lastSlot }: SnapshotBody): void {
  if (BigInt(firstSlot) > BigInt(lastSlot))
    throw new SnapshotError(`${MANIFEST}, snapshot.firstSlot`, "it is after the last slot.");
  let kind = 0;
  for (const [at, file] of files.entries()) {
    const location = `${MANIFEST}, snapshot.files.${at}`;
    if (file.blocks.length !== Math.ceil(file.bytes / SNAPSHOT_BLOCK_BYTES))
      throw new SnapshotError(location, "the number of blocks does not match the length.");
    if (file.bytes > file.lines * MAX_SNAPSHOT_LINE_BYTES)
      throw new SnapshotError(location, "its lines are too long.");
    if (SNAPSHOT_KINDS.indexOf(file.kind) < kind)
      throw new SnapshotError(location, "the files are not in the order of their kinds.");
    kind = SNAPSHOT_KINDS.indexOf(file.kind);
  }
}
