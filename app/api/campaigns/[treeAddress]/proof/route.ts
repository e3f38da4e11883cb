import { z } from "zod";
import { type StoredLeaf, selectProofs, selectStoredProofs } from "@/db/queries/campaigns/leaves";
import { allProofsView, isStale, proofView, toAllProofsView, toProofJson } from "@/lib/contract/leaf";
import { address, creation, flag, treeParams, u32Text } from "@/lib/contract/parameters";
import { ApiError } from "@/lib/core/errors";
import { readClaimPositions } from "@/lib/service/claim-positions";
import { otherMethods } from "@/lib/service/http/methods";
import { textReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const query = z.object({
  beneficiary: address.describe("The recipient, base58"),
  leafIndex: u32Text.optional().describe("Which of theirs; the lowest unless said"),
  creation,
  all: flag.default(false).describe("Answers all of theirs, in another form"),
  rootVersion: u32Text
    .optional()
    .describe("Proofs of this root version, also where the root has changed since"),
});

type Roots = { merkleRoot: string; currentRoot: string; rootVersion: number };

/** GET …/proof — the leaf and proof of a beneficiary, or all of theirs. */
export const GET = route(
  {
    summary: "The leaf and proof of a beneficiary, or with all=true every one of theirs",
    params: treeParams,
    query,
    response: z.union([proofView, allProofsView]),
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  async ({ params, query: { all, ...asked }, services: { reads: db, now } }) => {
    const read = (proofs: Roots & { leaves: readonly { leaf: StoredLeaf }[] }) =>
      readClaimPositions(db, {
        ...{ treeAddress: params.treeAddress, creation: asked.creation },
        ...{ beneficiary: asked.beneficiary, now: now() },
        ...{ leaves: proofs.leaves.map(({ leaf }) => leaf), isCurrent: !isStale(proofs) },
      });
    if (all) {
      const proofs = await selectProofs(db, { ...asked, ...params });
      if (proofs && asked.rootVersion === undefined) requireCurrent(proofs);
      if (!proofs?.leaves[0]) throw noLeaf();
      const { positions, ...state } = await read(proofs);
      return toAllProofsView({ ...proofs, ...state }, positions);
    }
    const proofs = await selectStoredProofs(db, { limit: 1, ...asked, ...params });
    if (proofs && asked.rootVersion === undefined) requireCurrent(proofs);
    const first = proofs?.leaves[0];
    if (!proofs || !first) throw noLeaf();
    const { positions, ...state } = await read(proofs);
    return textReply(toProofJson({ ...proofs, ...state }, first, positions[0]), "application/json");
  },
);

/** Refuses proofs of an old root: the leaves of the campaign's new root are not registered yet. */
function requireCurrent(proofs: Roots): void {
  if (!isStale(proofs)) return;
  const { currentRoot, rootVersion } = proofs;
  throw new ApiError(
    "CONFLICT",
    "The recipient list was updated on chain and has not been registered here yet. Try again later, or pass rootVersion for a proof of an earlier list.",
    [{ path: "merkleRoot", currentRoot, rootVersion }],
  );
}

const noLeaf = () =>
  new ApiError("NOT_FOUND", "This campaign has no leaf for that beneficiary; check both addresses.");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
