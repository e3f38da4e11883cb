import type { Token } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { type StatementAmounts, withheldOf } from "@/lib/core/vesting/statement";
import { amountColumns } from "../csv/columns";
import { type Columns, WordCell } from "../csv/csv-text";

/** A line of the file: a recipient, or the total in the last line, whose `beneficiary` is null. */
export type StatementLine = StatementAmounts & {
  beneficiary: string | null;
  /** Set in the total; the amounts of recipients are each rounded down, so the total is their sum. */
  withheld?: bigint | null;
};

type File = {
  token: Pick<Token, "decimals" | "isKnown">;
  at: bigint;
  /** Null without withholding: the file then lacks the column. */
  basisPoints: bigint | null;
};

const TOTAL = message("Total");

/** Columns of a statement: a line per recipient, and the total. */
export function statementColumns({ token, at, basisPoints }: File): Columns<StatementLine> {
  const amount = (name: keyof StatementAmounts) =>
    amountColumns<StatementLine>(name, (line) => [line[name], token]);
  const withheld = (line: StatementLine) => line.withheld ?? withheldOf(line.claimed, basisPoints ?? 0n);
  return [
    ["statementDate", () => timeCell(at)],
    ["beneficiary", ({ beneficiary }) => beneficiary ?? new WordCell("total", TOTAL)],
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
