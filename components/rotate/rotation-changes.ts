import type { Change } from "@/components/campaign/changes-table";
import { createPacer, inPieces, type Pacer } from "@/lib/merkle/pacer";
import type { Recipient } from "@/lib/registration/recipients";

type Side = { amount: bigint; terms: string[] };
type Sides = Map<string, Side>;

const RECIPIENTS_A_PIECE = 500;

/**
 * Who gets other amounts or other schedules, in order of address; the rest is left out. Amounts in base units. Worked out
 * in pieces, so that the page stays alive with long lists.
 */
export async function rotationChanges(
  before: readonly Recipient[],
  after: readonly Recipient[],
  pacer: Pacer = createPacer(),
): Promise<Change[]> {
  const earlier = await byBeneficiary(before, pacer);
  const later = await byBeneficiary(after, pacer);
  const everyone = [...new Set([...earlier.keys(), ...later.keys()])];
  const changes: Change[] = [];
  await inPieces({ count: everyone.length, piece: RECIPIENTS_A_PIECE, pacer }, (from, to) => {
    for (const beneficiary of everyone.slice(from, to)) {
      if (terms(earlier.get(beneficiary)) === terms(later.get(beneficiary))) continue;
      changes.push({
        beneficiary,
        before: earlier.get(beneficiary)?.amount ?? null,
        after: later.get(beneficiary)?.amount ?? null,
      });
    }
  });
  return changes.sort((a, b) => (a.beneficiary < b.beneficiary ? -1 : 1));
}

async function byBeneficiary(recipients: readonly Recipient[], pacer: Pacer): Promise<Sides> {
  const sides: Sides = new Map();
  await inPieces({ count: recipients.length, piece: RECIPIENTS_A_PIECE, pacer }, (from, to) => {
    for (const { beneficiary, row: _, ...leaf } of recipients.slice(from, to)) {
      const side = sides.get(beneficiary) ?? { amount: 0n, terms: [] };
      side.amount += leaf.amount;
      const { amount, releaseType, startTime, cliffTime, endTime, milestoneIdx } = leaf;
      side.terms.push([amount, releaseType, startTime, cliffTime, endTime, milestoneIdx].join(" "));
      sides.set(beneficiary, side);
    }
  });
  return sides;
}

const terms = (side: Side | undefined) => side?.terms.toSorted().join(",");
