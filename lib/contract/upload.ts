import * as z from "zod";

/** Maximum size of a part's text in bytes, which every supported hosting platform accepts in one request. */
export const MAX_PART_BYTES = 1_048_576;
export const MAX_PARTS = 4_096;

/** The description of leaves that a wallet sends before it uploads them in parts. */
export type AnnouncedUpload = {
  leafCount: number;
  /** In order: the SHA-256 of each part's text in lower-case hex, and its length in bytes. */
  parts: readonly { sha256: string; bytes: number }[];
};

/**
 * Returns the text whose SHA-256 in lower-case hex is the upload's id: the same list of the same wallet is
 * the same upload.
 */
export const uploadIdentity = (wallet: string, { leafCount, parts }: AnnouncedUpload): string =>
  JSON.stringify([wallet, leafCount, parts.map(({ sha256, bytes }) => [sha256, bytes])]);

/** Response of POST /api/uploads and GET /api/uploads/:uploadId. */
export const uploadView = z
  .object({
    uploadId: z.string().length(64).describe("32 bytes in lower-case hex"),
    leafCount: z.number().int().describe("number of leaves in all parts"),
    partCount: z.number().int().describe("number of declared parts"),
    missing: z.array(z.number().int()).describe("numbers of the missing parts, from 0"),
    expiresAt: z.number().int().describe("unix seconds"),
  })
  .meta({ id: "Upload" });
export type UploadView = z.infer<typeof uploadView>;

/** Response of PUT /api/uploads/:uploadId/parts/:part. */
export const uploadedPartView = z
  .object({
    ok: z.literal(true).describe("true: the part is stored"),
    part: z.number().int().describe("number of the part, from 0"),
  })
  .meta({ id: "UploadedPart" });
