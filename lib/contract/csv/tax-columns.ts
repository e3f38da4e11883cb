import type { Token } from "@/lib/contract/names";
import { shortAddress } from "@/lib/contract/names";
import { toDecimal } from "@/lib/contract/portfolio/fiat-value";
import { decimalText } from "@/lib/core/recipients/number-text";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { type AccountRow, plainNumber, tokenText } from "./columns";
import { type Columns, decimalCell } from "./csv-text";
import type { TaxTool } from "./tax-tools";

/** A payment or funding with its token. */
type TaxRow = AccountRow & { token: Pick<Token, "decimals" | "isKnown" | "unit"> };

type Owner = {
  /** The wallet of the file, base58. */
  address: string;
  /** The host from which the service reads prices. */
  priceSource: string;
};

type TaxColumns = Columns<TaxRow>;
type TaxCell = TaxColumns[number][1];

/** The symbol of a token, or its whole mint if it has no usable symbol. */
const getCurrency = ({ token, mint }: TaxRow) => (token.unit === shortAddress(mint) ? mint : token.unit);

const isSent = ({ kind }: TaxRow) => kind === "funding";

const WORTH_DECIMALS = 6;

/** Returns the value of a payment in US dollars with at most six decimals; null if its price is not known. */
function formatValue({ amount, token, priceUsd }: TaxRow): string | null {
  if (priceUsd === null || !token.isKnown) return null;
  const price = toDecimal(priceUsd);
  const product = amount * price.digits;
  const surplus = token.decimals + price.decimals - WORTH_DECIMALS;
  const rounded =
    surplus > 0
      ? (product + 10n ** BigInt(surplus) / 2n) / 10n ** BigInt(surplus)
      : product * 10n ** BigInt(-surplus);
  return decimalText(rounded, WORTH_DECIMALS);
}

const TEXTS: Readonly<Record<AccountRow["kind"], string>> = {
  claim: "Vesting claim from",
  settlement: "Settlement of the stream",
  returned: "Returned from the stream",
  withdrawal: "Withdrawn from the campaign",
  refund: "Refund of the campaign",
  funding: "Funding of the campaign",
};

/** Names the payment, and the price of its hour with the source of that price. */
function getDescription(row: TaxRow, { priceSource }: Owner): string {
  const payment = `${TEXTS[row.kind]} ${row.metadata?.name ?? row.treeAddress}`;
  if (row.priceUsd === null) return payment;
  return `${payment}. Price: ${plainNumber(row.priceUsd)} USD per token in that hour, from ${priceSource}`;
}

const received =
  (getCell: TaxCell): TaxCell =>
  (row) =>
    isSent(row) ? null : getCell(row);
const sent =
  (getCell: TaxCell): TaxCell =>
  (row) =>
    isSent(row) ? getCell(row) : null;
const priced =
  (getCell: TaxCell): TaxCell =>
  (row) =>
    formatValue(row) === null ? null : getCell(row);

/** The tools read no base units, so a file needs the decimals of every token. */
const amount: TaxCell = ({ amount, token }) => decimalCell(tokenText(amount, token));
const currency: TaxCell = getCurrency;
const empty: TaxCell = () => null;
/** A funding has no transaction of its own; its campaign identifies it. */
const hash: TaxCell = ({ signature, treeAddress }) => signature ?? treeAddress;

const iso = (row: TaxRow) => timeCell(row.blockTime);
/** Returns a time as `2027-01-31 09:05:00`, in UTC. */
const plainTime = (row: TaxRow) => iso(row).replace("T", " ").replace("Z", "");
/** Returns a time as `01/31/2027 09:05:00`, in UTC. */
const monthFirst = (row: TaxRow) =>
  plainTime(row).replace(/^(\d{4})-(\d{2})-(\d{2})/, (_, year, month, date) => `${month}/${date}/${year}`);

/** Columns of Koinly's universal template. */
const koinly = (owner: Owner): TaxColumns => [
  ["Date", (row) => `${plainTime(row)} UTC`],
  ["Sent Amount", sent(amount)],
  ["Sent Currency", sent(currency)],
  ["Received Amount", received(amount)],
  ["Received Currency", received(currency)],
  ["Fee Amount", empty],
  ["Fee Currency", empty],
  ["Net Worth Amount", priced((row) => decimalCell(formatValue(row)))],
  ["Net Worth Currency", priced(() => "USD")],
  ["Label", empty],
  ["Description", (row) => getDescription(row, owner)],
  ["TxHash", ({ signature }) => signature],
];

/** Columns of CoinTracker's template, which has no column for a value or a description. */
const cointracker = (): TaxColumns => [
  ["Date", monthFirst],
  ["Received Quantity", received(amount)],
  ["Received Currency", received(currency)],
  ["Sent Quantity", sent(amount)],
  ["Sent Currency", sent(currency)],
  ["Fee Amount", empty],
  ["Fee Currency", empty],
  ["Tag", empty],
];

/**
 * Columns of Cryptio's custom template. Rates and values stay empty, because Cryptio reads them in the currency of the
 * workspace; the note names the price in US dollars.
 */
const cryptio = (owner: Owner): TaxColumns => [
  ["transactionDate", plainTime],
  ["orderType", (row) => (isSent(row) ? "withdraw" : "deposit")],
  ["txhash", hash],
  ["incomingAsset", received(currency)],
  ["incomingVolume", received(amount)],
  ["incomingUnitRate", empty],
  ["incomingTransactionValue", empty],
  ["outgoingAsset", sent(currency)],
  ["outgoingVolume", sent(amount)],
  ["outgoingUnitRate", empty],
  ["outgoingTransactionValue", empty],
  ["feeAsset", empty],
  ["feeVolume", empty],
  ["feeUnitRate", empty],
  ["feeTransactionValue", empty],
  ["otherParties", ({ treeAddress }) => treeAddress],
  ["note", (row) => getDescription(row, owner)],
];

/** Columns that public programs write for Bitwave, which publishes no list of them. */
const bitwave = (owner: Owner): TaxColumns => [
  ["id", ({ id }) => id],
  ["remoteContactId", empty],
  ["amount", amount],
  ["amountTicker", currency],
  ["cost", priced((row) => decimalCell(formatValue(row)))],
  ["costTicker", priced(() => "USD")],
  ["fee", empty],
  ["feeTicker", empty],
  ["time", iso],
  ["blockchainId", ({ signature }) => signature],
  ["memo", empty],
  ["transactionType", (row) => (isSent(row) ? "withdrawal" : "deposit")],
  ["accountId", empty],
  ["contactId", empty],
  ["categoryId", empty],
  ["taxExempt", () => "FALSE"],
  ["tradeId", empty],
  ["description", (row) => getDescription(row, owner)],
  ["fromAddress", (row) => (isSent(row) ? owner.address : row.treeAddress)],
  ["toAddress", (row) => (isSent(row) ? row.treeAddress : owner.address)],
  ["groupId", empty],
];

const TOOLS: Readonly<Record<TaxTool, (owner: Owner) => TaxColumns>> = {
  koinly,
  cointracker,
  cryptio,
  bitwave,
};

/** Returns the columns that a tool imports, for the file of one wallet. */
export const taxColumns = (tool: TaxTool, owner: Owner): TaxColumns => TOOLS[tool](owner);
