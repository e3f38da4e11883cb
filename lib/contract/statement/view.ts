import * as z from "zod";
import {
  getWithheldAmount,
  type StatementAmounts,
  type StatementStatus,
  type StatementTotals,
} from "@/lib/core/vesting/statement";
import {
  categoryTotalFields,
  type statementAmountFields,
  statementFields,
  statementRecipientFields,
  statementTotalFields,
} from "./response";

/** Adds descriptions to fields. */
const described = <Fields extends z.ZodRawShape>(
  fields: Fields,
  texts: { [Name in keyof Fields]?: string },
): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = texts[name];
      return [name, text === undefined ? field : (field as z.ZodType).describe(text)];
    }),
  ) as Fields;

const inBaseUnits = <Name extends string>(texts: Record<Name, string>) =>
  Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [
      name,
      `${text}; base units of the token as a decimal string`,
    ]),
  ) as Record<Name, string>;

const AMOUNTS = inBaseUnits<keyof typeof statementAmountFields>({
  granted: "sum of vested, unvested and forfeited",
  vested: "claimed, or vested and still claimable",
  claimed: "paid by the program, stream settlements included",
  unvested: "not vested yet: by time or by milestones",
  forfeited:
    "not vested when the campaign ended, not claimed before the creator withdrew the rest, or paid by an earlier campaign at the address",
  outstanding: "still to pay: granted without claimed and forfeited",
  withheld: "withheldPercent of the claimed amount, rounded down; null without that parameter",
});

const LABELS = {
  category: "private category of the creator; null without one; only with labels=true",
  note: "private note of the creator; null without one; only with labels=true",
  readable: "false if a label is stored that cannot be decrypted; only with labels=true",
};

const recipient = z
  .object(
    described(statementRecipientFields, { beneficiary: "the recipient, base58", ...AMOUNTS, ...LABELS }),
  )
  .meta({ id: "StatementRecipient" });
export type StatementRecipientView = z.infer<typeof recipient>;

const totals = z
  .object(
    described(statementTotalFields, {
      recipients: "number of recipients, with those whom only an earlier list contained",
      ...AMOUNTS,
      ...inBaseUnits({
        supply: "total supply of the campaign, or the claimed amount if that is larger",
        unallocated: "part of the supply that no recipient has",
        unattributed:
          "part of claimed that belongs to no indexed claim, so that no recipient has it; 0 if the index is complete",
      }),
    }),
  )
  .meta({ id: "StatementTotals" });

const categoryTotal = z
  .object(
    described(categoryTotalFields, {
      category: "a category; null for recipients without one, or with a label that cannot be decrypted",
      readable: "false for the recipients whose label cannot be decrypted",
      recipients: "number of recipients",
      ...AMOUNTS,
    }),
  )
  .meta({ id: "StatementCategory" });

/** Response of GET …/statement: the totals of a campaign at a date, and a page of its recipients. */
export const statementView = z
  .object(
    described(
      {
        ...statementFields,
        totals,
        recipients: z.array(recipient),
        categories: z.array(categoryTotal).optional(),
      },
      {
        decimals: "decimals of the mint; null while the network does not respond",
        at: "date of the statement; events up to then count; unix seconds as a decimal string",
        status: "status at that date; not_created before the creation, when all amounts are 0",
        cancelledAt:
          "time of the cancellation, refund or settlement, if it is not after that date; unix seconds as a decimal string",
        merkleRoot: "root of the recipient list at that date, in lower-case hex",
        rootRegistered:
          "false if the list of that root is not registered here; the newest list is used instead",
        totals: "sums over all recipients",
        recipients: "one page of the list; it can be shorter than the limit",
        categories:
          "sums over all recipients of each category of the creator's labels; only with labels=true",
      },
    ),
  )
  .meta({ id: "CampaignStatement" });
export type StatementView = z.infer<typeof statementView>;

const texts = (amounts: StatementAmounts, withheld: bigint | null) => ({
  ...{
    granted: amounts.granted.toString(),
    vested: amounts.vested.toString(),
    claimed: amounts.claimed.toString(),
  },
  ...{ unvested: amounts.unvested.toString(), forfeited: amounts.forfeited.toString() },
  ...{
    outstanding: amounts.outstanding.toString(),
    withheld: withheld === null ? null : withheld.toString(),
  },
});

/** A recipient of a statement. Amounts are in base units. */
export type StatementRow = StatementAmounts & {
  beneficiary: string;
  category?: string | null;
  note?: string | null;
  readable?: boolean;
};

/** The totals of a statement with the number of recipients. */
export type StatementTotalRow = StatementTotals & { recipients: number; withheld: bigint | null };

/** The data of a statement before its conversion to JSON. `basisPoints` is null without withholding. */
export type Statement = Pick<StatementView, "treeAddress" | "mint" | "merkleRoot" | "rootRegistered"> & {
  at: bigint;
  status: StatementStatus;
  cancelledAt: bigint | null;
  basisPoints: bigint | null;
  totals: StatementTotalRow;
  recipients: readonly StatementRow[];
  /** The totals per category, if the statement has labels. */
  categories?:
    | readonly (StatementAmounts & {
        category: string | null;
        readable: boolean;
        recipients: number;
        withheld: bigint | null;
      })[]
    | undefined;
  nextCursor: string | null;
};

export const toStatementView = (
  statement: Statement,
  { decimals, asOf }: Pick<StatementView, "decimals" | "asOf">,
): StatementView => ({
  ...{
    treeAddress: statement.treeAddress,
    mint: statement.mint,
    decimals,
    at: statement.at.toString(),
    status: statement.status,
  },
  cancelledAt: statement.cancelledAt === null ? null : statement.cancelledAt.toString(),
  ...{ merkleRoot: statement.merkleRoot, rootRegistered: statement.rootRegistered },
  totals: {
    recipients: statement.totals.recipients,
    supply: statement.totals.supply.toString(),
    unallocated: statement.totals.unallocated.toString(),
    ...texts(statement.totals, statement.totals.withheld),
    unattributed: statement.totals.unattributed.toString(),
  },
  recipients: statement.recipients.map((row) => ({
    beneficiary: row.beneficiary,
    ...texts(
      row,
      statement.basisPoints === null ? null : getWithheldAmount(row.claimed, statement.basisPoints),
    ),
    ...(row.readable === undefined ? {} : { category: row.category, note: row.note, readable: row.readable }),
  })),
  ...(statement.categories && {
    categories: statement.categories.map(({ category, readable, recipients, withheld, ...amounts }) => ({
      ...{ category, readable, recipients },
      ...texts(amounts, withheld),
    })),
  }),
  ...{ nextCursor: statement.nextCursor, asOf },
});
