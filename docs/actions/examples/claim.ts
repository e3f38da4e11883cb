import type { Keypair } from "@solana/web3.js";
import { type AnsweredLeaf, planClaim, toLeaf, toProofBytes } from "@vesting-index/client/plans";
import type { Api } from "./act";
import { sendPlan } from "./send-plan";

type Proof = { leaf: AnsweredLeaf; proof: number[][] };

/** Claims what has vested of one of the beneficiary's leaves: of the lowest index unless another is given. */
export async function claim(
  api: Api,
  input: { treeAddress: string; mint: string; beneficiary: Keypair; leafIndex?: number },
): Promise<string> {
  const { treeAddress, mint, beneficiary, leafIndex } = input;
  const query = new URLSearchParams({ beneficiary: beneficiary.publicKey.toBase58() });
  if (leafIndex !== undefined) query.set("leafIndex", String(leafIndex));
  const response = await fetch(`${api.baseUrl}/api/campaigns/${treeAddress}/proof?${query}`);
  const { leaf, proof }: Proof = await response.json();
  const plan = planClaim({ treeAddress, mint, leaf: toLeaf(leaf), proof: toProofBytes(proof) });
  return sendPlan(api, plan, [beneficiary]);
}
