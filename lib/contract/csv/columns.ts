import type { CampaignItem } from "@/lib/contract/campaign";
import type { ClaimRow, FeedEvent } from "@/lib/contract/event";
import type { Token } from "@/lib/contract/names";
import type { PaymentRow } from "@/lib/contract/payment";
import type { BeneficiaryRow, beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import type { EventData } from "@/lib/core/events/event-types";
import { decimalText } from "@/lib/core/recipients/number-text";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";
import { booleanCell, eventCell, kindCell, monthCell, releaseTypeCell, statusCell } from "./cell-words";
import { type Columns, decimalCell } from "./csv-text";

type AmountToken = Pick<Token, "decimals" | "isKnown">;

/** Base units as exact decimal text in tokens, without marks between thousands; null while the decimals are not known. */
export function tokenText(baseUnits: bigint, { decimals, isKnown }: AmountToken): string | null {
  return isKnown ? decimalText(baseUnits, decimals) : null;
}

/** An amount's two columns, in base units and in tokens. */
const amountColumns = <Row>(
  name: string,
  amountOf: (row: Row) => readonly [amount: bigint | null, token: AmountToken],
): Columns<Row> => [
  [`${name}BaseUnits`, (row) => amountOf(row)[0]],
  [
    `${name}InTokens`,
    (row) => {
      const [amount, token] = amountOf(row);
      return amount === null ? null : decimalCell(tokenText(amount, token));
    },
  ],
];

type LeafRow = Omit<BeneficiaryRow["leaves"][number], "milestoneClaimed"> & { allocationLeaf?: number };

/** Recipients, under titles by which a recipients file is read: what it says of amounts in tokens and of claims is not. */
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
  // The leaves of one recipient are one allocation, which is known by the first of them.
  ["allocationId", ({ allocationLeaf }) => allocationLeaf ?? null],
];

/** Claims of one campaign. */
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

/** What an event says under a name, whichever kind of event it is. */
const dataOf = ({ data }: EventRow, key: keyof AllData) => (data as AllData)[key] ?? null;

const datum = (key: keyof AllData): Columns<EventRow>[number] => [
  key,
  (event) => {
    const value = dataOf(event, key);
    return typeof value === "boolean" ? booleanCell(value) : value;
  },
];

const bigintOf = (event: EventRow, key: keyof AllData) => {
  const value = dataOf(event, key);
  return value === null ? null : BigInt(value);
};

const eventAmount = (key: keyof AllData) =>
  amountColumns<EventRow>(key, (event) => [bigintOf(event, key), event.token]);

const timeOrNull = (time: bigint | null) => (time === null ? null : timeCell(time));

/** Every kind of event has its columns, which are empty for the others. */
export const EVENT_COLUMNS: Columns<EventRow> = [
  ["time", ({ blockTime }) => timeCell(blockTime)],
  [
    "type",
    (event) =>
      eventCell(event.type === "paused" && dataOf(event, "paused") === false ? "resumed" : event.type),
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
  ["cancelledAt", (event) => timeOrNull(bigintOf(event, "cancelledAt"))],
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

/** The last columns, so that the others keep their places. */
const STANDING_COLUMNS: Columns<Origin> = [
  ["verified", ({ verified }) => booleanCell(verified)],
  ["earlierGeneration", ({ earlierGeneration }) => earlierGeneration],
];

/** Events of several campaigns. */
export const ACTIVITY_COLUMNS: Columns<EventRow & Origin> = [
  ...ORIGIN_COLUMNS,
  ...EVENT_COLUMNS,
  ...STANDING_COLUMNS,
];

/** A payment, or the funding of a campaign by its creator, which has no event of its own. */
export type AccountRow = Omit<PaymentRow, "kind" | "slot" | "signature"> & {
  kind: PaymentRow["kind"] | "funding";
  slot: bigint | null;
  signature: string | null;
};

type PaymentOf = AccountRow & { token: AmountToken & Pick<Token, "unit"> };

/** Payments to an address and the fundings of its own campaigns, as its accountant needs them. */
export const PAYMENT_COLUMNS: Columns<PaymentOf> = [
  ["dateUtc", ({ blockTime }) => timeCell(blockTime)],
  ["kind", ({ kind }) => kindCell(kind)],
  ...ORIGIN_COLUMNS,
  ["token", ({ token }) => (token.isKnown ? token.unit : null)],
  ...amountColumns<PaymentOf>("amount", ({ amount, token }) => [amount, token]),
  ["priceUsd", ({ priceUsd }) => (priceUsd === null ? null : decimalCell(plainNumber(priceUsd)))],
  ["leafIndex", ({ leafIndex }) => leafIndex],
  ["milestoneIdx", ({ milestoneIdx }) => milestoneIdx],
  ["slot", ({ slot }) => slot],
  ["signature", ({ signature }) => signature],
  ["reconstructed", ({ reconstructed }) => booleanCell(reconstructed)],
  ...STANDING_COLUMNS,
];

/** A price without an exponent, which not every reader of a file knows. */
const plainNumber = (value: number): string =>
  String(value).includes("e") ? value.toFixed(18).replace(/\.?0+$/, "") : String(value);

/** A campaign with a beneficiary's part of it as it stands. Amounts in base units. */
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

/** The campaigns of one address. */
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

/** What unlocks by month and token. */
export const UNLOCK_MONTH_COLUMNS: Columns<UnlockMonthRow> = [
  ["month", ({ month }) => monthCell(month)],
  ["mint", ({ mint }) => mint],
  ["token", ({ token }) => (token.isKnown ? token.unit : null)],
  ...amountColumns<UnlockMonthRow>("amount", ({ amount, token }) => [amount, token]),
];
