import type { Keypair } from "@solana/web3.js";
import { planCloseClaimRecord } from "@vesting-index/client/plans";
import type { Api } from "./act";
import { sendPlan } from "./send-plan";

/** Returns the rent of a claim record to its beneficiary, once nothing more can be claimed. */
export function closeClaimRecord(
  api: Api,
  input: { treeAddress: string; beneficiary: Keypair },
): Promise<string> {
  const beneficiary = input.beneficiary.publicKey.toBase58();
  const plan = planCloseClaimRecord({ treeAddress: input.treeAddress, beneficiary });
  return sendPlan(api, plan, [input.beneficiary]);
}
