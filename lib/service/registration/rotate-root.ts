import type * as z from "zod";
import { selectRootVersions } from "@/db/queries/campaigns/campaign-detail";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectReplacedLeaves } from "@/db/queries/campaigns/payouts";
import { insertRootVersion } from "@/db/queries/registration/registration";
import type { Campaign } from "@/db/schema";
import { ApiError, notFound, toError } from "@/lib/core/errors";
import { hasClosed, isEarlierGeneration } from "@/lib/core/vesting/account-generation";
import { decideAction } from "@/lib/core/vesting/decide-action";
import type { ActionFacts } from "@/lib/core/vesting/refusals";
import { refuseImpossible } from "@/lib/service/actions/refuse-impossible";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import type { RotationEffects } from "@/lib/service/registration/worker-jobs/compare-leaves";
import type { Bytes } from "@/lib/service/registration/worker-jobs/packed-leaves";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";
import type { Services } from "@/lib/service/services";
import type { GivenLeaves } from "./leaves";
import { type ChainAccess, type RegistrationMode, readCheckedTree } from "./network-check";
import { packStored, readPayouts } from "./prepare-campaign";
import type { rotationBody } from "./schemas";
import { leafBatches } from "./submitted-tree";
import { type SupplyWarnings, supplyWarnings } from "./supply-warnings";

/** The body of a rotation, with a function that reads its leaves, the tree, and the signer. */
export type RootRotation = Omit<z.output<typeof rotationBody>, "leaves" | "uploadId"> & {
  readLeaves: () => Promise<GivenLeaves>;
  treeAddress: string;
  signer: string;
};

type RotationOutcome = { version: number } & SupplyWarnings;

/**
 * Records a rotation after `update_root` and returns its version. A dry run precedes `update_root`: it makes
 * the same checks except for the on-chain root, stores nothing, and returns the next version. Rejects, in
 * order:
 *
 * - an unknown campaign
 * - a signer that is not the campaign's cancel authority
 * - a campaign that cannot rotate
 * - the current root
 * - leaves that do not belong to the root
 * - recipients who could be paid twice or would get less than they claimed, unless the root is already on
 *   chain
 * - under `ledger`, a root that is not on chain
 */
export async function rotateRoot(
  { db, now, ...ledger }: Pick<Services, "db" | "now" | "chain" | "env">,
  rotation: RootRotation,
  { dryRun, signal }: RegistrationMode = { dryRun: false },
): Promise<RotationOutcome> {
  const campaign = await selectCampaign(db, rotation);
  if (!campaign) throw notFound("campaign");
  const rotating = { signer: rotation.signer, now: now(), dryRun };
  refuseUnrotatable(campaign, rotating);
  await refuseLaterGeneration(campaign, ledger);
  const [newest] = await selectRootVersions(db, { campaignRowId: campaign.id, limit: 1 });
  if (newest?.merkleRoot === rotation.merkleRoot) throw sameRoot();
  const { merkleRoot, leafCount } = rotation;
  const list = await rotation.readLeaves();
  const proved = await runWorkerJob("prove", { list, merkleRoot, leafCount }, { signal });
  if (proved.minCliffTime !== rotation.minCliffTime) {
    const message = `The earliest cliffTime of the leaves is ${proved.minCliffTime}.`;
    throw new ApiError("VALIDATION_ERROR", message, [{ path: "minCliffTime", message }]);
  }
  const effects = await rotationEffects(db, { campaignRowId: campaign.id, merkleRoot, ...proved, signal });
  if (effects.refusal && !(await isOnLedger(rotation, campaign, ledger))) throw toError(effects.refusal);
  await refuseContradiction(rotation, ledger, { campaign, ...rotating });
  const warned = supplyWarnings(proved.unlocks, campaign);
  if (dryRun) return { version: (newest?.version ?? 0) + 1, ...warned };
  const stored = await insertRootVersion(db, {
    campaignRowId: campaign.id,
    merkleRoot,
    leafCount,
    minCliffTime: proved.minCliffTime,
    usedMilestones: proved.usedMilestones,
    firstTimedCliff: proved.firstTimedCliff,
    unlocks: proved.unlocks,
    ipfsCid: rotation.ipfsCid ?? null,
    createdAt: now(),
    paidTwice: effects.paidTwice,
    leaves: leafBatches(proved),
  });
  if (stored.outcome === "same_root") throw sameRoot();
  return { version: stored.version, ...warned };
}

const sameRoot = () =>
  new ApiError(
    "SAME_ROOT",
    "This root is already the campaign's current root. A rotation requires a different one.",
  );

type Rotating = { signer: string; now: bigint; dryRun: boolean };

function refuseUnrotatable(campaign: ActionFacts, { signer, now, dryRun }: Rotating): void {
  if (campaign.cancelAuthority === null || campaign.cancelAuthority !== signer) {
    throw new ApiError("FORBIDDEN", "Only the campaign's cancel authority can record a rotation.");
  }
  const decision = decideAction("rotate", campaign, { now });
  // A root that the program has accepted is recorded; otherwise its recipients would have no proof.
  const isTaken = !dryRun && decision.possible !== "now" && decision.error === null;
  if (!isTaken) refuseImpossible(decision);
}

/**
 * Rejects a rotation of an ended campaign whose address was recreated; the account's root belongs to the new
 * campaign.
 */
async function refuseLaterGeneration(campaign: Campaign, { chain }: ChainAccess): Promise<void> {
  if (!hasClosed(campaign)) return;
  const account = (await chain?.getVestingTree(campaign.treeAddress, REQUEST_DEADLINE))?.tree;
  if (!account || !isEarlierGeneration(campaign, account)) return;
  throw new ApiError(
    "CONFLICT",
    "This campaign has ended and its address was created again. Register the new campaign instead.",
  );
}

/**
 * Returns whether an event or the account contains the root. Such a root is recorded without changes;
 * otherwise its recipients would have no proof.
 */
async function isOnLedger(
  { treeAddress, merkleRoot }: RootRotation,
  indexed: { merkleRoot: string },
  { chain }: ChainAccess,
): Promise<boolean> {
  if (indexed.merkleRoot === merkleRoot) return true;
  return (await chain?.getVestingTree(treeAddress, REQUEST_DEADLINE))?.tree.merkleRoot === merkleRoot;
}

async function refuseContradiction(
  rotation: RootRotation,
  ledger: ChainAccess,
  { campaign, ...rotating }: Rotating & { campaign: ActionFacts },
): Promise<void> {
  const account = await readCheckedTree(rotation.treeAddress, ledger);
  if (account === null) return;
  if (account.merkleRoot === rotation.merkleRoot && account.leafCount === rotation.leafCount) return;
  // Before `update_root` the account holds the root that will be replaced, so only its other fields can
  // prevent the rotation.
  if (rotating.dryRun) {
    const { cancelAuthority, cancellable, cancelledAt } = account;
    return refuseUnrotatable({ ...campaign, cancelAuthority, cancellable, cancelledAt }, rotating);
  }
  throw new ApiError(
    "CONFLICT",
    "The network has a different root for this campaign. Send update_root first and wait until it is confirmed.",
    [{ path: "merkleRoot", message: `The network has ${account.merkleRoot}.` }],
  );
}

type Database = Parameters<typeof readPayouts>[0];

/** Compares a rotation's leaves with the leaves that they replace and with all payouts of the campaign. */
async function rotationEffects(
  db: Database,
  rotation: { campaignRowId: number; merkleRoot: string; leaves: Bytes; signal?: AbortSignal },
): Promise<RotationEffects> {
  const { campaignRowId, merkleRoot: newRoot, leaves, signal } = rotation;
  const [replaced, payouts] = await Promise.all([
    selectReplacedLeaves(db, { campaignRowId, newRoot }),
    readPayouts(db, campaignRowId),
  ]);
  const before = replaced && (await packStored(replaced));
  return runWorkerJob(
    "compare",
    { before, after: leaves, payouts: payouts.packed },
    { signal, isShared: true },
  );
}
