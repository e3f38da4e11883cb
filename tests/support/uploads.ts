import { createHash } from "node:crypto";
import { PUT as putPart } from "@/app/api/uploads/[uploadId]/parts/[part]/route";
import { GET as getUpload } from "@/app/api/uploads/[uploadId]/route";
import { POST as postUpload } from "@/app/api/uploads/route";
import type { AnnouncedUpload, UploadView } from "@/lib/contract/upload";
import type { Services } from "@/lib/service/services";
import { call, signIn, type Wallet } from "./http";

export type Refusal = { code: string; error: string; details?: { path: string; message: string }[] };

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

/** Splits leaves at these positions and returns each part as text. */
export function getParts(leaves: readonly unknown[], cuts: readonly number[]): string[] {
  const positions = [0, ...[...cuts].sort((a, b) => a - b), leaves.length];
  return positions.slice(1).map((to, at) => JSON.stringify({ leaves: leaves.slice(positions[at], to) }));
}

export const getAnnouncement = (leafCount: number, parts: readonly string[]): AnnouncedUpload => ({
  leafCount,
  parts: parts.map((text) => ({ sha256: sha256(text), bytes: Buffer.byteLength(text) })),
});

export const openUpload = async (announced: unknown, wallet: Wallet, services: Services) =>
  call<UploadView & Refusal>(postUpload, {
    path: "/api/uploads",
    body: announced,
    headers: await signIn(wallet, services),
  });

export const sendPart = (
  uploadId: string,
  { part, body, headers = {} }: { part: number; body: unknown; headers?: Record<string, string> },
) =>
  call<{ ok: true; part: number } & Refusal>(putPart, {
    path: "/api/uploads/:uploadId/parts/:part",
    method: "PUT",
    params: { uploadId, part: String(part) },
    body,
    headers: { "content-type": "application/json", ...headers },
  });

export const requestUpload = (uploadId: string) =>
  call<UploadView & Refusal>(getUpload, { path: "/api/uploads/:uploadId", params: { uploadId } });

/** Uploads these parts, and returns the id of the upload. */
export async function upload(
  { leafCount, parts }: { leafCount: number; parts: readonly string[] },
  wallet: Wallet,
  services: Services,
): Promise<string> {
  const opened = await openUpload(getAnnouncement(leafCount, parts), wallet, services);
  const { uploadId } = opened.body;
  for (const [part, body] of parts.entries()) await sendPart(uploadId, { part, body });
  return uploadId;
}
