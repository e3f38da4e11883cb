import { createPacer, type Pacer } from "@/lib/core/pacer";
import { U64_MAX } from "@/lib/core/solana/integers";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/** What a creator says about one allocation before the tree exists; `row` is where it stood in their file. */
export type Recipient = Omit<Leaf, "leafIndex"> & { row?: number };

/** A fault in one recipient. `index` counts from 0 in the list given; the list itself is at fault without one. */
export type RecipientFault = { index: number | null; field: keyof Recipient | null; message: string };

/** The program keeps at most this many cliff and linear leaves a beneficiary (PerLeafCapExceeded). */
const MAX_TIMED_LEAVES_PER_BENEFICIARY = 8;

type Rules = {
  /** In a rotation an amount of 0 closes a leaf, and takes no part in anything else. */
  isRotation?: boolean;
};

const CHECKS = [rowFaults, sumFaults, repeatedMilestones, cappedBeneficiaries];

/**
 * Everything that would make a list of recipients unusable on the ledger, every row named.
 * Amounts are base units; the sum must fit u64. Source: spec 4.6 rule 7, program limits.
 */
export function recipientFaults(recipients: readonly Recipient[], rules: Rules = {}): RecipientFault[] {
  if (recipients.length === 0) return [NOBODY];
  return CHECKS.flatMap((check) => check(recipients, rules));
}

/** The same, giving way to other work between its checks, each of which takes a long list some ten milliseconds. */
export async function recipientFaultsInPieces(
  recipients: readonly Recipient[],
  rules: Rules = {},
  pacer: Pacer = createPacer(),
): Promise<RecipientFault[]> {
  if (recipients.length === 0) return [NOBODY];
  const faults: RecipientFault[][] = [];
  for (const check of CHECKS) {
    if (pacer.due()) await pacer.pause();
    faults.push(check(recipients, rules));
  }
  if (pacer.due()) await pacer.pause();
  return faults.flat();
}

const NOBODY: RecipientFault = { index: null, field: null, message: "Add at least one recipient." };

function rowFaults(recipients: readonly Recipient[], { isRotation = false }: Rules): RecipientFault[] {
  const faults: RecipientFault[] = [];
  for (const [index, recipient] of recipients.entries()) {
    if (recipient.amount === 0n && !isRotation) {
      faults.push({ index, field: "amount", message: "The amount must be more than zero." });
    }
    const schedule = scheduleFault(recipient);
    if (schedule) faults.push({ index, ...schedule });
  }
  return faults;
}

/** Start ≤ cliff ≤ end, or the field that breaks it. Source: spec 2.3. */
export function scheduleFault(
  leaf: Pick<Leaf, "startTime" | "cliffTime" | "endTime">,
): { field: "cliffTime" | "endTime"; message: string } | null {
  if (leaf.startTime > leaf.cliffTime) {
    return { field: "cliffTime", message: "The cliff must not come before the start." };
  }
  if (leaf.cliffTime > leaf.endTime) {
    return { field: "endTime", message: "The end must not come before the cliff." };
  }
  return null;
}

function sumFaults(recipients: readonly Recipient[]): RecipientFault[] {
  let sum = 0n;
  for (const [index, { amount }] of recipients.entries()) {
    sum += amount;
    if (sum > U64_MAX) {
      return [
        {
          index,
          field: "amount",
          message: `The amounts add up to more than ${U64_MAX} from this recipient on; a campaign holds no more.`,
        },
      ];
    }
  }
  return [];
}

function repeatedMilestones(recipients: readonly Recipient[]): RecipientFault[] {
  const seen = new Map<string, number>();
  const faults: RecipientFault[] = [];
  for (const [index, recipient] of recipients.entries()) {
    if (recipient.releaseType !== ReleaseType.Milestone || recipient.amount === 0n) continue;
    const key = `${recipient.beneficiary} ${recipient.milestoneIdx}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else {
      const where =
        recipients[first]?.row === undefined ? `recipient ${first}` : `row ${recipients[first].row}`;
      faults.push({
        index,
        field: "milestoneIdx",
        message: `This beneficiary already has milestone ${recipient.milestoneIdx} in ${where}; only one could be claimed.`,
      });
    }
  }
  return faults;
}

function cappedBeneficiaries(recipients: readonly Recipient[]): RecipientFault[] {
  const counts = new Map<string, number>();
  const faults: RecipientFault[] = [];
  for (const [index, { beneficiary, releaseType, amount }] of recipients.entries()) {
    if (releaseType === ReleaseType.Milestone || amount === 0n) continue;
    const count = (counts.get(beneficiary) ?? 0) + 1;
    counts.set(beneficiary, count);
    if (count > MAX_TIMED_LEAVES_PER_BENEFICIARY) {
      faults.push({
        index,
        field: "beneficiary",
        message: `A beneficiary can have at most ${MAX_TIMED_LEAVES_PER_BENEFICIARY} cliff and linear allocations in a campaign.`,
      });
    }
  }
  return faults;
}

const EARLIEST_LIKELY = 946_684_800n;
const LATEST_LIKELY = 7_258_118_400n;

/** What is allowed but probably not meant: repeated rows and times far from ours. One sentence each, at most ten. */
export function recipientWarnings(recipients: readonly Recipient[]): string[] {
  const warnings: string[] = [];
  const repeats = repeatFinder();
  for (const [index, recipient] of recipients.entries()) {
    if (warnings.length === 10) break;
    const name = nameOf(recipient, index);
    const repeated = repeats(recipient, index);
    if (repeated) warnings.push(`${name} repeats ${repeated} to the letter; is it meant twice?`);
    if (recipient.startTime < EARLIEST_LIKELY || recipient.endTime > LATEST_LIKELY) {
      warnings.push(
        `${name} has a time before 2000 or after 2200; times are unix seconds, not milliseconds.`,
      );
    }
  }
  return warnings;
}

const nameOf = ({ row }: Recipient, index: number) =>
  row === undefined ? `Recipient ${index}` : `Row ${row}`;

/** Asked recipient by recipient, names the earlier one that is the same in everything, if there is one. */
function repeatFinder(): (recipient: Recipient, index: number) => string | undefined {
  // Spelling an allocation out is the main cost of a long list, and needed only for those who are in it twice.
  const first = new Map<string, { recipient: Recipient; index: number }>();
  const named = new Map<string, string>();
  const keyOf = ({ row: _, ...allocation }: Recipient) => Object.values(allocation).join(" ");
  return (recipient, index) => {
    const known = first.get(recipient.beneficiary);
    if (!known) {
      first.set(recipient.beneficiary, { recipient, index });
      return undefined;
    }
    const firstKey = keyOf(known.recipient);
    if (!named.has(firstKey)) named.set(firstKey, nameOf(known.recipient, known.index).toLowerCase());
    const key = keyOf(recipient);
    const repeated = named.get(key);
    if (!repeated) named.set(key, nameOf(recipient, index).toLowerCase());
    return repeated;
  };
}
