import type * as z from "zod";
import { selectRootVersions } from "@/db/queries/campaigns/campaign-detail";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectRegistrations } from "@/db/queries/registration/registration";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { isEarlierGeneration } from "@/lib/core/vesting/account-generation";
import type { Services } from "@/lib/service/services";
import { readCheckedTree } from "./network-check";
import { type RegistrationOutcome, registerCampaign } from "./register-campaign";
import { rotateRoot } from "./rotate-root";
import type { provedRegistrationBody } from "./schemas";
import { supplyWarnings } from "./supply-warnings";
import { runWorkerJob } from "./worker-jobs/run-worker-job";

type ProvedRegistration = z.output<typeof provedRegistrationBody>;

/**
 * Registers a campaign by its account alone: a list that hashes to the account's root is right, regardless of
 * its sender. Without the creator's signature, the campaign has no metadata. If the campaign is registered
 * and its account has a newer root, records a rotation to this root.
 * @throws CONFLICT if the network has no campaign at the address
 * @throws VALIDATION_ERROR if the leaves do not hash to its root
 * @throws LEDGER_UNAVAILABLE if the network cannot be reached
 */
export async function registerFromNetwork(
  { db, now, chain, env: settings }: Pick<Services, "db" | "now" | "chain" | "env">,
  { treeAddress, leaves }: ProvedRegistration,
  signal: AbortSignal,
): Promise<RegistrationOutcome> {
  // The setting `lenient` is for campaigns that their creator signs.
  const env = { ...settings, REGISTRATION_CHECK: "ledger" } as const;
  const account = await readCheckedTree(treeAddress, { chain, env });
  if (account === null) throw new RangeError("The strict check of an account returns it.");
  const rotated = await rotateRegistered(
    { db, now, chain, env },
    { treeAddress, leaves },
    { account, signal },
  );
  if (rotated) return rotated;
  const { creator, mint, campaignId, merkleRoot, leafCount, totalSupply, createdAt } = account;
  const { cancellable, cancelAuthority, pauseAuthority } = account;
  const stated = {
    ...{ treeAddress, creator, mint, campaignId, merkleRoot, leafCount, totalSupply, createdAt },
    ...{ cancellable, cancelAuthority, pauseAuthority, creatorSigned: false },
    readLeaves: async () => leaves,
  };
  return registerCampaign({ db, chain, env }, stated, { dryRun: false, signal });
}

/**
 * Records the account's root as a rotation of the registered campaign. Returns null if the campaign is not
 * registered, or was registered with this root.
 */
async function rotateRegistered(
  services: Pick<Services, "db" | "now" | "chain" | "env">,
  { treeAddress, leaves }: ProvedRegistration,
  { account, signal }: { account: VestingTree; signal: AbortSignal },
): Promise<RegistrationOutcome | null> {
  const { db } = services;
  const campaign = await selectCampaign(db, { treeAddress });
  if (!campaign?.verified || isEarlierGeneration(campaign, account)) return null;
  const { merkleRoot, leafCount, minCliffTime, cancelAuthority } = account;
  const [registered] = await selectRegistrations(db, { ...account, treeAddress });
  const isRegistered = registered?.registeredRoot === merkleRoot;
  if (isRegistered || cancelAuthority === null || minCliffTime === null) return null;
  const outcome = { campaignRowId: campaign.id, verified: true };
  const [newest] = await selectRootVersions(db, { campaignRowId: campaign.id, limit: 1 });
  if (newest?.merkleRoot === merkleRoot) {
    const { unlocks } = await runWorkerJob("prove", { list: leaves, merkleRoot, leafCount }, { signal });
    return { ...outcome, created: false, ...supplyWarnings(unlocks, campaign) };
  }
  const rotation = { treeAddress, merkleRoot, leafCount, minCliffTime, signer: cancelAuthority };
  const submission = { ...rotation, readLeaves: async () => leaves };
  const { version: _, ...warned } = await rotateRoot(services, submission, { dryRun: false, signal });
  return { ...outcome, created: true, ...warned };
}
