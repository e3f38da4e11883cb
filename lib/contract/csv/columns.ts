import type { CampaignItem } from "@/lib/contract/campaign";
import type { ClaimRow, FeedEvent } from "@/lib/contract/event";
import type { Token } from "@/lib/contract/names";
import type { PaymentRow } from "@/lib/contract/payment";
import { toDecimal } from "@/lib/contract/portfolio/fiat-value";
import type { BeneficiaryRow, beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import type { EventData } from "@/lib/core/events/event-types";
import { decimalText } from "@/lib/core/recipients/number-text";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";
import { booleanCell, eventCell, kindCell, monthCell, releaseTypeCell, statusCell } from "./cell-texts";
import { type Columns, decimalCell } from "./csv-text";

type AmountToken = Pick<Token, "decimals" | "isKnown">;

/**
 * Formats base units as exact decimal text in tokens, without thousands separators; null while the decimals
 * are unknown.
 */
export function tokenText(baseUnits: bigint, { decimals, isKnown }: AmountToken): string | null {
  return isKnown ? decimalText(baseUnits, decimals) : null;
}

/** Returns the two columns of an amount, in base units and in tokens. */
export const amountColumns = <Row>(
  name: string,
  getAmount: (row: Row) => readonly [amount: bigint | null, token: AmountToken],
): Columns<Row> => [
  [`${name}BaseUnits`, (row) => getAmount(row)[0]],
  [
    `${name}InTokens`,
    (row) => {
      const [amount, token] = getAmount(row);
      return amount === null ? null : decimalCell(tokenText(amount, token));
    },
  ],
];

type LeafRow = Omit<BeneficiaryRow["leaves"][number], "milestoneClaimed"> & { allocationLeaf?: number };

/**
 * Columns of recipients, with titles that the import of recipient files recognizes. The import ignores
 * amounts in tokens and claims.
 */
export const leafColumns = (token: AmountToken): Columns<LeafRow> => [
  ["leafIndex", ({ leafIndex }) => leafIndex],
  ["beneficiary", ({ beneficiary }) => beneficiary],
  ...amountColumns<LeafRow>("amount", ({ amount }) => [amount, token]),
  ["releaseType", ({ releaseType }) => releaseTypeCell(RELEASE_TYPE_NAMES[releaseType] ?? `${releaseType}`)],
  ["startTime", ({ startTime }) => timeCell(startTime)],
  ["cliffTime", ({ cliffTime }) => timeCell(cliffTime)],
  ["endTime", ({ endTime }) => timeCell(endTime)],
  ["milestoneIdx", ({ milestoneIdx }) => milestoneIdx],
  ...amountColumns<LeafRow>("claimed", ({ claimed }) => [claimed, token]),
  // The leaves of one recipient form one allocation, identified by the first leaf.
  ["allocationId", ({ allocationLeaf }) => allocationLeaf ?? null],
];

/** Columns of claims of one campaign. */
export const claimColumns = (token: AmountToken): Columns<ClaimRow> => [
  ["time", ({ blockTime }) => timeCell(BigInt(blockTime))],
  ["beneficiary", ({ beneficiary }) => beneficiary],
  ["leafIndex", ({ leafIndex }) => leafIndex],
  ["milestoneIdx", ({ milestoneIdx }) => milestoneIdx],
  ...amountColumns<ClaimRow>("amount", ({ amount }) => [BigInt(amount), token]),
  ["totalClaimedByUserBaseUnits", ({ totalClaimedByUser }) => BigInt(totalClaimedByUser)],
  ["totalClaimedOverallBaseUnits", ({ totalClaimedOverall }) => BigInt(totalClaimedOverall)],
  ["slot", ({ slot }) => BigInt(slot)],
  ["signature", ({ signature }) => signature],
  ["reconstructed", ({ reconstructed }) => booleanCell(reconstructed)],
];

/** An event with the token of its campaign. */
export type EventRow = FeedEvent & { token: AmountToken };

type AllData = Partial<Record<KeyOf<EventData[keyof EventData]>, string | number | boolean | null>>;
type KeyOf<T> = T extends unknown ? keyof T : never;

/** Returns a field of an event's data by name, for any event type; null if the type lacks the field. */
const getData = ({ data }: EventRow, key: keyof AllData) => (data as AllData)[key] ?? null;

const datum = (key: keyof AllData): Columns<EventRow>[number] => [
  key,
  (event) => {
    const value = getData(event, key);
    return typeof value === "boolean" ? booleanCell(value) : value;
  },
];

const toBigint = (event: EventRow, key: keyof AllData) => {
  const value = getData(event, key);
  return value === null ? null : BigInt(value);
};

const eventAmount = (key: keyof AllData) =>
  amountColumns<EventRow>(key, (event) => [toBigint(event, key), event.token]);

const timeOrNull = (time: bigint | null) => (time === null ? null : timeCell(time));

/** Columns of all event types; the columns of other types are empty. */
export const EVENT_COLUMNS: Columns<EventRow> = [
  ["time", ({ blockTime }) => timeCell(blockTime)],
  [
    "type",
    (event) =>
      eventCell(event.type === "paused" && getData(event, "paused") === false ? "resumed" : event.type),
  ],
  datum("beneficiary"),
  datum("leafIndex"),
  datum("milestoneIdx"),
  ...eventAmount("amount"),
  ...eventAmount("amountToBeneficiary"),
  ...eventAmount("amountToCreator"),
  ...eventAmount("claimedAtCancel"),
  datum("refundedTo"),
  datum("releasedBy"),
  ["cancelledAt", (event) => timeOrNull(toBigint(event, "cancelledAt"))],
  datum("oldRoot"),
  datum("newRoot"),
  datum("newLeafCount"),
  ["slot", ({ slot }) => slot],
  ["signature", ({ signature }) => signature],
  ["reconstructed", ({ reconstructed }) => booleanCell(reconstructed)],
];

type Origin = {
  treeAddress: string;
  mint: string;
  metadata: { name?: string } | null;
  verified: boolean;
  earlierGeneration: string | null;
};

const ORIGIN_COLUMNS: Columns<Origin> = [
  ["campaign", ({ metadata }) => metadata?.name ?? null],
  ["treeAddress", ({ treeAddress }) => treeAddress],
  ["mint", ({ mint }) => mint],
];

/** The last columns, so that the positions of the others do not change. */
const STANDING_COLUMNS: Columns<Origin> = [
  ["verified", ({ verified }) => booleanCell(verified)],
  ["earlierGeneration", ({ earlierGeneration }) => earlierGeneration],
];

/** Columns of events of several campaigns. */
export const ACTIVITY_COLUMNS: Columns<EventRow & Origin> = [
  ...ORIGIN_COLUMNS,
  ...EVENT_COLUMNS,
  ...STANDING_COLUMNS,
];

/** A payment, or the funding of a campaign by its creator, which has no event of its own. */
export type AccountRow = Omit<PaymentRow, "kind" | "slot" | "signature" | "eventIndex"> & {
  /** Unique among all payments and fundings. */
  id: string;
  kind: PaymentRow["kind"] | "funding";
  slot: bigint | null;
  signature: string | null;
};

type TokenPayment = AccountRow & { token: AmountToken & Pick<Token, "unit"> };

/** Columns of payments to an address and fundings of its own campaigns, for accounting. */
export const PAYMENT_COLUMNS: Columns<TokenPayment> = [
  ["dateUtc", ({ blockTime }) => timeCell(blockTime)],
  ["kind", ({ kind }) => kindCell(kind)],
  ...ORIGIN_COLUMNS,
  ["token", ({ token }) => (token.isKnown ? token.unit : null)],
  ...amountColumns<TokenPayment>("amount", ({ amount, token }) => [amount, token]),
  ["priceUsd", ({ priceUsd }) => (priceUsd === null ? null : decimalCell(plainNumber(priceUsd)))],
  ["leafIndex", ({ leafIndex }) => leafIndex],
  ["milestoneIdx", ({ milestoneIdx }) => milestoneIdx],
  ["slot", ({ slot }) => slot],
  ["signature", ({ signature }) => signature],
  ["reconstructed", ({ reconstructed }) => booleanCell(reconstructed)],
  ...STANDING_COLUMNS,
];

/** Formats a price without an exponent, which some CSV readers do not support. */
export function plainNumber(value: number): string {
  const { digits, decimals } = toDecimal(value);
  return decimalText(digits, decimals);
}

/** A campaign with the current position of a beneficiary. Amounts are in base units. */
export type PortfolioRow = Origin & {
  status: CampaignItem["status"];
  leafCount: number;
  progress: ReturnType<typeof beneficiaryProgress>["total"];
  token: AmountToken;
};

const progressAmount = (
  name: string,
  key: "totalEntitled" | "vestedSoFar" | "claimedSoFar" | "claimable" | "stillToCome",
) => amountColumns<PortfolioRow>(name, ({ progress, token }) => [progress[key], token]);

/** Columns of the campaigns of one address. */
export const PORTFOLIO_COLUMNS: Columns<PortfolioRow> = [
  ...ORIGIN_COLUMNS,
  ["status", ({ status }) => statusCell(status)],
  ["leaves", ({ leafCount }) => leafCount],
  ...progressAmount("allocated", "totalEntitled"),
  ...progressAmount("vested", "vestedSoFar"),
  ...progressAmount("claimed", "claimedSoFar"),
  ...progressAmount("claimable", "claimable"),
  ...progressAmount("stillToCome", "stillToCome"),
  ["nextUnlock", ({ progress }) => timeOrNull(progress.nextUnlock)],
  ...STANDING_COLUMNS,
];

type UnlockMonthRow = {
  month: string;
  mint: string;
  amount: bigint;
  token: AmountToken & Pick<Token, "unit">;
};

/** Columns of unlocks by month and token. */
export const UNLOCK_MONTH_COLUMNS: Columns<UnlockMonthRow> = [
  ["month", ({ month }) => monthCell(month)],
  ["mint", ({ mint }) => mint],
  ["token", ({ token }) => (token.isKnown ? token.unit : null)],
  ...amountColumns<UnlockMonthRow>("amount", ({ amount, token }) => [amount, token]),
];
