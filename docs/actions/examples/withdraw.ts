import type { Keypair } from "@solana/web3.js";
import { type AnsweredLeaf, planWithdraw, toLeaf } from "@vesting-index/client/plans";
import type { Api } from "./act";
import { sendPlan } from "./send-plan";

/** Claims what has vested of a one-recipient campaign, which needs no proof. */
export async function withdraw(
  api: Api,
  input: { treeAddress: string; mint: string; beneficiary: Keypair },
): Promise<string> {
  const { treeAddress, mint } = input;
  const beneficiary = input.beneficiary.publicKey.toBase58();
  const response = await fetch(
    `${api.baseUrl}/api/campaigns/${treeAddress}/proof?beneficiary=${beneficiary}`,
  );
  const { leaf }: { leaf: AnsweredLeaf } = await response.json();
  return sendPlan(api, planWithdraw({ treeAddress, mint, beneficiary, schedule: toLeaf(leaf) }), [
    input.beneficiary,
  ]);
}
