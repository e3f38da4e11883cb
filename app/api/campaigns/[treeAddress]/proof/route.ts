import { z } from "zod";
import { selectProofs, selectStoredProofs } from "@/db/queries/campaigns/leaves";
import { allProofsView, proofView, toAllProofsView, toProofJson } from "@/lib/core/views/leaf";
import { ApiError } from "@/lib/service/http/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { address, creation, flag, treeParams, u32Text } from "@/lib/service/http/parameters";
import { TextReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const query = z.object({
  beneficiary: address.describe("The recipient, base58"),
  leafIndex: u32Text.optional().describe("Which of theirs; the lowest unless said"),
  creation,
  all: flag.default(false).describe("Answers all of theirs, in another form"),
});

/** GET …/proof — the leaf and proof of a beneficiary, or all of theirs. */
export const GET = route(
  {
    summary: "The leaf and proof of a beneficiary, or with all=true every one of theirs",
    params: treeParams,
    query,
    response: z.union([proofView, allProofsView]),
    errors: ["NOT_FOUND"],
  },
  async ({ params, query: { all, ...query }, services: { reads: db } }) => {
    const asked = { ...query, ...params };
    if (all) {
      const proofs = await selectProofs(db, asked);
      if (!proofs?.leaves[0]) throw noLeaf();
      return toAllProofsView(proofs);
    }
    const proofs = await selectStoredProofs(db, { limit: 1, ...asked });
    const first = proofs?.leaves[0];
    if (!proofs || !first) throw noLeaf();
    return new TextReply(toProofJson(proofs, first), "application/json");
  },
);

const noLeaf = () =>
  new ApiError("NOT_FOUND", "This campaign has no leaf for that beneficiary; check both addresses.");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
