import type { Change } from "@/components/campaign/changes-table";
import type { Recipient } from "@/lib/registration/recipients";

type Side = { amount: bigint; terms: string[] };

/** Who gets other amounts or other schedules, in order of address; the rest is left out. Amounts in base units. */
export function rotationChanges(before: readonly Recipient[], after: readonly Recipient[]): Change[] {
  const earlier = byBeneficiary(before);
  const later = byBeneficiary(after);
  const everyone = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return everyone
    .filter((beneficiary) => terms(earlier.get(beneficiary)) !== terms(later.get(beneficiary)))
    .map((beneficiary) => ({
      beneficiary,
      before: earlier.get(beneficiary)?.amount ?? null,
      after: later.get(beneficiary)?.amount ?? null,
    }));
}

function byBeneficiary(recipients: readonly Recipient[]): Map<string, Side> {
  const sides = new Map<string, Side>();
  for (const { beneficiary, row: _, ...leaf } of recipients) {
    const side = sides.get(beneficiary) ?? { amount: 0n, terms: [] };
    side.amount += leaf.amount;
    const { amount, releaseType, startTime, cliffTime, endTime, milestoneIdx } = leaf;
    side.terms.push([amount, releaseType, startTime, cliffTime, endTime, milestoneIdx].join(" "));
    sides.set(beneficiary, side);
  }
  return sides;
}

const terms = (side: Side | undefined) => side?.terms.toSorted().join(",");
