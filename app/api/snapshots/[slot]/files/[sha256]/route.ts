import * as z from "zod";
import { sha256Text, snapshotSlot } from "@/lib/contract/snapshot";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { answerFile } from "@/lib/service/snapshots/stored-snapshots";

/** GET …/files/:sha256 — a file of a snapshot, which never changes. */
export const GET = route(
  {
    summary: "Returns a file of a snapshot as JSON Lines, or the part that a Range header names",
    params: z.object({
      slot: snapshotSlot,
      sha256: sha256Text.describe("SHA-256 of the file in lower-case hex, from the manifest"),
    }),
    mediaType: "application/jsonl",
    status: [200, 206],
    errors: ["NOT_FOUND"],
    limit: 600,
  },
  ({ params, request, services: { env } }) => answerFile(env, params, request),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
