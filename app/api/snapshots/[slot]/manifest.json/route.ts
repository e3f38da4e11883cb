import * as z from "zod";
import { snapshotManifest, snapshotSlot } from "@/lib/contract/snapshot";
import { otherMethods } from "@/lib/service/http/methods";
import { textReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { readManifestText } from "@/lib/service/snapshots/stored-snapshots";

/** GET …/manifest.json — the signed manifest of a snapshot, byte for byte. */
export const GET = route(
  {
    summary: "Returns the manifest of a snapshot: its signed facts, and the hashes of its files",
    params: z.object({ slot: snapshotSlot }),
    response: snapshotManifest,
    errors: ["NOT_FOUND"],
  },
  async ({ params: { slot }, services: { env } }) =>
    textReply(await readManifestText(env, slot), "application/json", {
      "cache-control": "public, max-age=60",
    }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
