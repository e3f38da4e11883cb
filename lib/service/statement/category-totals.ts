import type { GroupSums } from "@/db/queries/statement/category-sums";
import { type StatementAmounts, statementAmounts } from "@/lib/core/vesting/statement";
import type { CreatorLabels } from "@/lib/service/labels/creator-labels";

/** The totals of the recipients with one category, in base units; `withheld` is null without withholding. */
export type CategoryTotals = StatementAmounts & {
  /** Null for recipients without a category, or with a label that cannot be decrypted. */
  category: string | null;
  /** False for the recipients whose label cannot be decrypted. */
  readable: boolean;
  recipients: number;
  withheld: bigint | null;
};

type Reading = {
  labels: CreatorLabels;
  facts: Parameters<typeof statementAmounts>[1];
  hasWithheld: boolean;
  readSums: (groups: readonly { beneficiary: string; group: number }[]) => Promise<GroupSums[]>;
};

type Group = Pick<CategoryTotals, "category" | "readable">;

/** Reads the totals per category: in alphabetical order, then the unreadable labels, then those without a category. */
export async function readCategoryTotals({
  labels,
  facts,
  hasWithheld,
  readSums,
}: Reading): Promise<CategoryTotals[]> {
  const found = (await labels.readCategories()).filter(({ category, readable }) => category || !readable);
  const names = [...new Set(found.flatMap(({ category }) => category ?? []))].sort();
  const groups: Group[] = [
    ...names.map((category) => ({ category, readable: true })),
    { category: null, readable: false },
  ];
  const numbers = new Map(names.map((name, index) => [name, index + 1]));
  const sums = await readSums(
    found.map(({ recipient, category }) => ({
      beneficiary: recipient,
      group: numbers.get(category ?? "") ?? groups.length,
    })),
  );
  const totals = sums.map(({ group, recipients, withheld, ...parts }) => ({
    ...(groups[group - 1] ?? { category: null, readable: true }),
    recipients,
    ...statementAmounts(parts, facts),
    withheld: hasWithheld ? withheld : null,
  }));
  const isLast = ({ category, readable }: Group) => Number(category === null && readable);
  return totals.sort((a, b) => isLast(a) - isLast(b));
}
