import type { Database } from "@/db/client";
import { selectLeaves } from "@/db/queries/campaigns/leaves";
import { ApiError } from "@/lib/core/errors";
import { verifyProof } from "@/lib/core/merkle/verify";
import { validationError } from "@/lib/core/validation";
import { isReleaseType, type Schedule } from "@/lib/core/vesting/leaf";
import type { ControlledCampaign, StreamOverrides } from "./action-contract";
import { checkOverrides } from "./action-contract";

/** The beneficiary and the schedule of a stream. */
type StreamLeaf = Schedule & { beneficiary: string };

const SCHEDULE_FIELDS = ["releaseType", "startTime", "cliffTime", "endTime", "milestoneIdx"] as const;

/**
 * Returns the leaf of a one-leaf campaign as the program rebuilds it. Reads the leaf of the current root from
 * the database, or from the body after a rotation that is not registered. The leaf must hash to the root, so
 * the transaction cannot pay another account.
 * @throws CONFLICT if neither source has the leaf
 */
export async function getStreamLeafOrThrow(
  campaign: ControlledCampaign,
  { db, body }: { db: Database; body: StreamOverrides },
): Promise<StreamLeaf> {
  const stored = await selectStreamLeaf(db, campaign);
  const leaf = stored ?? leafOfBody(body);
  if (!leaf) {
    throw new ApiError(
      "CONFLICT",
      "The leaf of the campaign's current root is not stored here. Record the rotation with root-versions, or pass beneficiary and withdrawArgs.",
    );
  }
  checkOverrides([
    { path: "beneficiary", given: body?.beneficiary, expected: leaf.beneficiary },
    ...SCHEDULE_FIELDS.map((field) => ({
      path: `withdrawArgs.${field}`,
      given: body?.withdrawArgs?.[field].toString(),
      expected: leaf[field].toString(),
    })),
  ]);
  if (!(await isStreamOf(campaign, leaf))) throw notTheStream(stored !== null);
  return leaf;
}

async function selectStreamLeaf(db: Database, campaign: ControlledCampaign): Promise<StreamLeaf | null> {
  const newest = await selectLeaves(db, { campaignRowId: campaign.id, page: 1, limit: 1 });
  const [leaf] = newest?.merkleRoot === campaign.merkleRoot ? newest.leaves : [];
  return leaf ? withReleaseType(leaf, leaf.releaseType) : null;
}

function leafOfBody(body: StreamOverrides): StreamLeaf | null {
  const { beneficiary, withdrawArgs } = body ?? {};
  return beneficiary && withdrawArgs ? { ...withdrawArgs, beneficiary } : null;
}

function withReleaseType(leaf: Omit<StreamLeaf, "releaseType">, releaseType: number): StreamLeaf | null {
  return isReleaseType(releaseType) ? { ...leaf, releaseType } : null;
}

/** Returns whether the root proves this leaf with index 0 and the whole supply as its amount. */
function isStreamOf({ merkleRoot, totalSupply }: ControlledCampaign, leaf: StreamLeaf): Promise<boolean> {
  const whole = { ...leaf, leafIndex: 0, amount: totalSupply };
  return verifyProof({ leaf: whole, proof: new Uint8Array(), root: merkleRoot, leafCount: 1 });
}

function notTheStream(isStored: boolean): ApiError {
  if (isStored) {
    return new ApiError(
      "NOT_SINGLE_STREAM",
      "The campaign is not a stream, because its one leaf is not its whole supply. Cancel the campaign instead.",
    );
  }
  const message = "does not hash to the campaign's root together with the beneficiary and its total supply";
  return validationError([{ path: "withdrawArgs", message }]);
}
