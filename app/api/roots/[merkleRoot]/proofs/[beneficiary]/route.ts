import * as z from "zod";
import { selectProofsOfRoot } from "@/db/queries/campaigns/leaves";
import { rootProofsView, toRootProofsView } from "@/lib/contract/leaf";
import { address, hex32 } from "@/lib/contract/parameters";
import { ApiError } from "@/lib/core/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

/** A root determines its leaves, so the response never changes. */
const IMMUTABLE = { "cache-control": "public, max-age=31536000, immutable" };

/**
 * GET /api/roots/:merkleRoot/proofs/:beneficiary — the leaves and proofs of a beneficiary under a root,
 * cacheable forever.
 */
export const GET = route(
  {
    summary:
      "Returns all leaves of a beneficiary under a root with their proofs; the response can be cached permanently",
    params: z.object({
      merkleRoot: hex32.describe("32 bytes in lower-case hex"),
      beneficiary: address.describe("The recipient, base58"),
    }),
    response: rootProofsView,
    errors: ["NOT_FOUND"],
  },
  async ({ params, services: { reads: db } }) => {
    const found = await selectProofsOfRoot(db, params);
    if (!found) {
      const message = "This root has no leaf for this beneficiary. Check both values.";
      throw new ApiError("NOT_FOUND", message);
    }
    return reply(200, toRootProofsView({ ...params, ...found }), IMMUTABLE);
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
