import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { createChain } from "@/lib/service/chain/chain";
import { FaultyEndpoint } from "@/tests/indexer/support/faulty-endpoint";

let ledger: TestLedger;
let faulty: FaultyEndpoint;
let honest: FaultyEndpoint;
/** Oldest first. */
const signatures: string[] = [];
const to = Keypair.generate().publicKey;

beforeAll(async () => {
  ledger = await TestLedger.start();
  [faulty, honest] = await Promise.all([FaultyEndpoint.start(ledger.url), FaultyEndpoint.start(ledger.url)]);
  const payer = ledger.wallet();
  for (let count = 1; count <= 4; count++) signatures.push(await ledger.pay(payer, to, 1_000_000 * count));
});
afterEach(() => faulty.beHonest());
afterAll(() => Promise.all([faulty.close(), honest.close(), ledger.close()]));

const chain = (...endpoints: FaultyEndpoint[]) =>
  createChain({ urls: endpoints.map(({ url }) => url), deadlineMs: 2_000 });
const address = String(to);
const newestFirst = () => signatures.toReversed();

describe("getSignatures", () => {
  test("returns each transaction once where the node repeats entries", async () => {
    faulty.distort("getSignaturesForAddress", ({ id, result }) => ({
      id,
      result: (result as unknown[]).flatMap((entry) => [entry, entry]),
    }));
    const list = await chain(faulty).getSignatures(address);
    expect(list.map(({ signature }) => signature)).toEqual(newestFirst());
    const merged = await chain(faulty, honest).getSignaturesOfAll(address);
    expect(merged.map(({ signature }) => signature)).toEqual(newestFirst());
  });
});
