"use client";

import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { unreleasedPart } from "@/lib/core/vesting/unreleased-part";
import type { Allocation } from "./use-allocation";

type Leaf = Allocation["leaves"][number];

const isMilestone = ({ releaseType }: Leaf) => releaseType === ReleaseType.Milestone;

type MilestoneListProps = { leaves: readonly Leaf[]; token: Token; creator: string };

/** Lists the milestones of an allocation: their amounts, their states, and who releases them. */
export function MilestoneList({ leaves, token, creator }: MilestoneListProps) {
  const t = useTranslator();
  const milestones = leaves.filter(isMilestone);
  if (milestones.length === 0) return null;
  return (
    <section className="mt-4 border-t border-line pt-4 text-sm">
      <h3 className="font-semibold">{t("Milestones")}</h3>
      <ul className="mt-1 divide-y divide-line">
        {milestones.map((leaf) => (
          <li key={leaf.leafIndex} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="text-ink-soft">
              {t("Milestone {milestone}", { milestone: leaf.milestoneIdx })}
            </span>
            <MilestoneState leaf={leaf} />
            <span className="ml-auto font-medium tabular-nums">
              <Amount value={leaf.amount} token={token} exact />
            </span>
          </li>
        ))}
      </ul>
      {unreleasedPart(leaves) > 0n && (
        <p className="text-ink-soft">
          <Trans
            id="The creator decides when to release a milestone: {creator}"
            values={{ creator: <Address address={creator} name="creator" /> }}
          />
        </p>
      )}
    </section>
  );
}

function MilestoneState({ leaf: { milestoneReleased, progress } }: { leaf: Leaf }) {
  const t = useTranslator();
  if (BigInt(progress.claimedSoFar) >= BigInt(progress.totalEntitled)) return <Badge>{t("Claimed")}</Badge>;
  if (milestoneReleased) return <Badge tone="good">{t("Released")}</Badge>;
  return progress.stillToCome === "0" ? (
    <Badge>{t("Will not be released")}</Badge>
  ) : (
    <Badge tone="info">{t("Not released yet")}</Badge>
  );
}
