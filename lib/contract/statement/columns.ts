import type { Token } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { getWithheldAmount, type StatementAmounts } from "@/lib/core/vesting/statement";
import { amountColumns } from "../csv/columns";
import { type Columns, WordCell } from "../csv/csv-text";
import { labelColumns } from "../csv/label-columns";

/**
 * A line of the file: a recipient, or a total, whose `beneficiary` is null: of a category, or of all recipients in
 * the last line.
 */
export type StatementLine = StatementAmounts & {
  beneficiary: string | null;
  category?: string | null;
  note?: string | null;
  readable?: boolean;
  isCategory?: boolean;
  /** Set in the total; the amounts of recipients are each rounded down, so the total is their sum. */
  withheld?: bigint | null;
};

type File = {
  token: Pick<Token, "decimals" | "isKnown">;
  at: bigint;
  /** Null without withholding: the file then lacks the column. */
  basisPoints: bigint | null;
  /** Whether the file has the creator's labels. */
  hasLabels: boolean;
};

const TOTAL = message("Total");
const CATEGORY_TOTAL = message("Total of the category");

const totalCell = ({ isCategory }: StatementLine) =>
  isCategory ? new WordCell("category total", CATEGORY_TOTAL) : new WordCell("total", TOTAL);

/** Columns of a statement: a line per recipient, and the total. */
export function statementColumns({ token, at, basisPoints, hasLabels }: File): Columns<StatementLine> {
  const amount = (name: keyof StatementAmounts) =>
    amountColumns<StatementLine>(name, (line) => [line[name], token]);
  const withheld = (line: StatementLine) =>
    line.withheld ?? getWithheldAmount(line.claimed, basisPoints ?? 0n);
  return [
    ["statementDate", () => timeCell(at)],
    ["beneficiary", (line) => line.beneficiary ?? totalCell(line)],
    ...(hasLabels ? labelColumns<StatementLine>() : []),
    ...amount("granted"),
    ...amount("vested"),
    ...amount("claimed"),
    ...amount("unvested"),
    ...amount("forfeited"),
    ...amount("outstanding"),
    ...(basisPoints === null
      ? []
      : amountColumns<StatementLine>("withheld", (line) => [withheld(line), token])),
  ];
}
