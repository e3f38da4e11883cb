import {
  AddressLookupTableProgram,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  readTransactionAnswer,
  transactionAnswer,
} from "@/lib/core/solana/rpc-responses/transaction-response";
import { Chain } from "@/lib/service/chain/chain";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

let ledger: TestLedger;
let campaign: LedgerCampaign;

beforeAll(async () => {
  ledger = await TestLedger.start();
  campaign = await LedgerCampaign.create(ledger, 3);
}, LONG.timeout);
afterAll(() => ledger.close());

type Answer = { result: { meta: { logMessages: string[] | null; innerInstructions?: unknown } } };

/** Returns the node's own answer about a transaction. */
async function query(signature: string): Promise<Answer["result"]> {
  const params = [
    signature,
    { encoding: "json", commitment: "confirmed", maxSupportedTransactionVersion: 1 },
  ];
  const response = await fetch(ledger.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getTransaction", params }),
  });
  return ((await response.json()) as Answer).result;
}

const read = (answer: Answer["result"]) =>
  readTransactionAnswer(transactionAnswer.parse(answer), DEFAULT_PROGRAM_ID);

/** Reads the answer with its log truncated at every line, and without a log. */
async function readCuts(signature: string) {
  const answer = await query(signature);
  const logs = answer.meta.logMessages ?? [];
  const cut = (logMessages: string[] | null) => read({ ...answer, meta: { ...answer.meta, logMessages } });
  return {
    whole: read(answer),
    cuts: [cut(null), ...logs.map((_, at) => cut([...logs.slice(0, at), "Log truncated"]))],
  };
}

async function expectRebuilt(signature: string): Promise<void> {
  const { whole, cuts } = await readCuts(signature);
  expect(whole?.events.length).toBeGreaterThan(0);
  for (const one of cuts) {
    expect(one).toMatchObject({ status: "indexed", lostAccounts: null });
    const found = one?.events.map(({ name, index, data, derived = [] }) => {
      const stated = Object.entries(whole?.events[index]?.data ?? {}).filter(([field]) =>
        derived.some((other) => other === field),
      );
      return { name, index, data: { ...data, ...Object.fromEntries(stated) } };
    });
    expect(found).toEqual(whole?.events.map(({ name, index, data }) => ({ name, index, data })));
  }
}

async function sendVersioned(instructions: TransactionInstruction[], who: number): Promise<string> {
  const { connection } = ledger;
  const wallet = campaign.people[who];
  if (!wallet) throw new RangeError(`There is no person ${who}.`);
  const recentSlot = (await connection.getSlot()) - 1;
  const authority = { authority: wallet.publicKey, payer: wallet.publicKey };
  const [create, table] = AddressLookupTableProgram.createLookupTable({ ...authority, recentSlot });
  const addresses = [
    campaign.treeAddress,
    ...instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => String(pubkey))),
  ];
  const extend = AddressLookupTableProgram.extendLookupTable({
    ...authority,
    lookupTable: table,
    addresses: [...new Set(addresses)].map((address) => new PublicKey(address)),
  });
  await ledger.send([create, extend], [wallet]);
  ledger.controls.advanceSlots(1);
  const { value } = await connection.getAddressLookupTable(table);
  if (value === null) throw new Error("The lookup table was not created.");
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: wallet.publicKey,
    recentBlockhash: blockhash,
    instructions,
  });
  const transaction = new VersionedTransaction(message.compileToV0Message([value]));
  transaction.sign([wallet]);
  return connection.sendTransaction(transaction);
}

describe("a log that a node truncated", () => {
  it("is completed from the rest of the answer", LONG, async () => {
    await expectRebuilt(await campaign.claim(0));
    await expectRebuilt(await campaign.pause());
    await expectRebuilt(await campaign.pause(false));
  });

  it("is completed in a versioned transaction whose accounts come from a lookup table", LONG, async () => {
    const signature = await sendVersioned([campaign.claimInstruction(1)], 1);
    expect((await query(signature)).meta).toMatchObject({
      loadedAddresses: { writable: [expect.any(String), expect.any(String)] },
    });
    await expectRebuilt(signature);
  });

  it("names the accounts whose events are lost where the node omits inner instructions", LONG, async () => {
    const answer = await query(await campaign.claim(2));
    const meta = { ...answer.meta, logMessages: null, innerInstructions: null };
    expect(read({ ...answer, meta })).toMatchObject({
      status: "indexed",
      events: [],
      isLogTruncated: true,
      lostAccounts: expect.arrayContaining([campaign.treeAddress]),
    });
  });

  it("is requested from every endpoint, and one endpoint's whole log is used", LONG, async () => {
    const chain = new Chain({ urls: [ledger.url] });
    const signature = await campaign.pause();
    expect(await chain.getWholeTransaction(signature)).toMatchObject({
      isLogTruncated: false,
      events: [{ name: "CampaignPaused" }],
    });
  });
});
