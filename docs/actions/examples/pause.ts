import type { Keypair } from "@solana/web3.js";
import { planPause, planUnpause } from "@vesting-index/client/plans";
import type { Api } from "./act";
import { sendPlan } from "./send-plan";

/** Stops claims until they are resumed. */
export function pause(api: Api, input: { treeAddress: string; authority: Keypair }): Promise<string> {
  const pauseAuthority = input.authority.publicKey.toBase58();
  return sendPlan(api, planPause({ treeAddress: input.treeAddress, pauseAuthority }), [input.authority]);
}

/** Lets claims go on. */
export function resume(api: Api, input: { treeAddress: string; authority: Keypair }): Promise<string> {
  const pauseAuthority = input.authority.publicKey.toBase58();
  return sendPlan(api, planUnpause({ treeAddress: input.treeAddress, pauseAuthority }), [input.authority]);
}
