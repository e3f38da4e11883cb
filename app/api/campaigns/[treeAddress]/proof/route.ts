import * as z from "zod";
import { allProofsView, proofView } from "@/lib/contract/leaf";
import { address, creation, flag, treeParams, u32Text } from "@/lib/contract/parameters";
import { otherMethods } from "@/lib/service/http/methods";
import { textReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { readAllProofs, readProof } from "@/lib/service/proofs";

const query = z.object({
  beneficiary: address.describe("The recipient, base58"),
  leafIndex: u32Text.optional().describe("Leaf index of the recipient; the lowest by default"),
  creation,
  all: flag.default(false).describe("Returns all leaves of the recipient, in a different format"),
  rootVersion: u32Text
    .optional()
    .describe("Proofs of this root version, even if the root has changed since then"),
});

/** GET …/proof — the leaf and proof of a beneficiary, or all leaves and proofs of the beneficiary. */
export const GET = route(
  {
    summary: "Returns a leaf and proof of a beneficiary, or all of them with all=true",
    params: treeParams,
    query,
    response: z.union([proofView, allProofsView]),
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  async ({ params, query: { all, ...query }, services }) =>
    all
      ? readAllProofs(services, { ...query, ...params })
      : textReply(await readProof(services, { ...query, ...params }), "application/json"),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
