import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { startLedger } from "@vesting-index/ledger";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { createChain } from "@/lib/service/chain/chain";
import { readTokens } from "@/lib/service/pages/tokens";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";

const database = openTestDatabase();
const getAccount = (name: string) => {
  const { publicKey, secretKey } = Keypair.generate();
  return { name, address: publicKey.toBase58(), secretKey };
};
const [creator, token] = [getAccount("creator"), getAccount("token")];
const mint = token.address;

let ledger: Awaited<ReturnType<typeof startLedger>>;

beforeAll(async () => {
  ledger = await startLedger({ instant: true });
});

afterAll(() => ledger.close());

/** Returns a chain client that counts the queries for a mint; its metadata are a separate account. */
function openChain() {
  const chain = createChain({ urls: [ledger.url] });
  const getAccounts = vi.spyOn(chain, "getAccounts");
  const requestsFor = (address: string) =>
    getAccounts.mock.calls.filter(([addresses]) => addresses.includes(address)).length;
  return { chain, getAccounts, requestsFor };
}

test("queries the network for a missing mint once in half a minute, and finds the mint after that", async () => {
  let nowMs = Date.now();
  const { chain, requestsFor } = openChain();
  startServices({ db: database.db, chain, nowMs: () => nowMs });
  const decimals = async () => (await readTokens([mint])).of(mint).decimals;
  expect([await decimals(), await decimals()]).toEqual([0, 0]);
  expect(requestsFor(mint)).toBe(1);

  const connection = new Connection(ledger.url, "confirmed");
  await connection.requestAirdrop(new PublicKey(creator.address), 1_000_000_000);
  await new DemoLedger(connection).mintTokens({ token, creator, amount: 1n });
  expect(await decimals()).toBe(0);
  nowMs += 30_000;
  expect([await decimals(), await decimals()]).toEqual([6, 6]);
  expect(requestsFor(mint)).toBe(2);
});

test("does not treat an unanswered query as a missing mint", async () => {
  const { address: other } = getAccount("other");
  const away = openChain();
  away.getAccounts.mockRejectedValue(new Error("away"));
  startServices({ db: database.db, chain: away.chain });
  await readTokens([other]);
  // An endpoint that did not answer is skipped for some seconds: the next query uses another endpoint.
  const back = openChain();
  startServices({ db: database.db, chain: back.chain });
  await readTokens([other]);
  expect(back.requestsFor(other)).toBe(1);
});
