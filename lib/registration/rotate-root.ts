import { getCampaign } from "@/db/queries/campaigns";
import { insertRootVersion } from "@/db/queries/registration";
import { ApiError, notFound } from "@/lib/http/errors";
import type { Services } from "@/lib/services";
import { leafBatches } from "./leaf-batches";
import { type LedgerCheck, readTree } from "./ledger-check";
import { proveLeaves } from "./submitted-tree";

/** The body of POST …/root-versions; `leaves` is emptied while it is read. Source: spec 4.6. */
export type RootRotation = {
  treeAddress: string;
  signer: string;
  merkleRoot: string;
  leafCount: number;
  minCliffTime: bigint;
  ipfsCid: string | null;
  leaves: unknown[];
};

/**
 * Records a rotation after the ledger's update_root and answers its version. Refused, in order: an unknown campaign, a
 * signer that is not its cancel authority, a campaign that cannot rotate, the current root again, leaves that do not
 * belong to the root, and under `ledger` a root that the ledger does not hold.
 */
export async function rotateRoot(
  { db, now }: Pick<Services, "db" | "now">,
  rotation: RootRotation,
  check: LedgerCheck,
): Promise<number> {
  const campaign = await getCampaign(db, rotation.treeAddress);
  if (!campaign) throw notFound("campaign");
  if (campaign.cancelAuthority === null || campaign.cancelAuthority !== rotation.signer) {
    throw new ApiError("FORBIDDEN", "Only the campaign's cancel authority may record a rotation.");
  }
  if (!campaign.cancellable) {
    throw new ApiError("NOT_CANCELLABLE", "A campaign that is not cancellable keeps its root.");
  }
  if (campaign.cancelledAt !== null) {
    throw new ApiError("ALREADY_CANCELLED", "A cancelled campaign keeps its root.");
  }
  const proved = await proveLeaves(rotation.leaves, rotation);
  if (proved.minCliffTime !== rotation.minCliffTime) {
    const message = `The earliest cliffTime of the leaves is ${proved.minCliffTime}.`;
    throw new ApiError("VALIDATION_ERROR", message, [{ path: "minCliffTime", message }]);
  }
  await refuseAnotherRoot(rotation, check);
  const stored = await insertRootVersion(db, {
    campaignRowId: campaign.id,
    merkleRoot: rotation.merkleRoot,
    leafCount: rotation.leafCount,
    minCliffTime: proved.minCliffTime,
    usedMilestones: proved.usedMilestones,
    ipfsCid: rotation.ipfsCid,
    createdAt: now(),
    leaves: leafBatches(proved),
  });
  if (stored.outcome === "same_root") {
    throw new ApiError("SAME_ROOT", "This is the campaign's root already; a rotation needs another one.");
  }
  return stored.version;
}

async function refuseAnotherRoot(rotation: RootRotation, check: LedgerCheck): Promise<void> {
  const account = await readTree(rotation.treeAddress, check);
  if (account === null) return;
  if (account.merkleRoot === rotation.merkleRoot && account.leafCount === rotation.leafCount) return;
  throw new ApiError(
    "CONFLICT",
    "The ledger holds another root for this campaign; send update_root first and wait until it is confirmed.",
    [{ path: "merkleRoot", message: `The ledger says ${account.merkleRoot}.` }],
  );
}
