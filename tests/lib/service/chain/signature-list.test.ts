import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { createChain } from "@/lib/service/chain/chain";
import { UnknownCursor } from "@/lib/service/chain/errors";
import { FaultyEndpoint } from "@/tests/indexer/support/faulty-endpoint";

let ledger: TestLedger;
let faulty: FaultyEndpoint;
let honest: FaultyEndpoint;
/** Signatures, oldest first. */
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
  test("returns each transaction once when the node repeats entries", async () => {
    faulty.distort("getSignaturesForAddress", ({ id, result }) => ({
      id,
      result: (result as unknown[]).flatMap((entry) => [entry, entry]),
    }));
    const list = await chain(faulty).getSignatures(address);
    expect(list.map(({ signature }) => signature)).toEqual(newestFirst());
    const { entries: merged } = await chain(faulty, honest).getSignaturesOfAll(address);
    expect(merged.map(({ signature }) => signature)).toEqual(newestFirst());
  });

  /** Answers like an Agave 4.0 node that lacks the signature. */
  const lack = (name: "before" | "until") =>
    faulty.distort("getSignaturesForAddress", (answer, params) => {
      const { [name]: cursor } = params[1] as Record<string, string | undefined>;
      const error = { code: -32020, message: "Transaction not found" };
      return cursor === undefined ? answer : { id: answer.id, error };
    });

  test('lists down to "until" when the node lacks that transaction', async () => {
    lack("until");
    const options = { before: signatures[3], until: signatures[1] };
    const list = await chain(faulty).getSignatures(address, options);
    expect(list.map(({ signature }) => signature)).toEqual(newestFirst().slice(1));
    const { entries: merged } = await chain(honest, faulty).getSignaturesOfAll(address, options);
    expect(merged.map(({ signature }) => signature)).toEqual(newestFirst().slice(1));
  });

  test('throws UnknownCursor when the node lacks "before"', async () => {
    lack("before");
    const options = { before: signatures[3], until: signatures[0] };
    await expect(chain(faulty).getSignatures(address, options)).rejects.toBeInstanceOf(UnknownCursor);
    const { entries: merged } = await chain(faulty, honest).getSignaturesOfAll(address, options);
    expect(merged.map(({ signature }) => signature)).toEqual(newestFirst().slice(1));
  });
});

describe("getSignaturesOfAll", () => {
  type Page = { signatures: (string | undefined)[]; next: string | undefined };
  const page = async (before?: string): Promise<Page> => {
    const { entries, next } = await chain(honest, faulty).getSignaturesOfAll(address, { before, limit: 2 });
    return { signatures: entries.map(({ signature }) => signature), next: next?.signature };
  };

  /** Answers like a node that lacks these signatures; each page has two others. */
  const lackEntries = (lost: readonly (string | undefined)[]) =>
    faulty.distort("getSignaturesForAddress", ({ id }, params) => {
      const { before } = params[1] as { before?: string };
      const known = newestFirst().filter((signature) => !lost.includes(signature));
      const from = before === undefined ? 0 : known.indexOf(before) + 1;
      const error = { code: -32020, message: "Transaction not found" };
      if (before !== undefined && from === 0) return { id, error };
      const slot = (signature: string) => 1_000 + signatures.indexOf(signature);
      const entry = (signature: string) => ({ signature, slot: slot(signature), err: null });
      return { id, result: known.slice(from, from + 2).map(entry) };
    });
  beforeAll(() => {
    honest.distort("getSignaturesForAddress", ({ id, result }) => ({
      id,
      result: (result as { signature: string }[]).map((entry) => ({
        ...entry,
        slot: 1_000 + signatures.indexOf(entry.signature),
      })),
    }));
  });
  afterAll(() => honest.beHonest());

  test("continues after the oldest entry that every full list contains", async () => {
    const [oldest, second, third, newest] = signatures;
    lackEntries([third]);
    expect(await page()).toEqual({ signatures: [newest, third, second], next: newest });
    expect(await page(newest)).toEqual({ signatures: [third, second, oldest], next: second });
    expect(await page(second)).toEqual({ signatures: [oldest], next: undefined });
  });

  test("continues after the newest end of lists without a common entry", async () => {
    const [oldest, second, third, newest] = signatures;
    lackEntries([third, newest]);
    expect(await page()).toEqual({ signatures: [newest, third, second, oldest], next: third });
  });
});
