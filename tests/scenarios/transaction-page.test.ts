import { createServer } from "node:http";
import { Connection, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TransactionParts } from "@/components/transaction/transaction-parts";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { toToken } from "@/lib/contract/names";
import { planPause } from "@/lib/core/plans/govern-campaign";
import { createChain } from "@/lib/service/chain/chain";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import type { TransactionDetail } from "@/lib/service/chain/transaction-detail";
import { readTransactionPage } from "@/lib/service/pages/transaction";
import { createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { listenLocally } from "@/tests/support/local-server";

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

async function found(signature: string): Promise<TransactionDetail> {
  const page = await readTransactionPage(signature, new Headers());
  if (page.state !== "found") throw new Error(`The transaction is ${page.state}.`);
  return page.detail;
}

const getText = (detail: TransactionDetail) =>
  renderToStaticMarkup(
    createElement(TransactionParts, {
      detail,
      network: "local ledger",
      getToken: (mint: string) => toToken(mint, null),
    }),
  )
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

/** Creates a finished token campaign for one of two recipients, with its claim. */
async function claimed() {
  const cast = await createCast(world, "tokens");
  const amount = SUPPLY / 2n;
  const recipients = [0, 1].map(() => recipient(cast, { amount, start: world.now - 5_000n }));
  const treeAddress = await createCampaign(world.api, {
    terms: cast.terms,
    recipients,
    creator: cast.creator,
  });
  const { mint, beneficiary } = cast;
  return {
    ...cast,
    treeAddress,
    amount,
    signature: await claim(world.api, { treeAddress, mint, beneficiary }),
  };
}

test("shows a claim by its instruction, the inner calls, and its event", LONG, async () => {
  const { signature, treeAddress, beneficiary, amount } = await claimed();
  const detail = await found(signature);
  const own = detail.instructions.find(({ program }) => program.name === "Vesting program");
  expect(own?.name).toBe("claim");
  expect(own?.accounts).toContainEqual({ address: treeAddress, name: "vesting tree" });
  expect(own?.inner.map(({ name }) => name)).toContain("transfer");
  expect(Object.fromEntries(own?.arguments ?? [])).toMatchObject({ amount: String(amount), leafIndex: "0" });
  expect(detail.signers).toEqual([beneficiary.publicKey.toBase58()]);
  expect(detail.events).toMatchObject([{ data: { amount, tree: treeAddress } }]);
  const text = getText(detail);
  for (const output of ["Succeeded", "Claim", "vesting tree", String(amount), "local ledger", "Program logs"])
    expect(text).toContain(output);
  // The events by their names in lists, before the instructions.
  expect(text).toMatch(/Events of the vesting program Claimed .* Instructions 1 /);
});

test("shows a failed transaction as failed, without events", LONG, async () => {
  const { treeAddress, creator } = await claimed();
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  // The creator is not the pause authority.
  const plan = planPause({ treeAddress, pauseAuthority: creator.publicKey.toBase58() });
  const transaction = new Transaction({
    feePayer: creator.publicKey,
    ...(await connection.getLatestBlockhash()),
  }).add(...plan.instructions);
  transaction.sign(creator);
  const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  const detail = await found(signature);
  expect(detail.error).not.toBeNull();
  expect(detail.events).toEqual([]);
  expect(getText(detail)).toContain("The transaction failed. Only its fee was charged.");
});

test("shows a transaction that the network lacks as unknown", async () => {
  expect(await readTransactionPage(bs58.encode(new Uint8Array(64).fill(7)), new Headers())).toEqual({
    state: "unknown",
  });
});

type Answer = {
  transaction: { signatures: string[]; message: { instructions: object[] } };
  meta: object;
};

/** Starts a node that returns a wrong answer about one transaction. */
async function lyingNode(lie: (answer: Answer) => object, signature: string) {
  const config = { encoding: "json", commitment: "confirmed", maxSupportedTransactionVersion: 1 };
  const call = { jsonrpc: "2.0", id: 1, method: "getTransaction", params: [signature, config] };
  const headers = { "content-type": "application/json" };
  const honest = await fetch(world.api.rpcUrl, { method: "POST", headers, body: JSON.stringify(call) });
  const { result } = (await honest.json()) as { result: Answer };
  lie(result);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id } = JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  const { url, close } = await listenLocally(server);
  return { chain: createChain({ urls: [url] }), close };
}

const getFirst = ({ transaction }: Answer) => transaction.message.instructions[0] ?? {};

test("rejects an invalid transaction, and the answer to another one", LONG, async () => {
  const { signature } = await claimed();
  const other = bs58.encode(new Uint8Array(64).fill(9));
  const query = async (lie: (answer: Answer) => object) => {
    const node = await lyingNode(lie, signature);
    return node.chain.getTransactionDetail(signature, { attempts: 1 }).finally(node.close);
  };
  expect(await query((answer) => answer)).toMatchObject({ signature, error: null });
  const lies: Record<string, (answer: Answer) => object> = {
    "another transaction": ({ transaction }) => Object.assign(transaction, { signatures: [other] }),
    "an account that is not there": (answer) => Object.assign(getFirst(answer), { accounts: [200] }),
    "a program that is not there": (answer) => Object.assign(getFirst(answer), { programIdIndex: 99 }),
    "a negative fee": ({ meta }) => Object.assign(meta, { fee: -1 }),
  };
  for (const [name, lie] of Object.entries(lies))
    await expect(query(lie), name).rejects.toThrow(NetworkUnavailableError);
});
