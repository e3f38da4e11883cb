import { selectReplacedLeaves } from "@/db/queries/campaigns/payouts";
import type { RotationEffects } from "@/lib/service/heavy/compare-leaves";
import type { PackedLeaves } from "@/lib/service/heavy/packed-leaves";
import { runHeavy } from "@/lib/service/heavy/run-heavy";
import { packStored, readPayouts } from "./rotation-state";

type Database = Parameters<typeof readPayouts>[0];

/** Holds a rotation's leaves against those that they replace and all that the campaign has paid. */
export async function rotationEffects(
  db: Database,
  rotation: { campaignRowId: number; merkleRoot: string; leaves: PackedLeaves; signal?: AbortSignal },
): Promise<RotationEffects> {
  const { campaignRowId, merkleRoot: newRoot, leaves, signal } = rotation;
  const [replaced, payouts] = await Promise.all([
    selectReplacedLeaves(db, { campaignRowId, newRoot }),
    readPayouts(db, campaignRowId),
  ]);
  const before = replaced && (await packStored(replaced));
  const after = { ...leaves, proofs: [] };
  return runHeavy("compare", { before, after, payouts: payouts.packed }, { signal, isShared: true });
}
