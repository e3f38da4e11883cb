import type { z } from "zod";
import type { Services } from "@/lib/service/services";
import { readCheckedTree } from "./ledger-check";
import { type RegistrationOutcome, registerCampaign } from "./register-campaign";
import type { provedRegistrationBody } from "./schemas";

/**
 * Registers a campaign by its account alone: a list that hashes to the account's root is right, regardless of
 * its sender. Without the creator's signature, the campaign has no metadata.
 * @throws CONFLICT if the network has no campaign at the address
 * @throws VALIDATION_ERROR if the leaves do not hash to its root
 * @throws LEDGER_UNAVAILABLE if the network cannot be reached
 */
export async function registerFromLedger(
  { db, chain, env: settings }: Pick<Services, "db" | "chain" | "env">,
  { treeAddress, leaves }: z.output<typeof provedRegistrationBody>,
  signal: AbortSignal,
): Promise<RegistrationOutcome> {
  // The setting `lenient` is for campaigns that their creator signs.
  const env = { ...settings, REGISTRATION_CHECK: "ledger" } as const;
  const account = await readCheckedTree(treeAddress, { chain, env });
  if (account === null) throw new RangeError("The strict check of an account returns it.");
  const { creator, mint, campaignId, merkleRoot, leafCount, totalSupply, createdAt } = account;
  const { cancellable, cancelAuthority, pauseAuthority } = account;
  const stated = {
    ...{ treeAddress, creator, mint, campaignId, merkleRoot, leafCount, totalSupply, createdAt },
    ...{ cancellable, cancelAuthority, pauseAuthority, creatorSigned: false },
    readLeaves: async () => leaves,
  };
  return registerCampaign({ db, chain, env }, stated, { dryRun: false, signal });
}
