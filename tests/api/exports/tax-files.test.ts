import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/api/activity/[address]/payments/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { campaigns, tokenPrices } from "@/db/schema";
import type { TaxTool } from "@/lib/contract/csv/tax-tools";
import { decimalText } from "@/lib/core/recipients/number-text";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { addClaim, envelopeValues } from "@/tests/support/rows";
import { creator, NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
const wallet = createWallet(new Uint8Array(32).fill(77)).address;
const HOUR = 3_600n;
const CLAIMS = 50;
const PRICE = 150.25;
const PRICE_TEXT = "Price: 150.25 USD per token in that hour, from prices.example";

/** Times of the claims, one per hour; every second hour has a price. */
const getTime = (at: number) => NOW + BigInt(at) * HOUR;
const hasPrice = (at: number) => at % 2 === 0;
const getAmount = (at: number) => 1_234_567_891n + BigInt(at);
/** The value of a claim in US dollars, rounded to six decimals. */
const getValue = (at: number) => decimalText((getAmount(at) * 15_025n + 50_000n) / 100_000n, 6);

let treeAddress = "";
beforeEach(async () => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", PRICE_API_URL: "https://prices.example/v1" });
  startServices({ db: database.db, env, ...fixedClock(Number(NOW) * 1000) });
  await database.db.delete(campaigns);
  await database.db.delete(tokenPrices);
  const metadata = { name: '=HYPERLINK("x"), Team' };
  const campaign = await storeCampaign(database.db, {
    ...{ mint: NATIVE_MINT, metadata, createdAt: NOW - 1n, vaultBalance: 10n ** 12n, vaultSlot: 10n ** 9n },
    leaves: [{ beneficiary: wallet, amount: 10n ** 12n }],
  });
  treeAddress = campaign.treeAddress;
  for (let at = 0; at < CLAIMS; at++) {
    const position = { ...envelopeValues(campaign.id), blockTime: getTime(at) };
    await addClaim(database.db, { ...position, beneficiary: wallet, leafIndex: 0, amount: getAmount(at) });
    if (hasPrice(at)) {
      const hour = Number(getTime(at) / HOUR);
      await database.db.insert(tokenPrices).values({ mint: NATIVE_MINT, hour, usd: PRICE });
    }
  }
});

type Row = Record<string, string>;

const read = (address: string, query: Row) =>
  call<{ code?: string }>(GET, { params: { address }, query: { format: "csv", ...query } });

/** Returns the header and the rows of a file, the oldest first. */
async function getFile(tool: TaxTool, address = wallet) {
  const { status, text, headers } = await read(address, { tool });
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain(`payments-${tool}-`);
  const [header = []] = parse(text, { to: 1 }) as string[][];
  return { header, rows: (parse(text, { columns: true }) as Row[]).reverse() };
}

const iso = (at: number) => new Date(Number(getTime(at)) * 1000).toISOString();
const description = (at: number) =>
  `Vesting claim from '=HYPERLINK("x"), Team${hasPrice(at) ? `. ${PRICE_TEXT}` : ""}`.replace("'=", "=");

/** Asserts the cells of every claim; the cells that `getCells` does not name are empty. */
function expectRows(rows: Row[], getCells: (at: number, row: Row) => Row): void {
  expect(rows).toHaveLength(CLAIMS);
  for (const [at, row] of rows.entries()) {
    const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""));
    expect(filled).toEqual(getCells(at, row));
  }
}

describe("the payments of a wallet with 50 claims", () => {
  test("are a file with the columns of Koinly's universal template", async () => {
    const { header, rows } = await getFile("koinly");
    expect(header.join()).toBe(
      "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash",
    );
    expectRows(rows, (at, { TxHash = "" }) => ({
      Date: `${iso(at).slice(0, 19).replace("T", " ")} UTC`,
      "Received Amount": decimalText(getAmount(at), 9),
      "Received Currency": "SOL",
      ...(hasPrice(at) && { "Net Worth Amount": getValue(at), "Net Worth Currency": "USD" }),
      ...{ Description: description(at), TxHash },
    }));
    expect(new Set(rows.map(({ TxHash }) => TxHash)).size).toBe(CLAIMS);
  });

  test("are a file with the columns of CoinTracker's template", async () => {
    const { header, rows } = await getFile("cointracker");
    expect(header.join()).toBe(
      "Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag",
    );
    expectRows(rows, (at) => {
      const [, year, month, date, time] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(iso(at)) ?? [];
      return {
        Date: `${month}/${date}/${year} ${time}`,
        "Received Quantity": decimalText(getAmount(at), 9),
        "Received Currency": "SOL",
      };
    });
  });

  test("are a file with the columns of Cryptio's template", async () => {
    const { header, rows } = await getFile("cryptio");
    expect(header.join()).toBe(
      "transactionDate,orderType,txhash,incomingAsset,incomingVolume,incomingUnitRate,incomingTransactionValue,outgoingAsset,outgoingVolume,outgoingUnitRate,outgoingTransactionValue,feeAsset,feeVolume,feeUnitRate,feeTransactionValue,otherParties,note",
    );
    expectRows(rows, (at, { txhash = "" }) => ({
      ...{ transactionDate: iso(at).slice(0, 19).replace("T", " "), orderType: "deposit", txhash },
      ...{ incomingAsset: "SOL", incomingVolume: decimalText(getAmount(at), 9) },
      ...{ otherParties: treeAddress, note: description(at) },
    }));
  });

  test("are a file with the columns that programs write for Bitwave", async () => {
    const { header, rows } = await getFile("bitwave");
    expect(header.join()).toBe(
      "id,remoteContactId,amount,amountTicker,cost,costTicker,fee,feeTicker,time,blockchainId,memo,transactionType,accountId,contactId,categoryId,taxExempt,tradeId,description,fromAddress,toAddress,groupId",
    );
    expectRows(rows, (at, { blockchainId = "" }) => ({
      ...{ id: `${blockchainId}-0-claim`, amount: decimalText(getAmount(at), 9), amountTicker: "SOL" },
      ...(hasPrice(at) && { cost: getValue(at), costTicker: "USD" }),
      ...{ time: iso(at).replace(".000", ""), blockchainId, transactionType: "deposit", taxExempt: "FALSE" },
      ...{ description: description(at), fromAddress: treeAddress, toAddress: wallet },
    }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(CLAIMS);
  });
});

test("a funding is an outgoing transaction of its creator, without a value", async () => {
  const sent = async (tool: TaxTool) => (await getFile(tool, creator.address)).rows[0];
  expect(await sent("koinly")).toMatchObject({ "Sent Amount": "1000", "Received Amount": "", TxHash: "" });
  expect(await sent("cointracker")).toMatchObject({ "Sent Quantity": "1000", "Sent Currency": "SOL" });
  expect(await sent("cryptio")).toMatchObject({
    orderType: "withdraw",
    txhash: treeAddress,
    outgoingVolume: "1000",
  });
  expect(await sent("bitwave")).toMatchObject({
    ...{ id: `${treeAddress}-${NOW - 1n}-funding`, transactionType: "withdrawal", cost: "" },
    ...{ fromAddress: creator.address, toAddress: treeAddress },
  });
});

test("a campaign that was never funded is not a transaction, and a partial funding has its own amount", async () => {
  await database.db.delete(campaigns);
  const ended = { mint: NATIVE_MINT, totalSupply: 1_000n, instantRefunded: true, vaultSlot: 1n };
  await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 0n, vaultSlot: 1n });
  const { id } = await storeCampaign(database.db, { ...ended, vaultBalance: 0n });
  const refund = { cancelledAt: NOW, refundedTo: creator.address, amount: 400n };
  await storeEvents(database.db, { instant_refunded: [{ ...envelopeValues(id), ...refund }] });
  const { rows } = await getFile("koinly", creator.address);
  expect(rows.map((row) => [row["Sent Amount"], row["Received Amount"]])).toEqual([
    ["0.0000004", ""],
    ["", "0.0000004"],
  ]);
});

test("the ids of a Bitwave file are unique for payments of one transaction, and for each creation", async () => {
  const { address } = creator;
  const { signature } = envelopeValues(0);
  let eventIndex = 0;
  for (let at = 0; at < 2; at++) {
    const { id, treeAddress: tree } = await storeCampaign(database.db, {
      ...{ mint: NATIVE_MINT, leaves: [{ beneficiary: address }], createdAt: NOW },
    });
    const claim = { campaignId: id, beneficiary: address, leafIndex: 0, amount: 1n };
    for (let claims = 0; claims < 2; claims++)
      await addClaim(database.db, { ...claim, ...{ signature, eventIndex: eventIndex++ } });
    const end = { ...envelopeValues(id), signature, eventIndex: eventIndex++, cancelledAt: NOW };
    await storeEvents(database.db, {
      stream_cancelled: [{ ...end, amountToBeneficiary: 1n, amountToCreator: 1n }],
    });
    await database.db.update(campaigns).set({ isCurrent: false }).where(eq(campaigns.id, id));
    const again = { treeAddress: tree, createdAt: NOW + 1n, vaultBalance: 1n };
    await storeCampaign(database.db, { mint: NATIVE_MINT, ...again });
  }
  const { rows } = await getFile("bitwave", address);
  expect(rows).toHaveLength(2 * 2 + 2 * 2 + 2 * 2 + 1);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("a file is refused while the decimals of a token are unknown", async () => {
  const { address } = createWallet();
  const { id } = await storeCampaign(database.db, { leaves: [{ beneficiary: address }] });
  await addClaim(database.db, { campaignId: id, beneficiary: address, leafIndex: 0, amount: 1n });
  const { status, body } = await read(address, { tool: "koinly" });
  expect([status, body.code]).toEqual([503, "LEDGER_UNAVAILABLE"]);
});

test.each<Row>([
  { tool: "excel" },
  { tool: "koinly", separator: "semicolon" },
  { tool: "koinly", titles: "de" },
  { tool: "koinly", format: "json" },
])("refuses %o", async (query) => {
  const { status, body } = await read(wallet, query);
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
});
