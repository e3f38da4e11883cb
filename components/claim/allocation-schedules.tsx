"use client";

import { AllocationText } from "@/components/campaign/allocation-text";
import { ScheduleText } from "@/components/campaign/schedule-text";
import { hidden, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { Allocation } from "./use-allocation";

type AllocationSchedulesProps = { leaves: Allocation["leaves"]; token: Token; treeAddress: string };

/** Describes the schedule of an allocation, as a whole and by its parts, with links to their proofs. */
export function AllocationSchedules({ leaves, token, treeAddress }: AllocationSchedulesProps) {
  const released = new Set(
    leaves.flatMap(({ milestoneReleased, milestoneIdx }) => (milestoneReleased ? [milestoneIdx] : [])),
  );
  return (
    <>
      {leaves.length > 1 && (
        <p className="pb-2 text-ink-soft">
          <AllocationText leaves={leaves} token={token} released={released} />
        </p>
      )}
      <ul className="space-y-1 pb-2 text-ink-soft">
        {leaves.map((leaf) => (
          <LeafRow key={leaf.leafIndex} {...{ leaf, token, treeAddress }} />
        ))}
      </ul>
    </>
  );
}

type LeafRowProps = { leaf: Allocation["leaves"][number]; token: Token; treeAddress: string };

function LeafRow({ leaf, token, treeAddress }: LeafRowProps) {
  const t = useTranslator();
  return (
    <li>
      <Amount value={leaf.amount} token={token} /> <ScheduleText schedule={leaf} />
      {leaf.releaseType === ReleaseType.Milestone &&
        ` ${leaf.milestoneReleased ? t("(released)") : t("(not released yet)")}`}
      {" · "}
      <Link
        href={`/campaigns/${treeAddress}/proof/${leaf.leafIndex}`}
        className="underline underline-offset-4"
      >
        <Trans
          id="Proof<hidden> of allocation {leaf}</hidden>"
          values={{ leaf: leaf.leafIndex }}
          components={{ hidden }}
        />
      </Link>
    </li>
  );
}
