import { Keypair } from "@solana/web3.js";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { upsertTokenLogo } from "@/db/queries/tokens";
import { campaigns, tokenLogos, tokenMetadata } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import {
  DEFAULT_PROGRAM_ID,
  NATIVE_MINT,
  TOKEN_PROGRAM_ID,
  WRAPPED_SOL_MINT,
} from "@/lib/core/solana/addresses";
import { createChain } from "@/lib/service/chain/chain";
import { createLogger } from "@/lib/service/log";
import { evictTokenNames, loadTokenNames, readTokenNames } from "@/lib/service/tokens/token-names";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign } from "@/tests/support/rows";
import { metadataAccount } from "@/tests/support/token-metadata";

const HOUR_MS = 3_600_000;
const log = createLogger("silent");
const mint = () => Keypair.generate().publicKey.toBase58();
const [ACME, FALSE_USDC, HOSTILE, NAMELESS, FORGED, FOREIGN, STRANGERS] = Array.from({ length: 7 }, mint) as [
  ...string[],
] as [string, string, string, string, string, string, string];

let queries = 0;
const database = openTestDatabase({ logQuery: () => queries++ });
let ledger: TestLedger;
let chain: ReturnType<typeof createChain>;
let nowMs = 1_800_000_000_000;

/** Simulates a new process: the same database, empty caches. */
const newProcess = () => {
  const db = new Proxy(database.db, {});
  return { db, reads: db, chain, log, nowMs: () => nowMs };
};
let used: ReturnType<typeof newProcess>;

const forged = metadataAccount({ mint: ACME, name: "Forged", symbol: "FORGED" });
const foreign = metadataAccount({ mint: FOREIGN, name: "Foreign", symbol: "FOREIGN" });

beforeAll(async () => {
  ledger = await TestLedger.start({
    accounts: [
      metadataAccount({ mint: ACME, name: "Acme Token", symbol: "ACME", uri: "https://acme.example/t.json" }),
      metadataAccount({ mint: FALSE_USDC, name: "USD Coin", symbol: "USDС" }),
      metadataAccount({
        mint: HOSTILE,
        name: "\u202EniaG\u2066",
        symbol: "\0\u200B",
        uri: "javascript:alert(1)",
      }),
      { ...forged, address: metadataAccount({ mint: FORGED, name: "", symbol: "" }).address },
      { ...foreign, owner: TOKEN_PROGRAM_ID },
      metadataAccount({ mint: STRANGERS, name: "Of no campaign", symbol: "NONE" }),
    ],
  });
  chain = createChain({ urls: [ledger.url], programId: DEFAULT_PROGRAM_ID, log });
});
afterAll(() => ledger.close());
afterEach(() => vi.restoreAllMocks());

beforeEach(async () => {
  await database.db.delete(tokenMetadata);
  await database.db.delete(tokenLogos);
  await database.db.delete(campaigns);
  for (const one of [ACME, FALSE_USDC, HOSTILE, NAMELESS, FORGED, FOREIGN]) {
    await addCampaign(database.db, { mint: one });
  }
  used = newProcess();
});

const getNoLogo = (mint: string) => ({
  mint,
  uri: "https://acme.example/t.json",
  ...{ logoUri: null, mediaType: null, content: null, fetchedAt: nowMs },
});

const stored = async (text: string) =>
  (await database.db.select().from(tokenMetadata).where(eq(tokenMetadata.mint, text)))[0];

describe("the name of a mint", () => {
  test("comes from its metadata on the network, and is stored", async () => {
    await loadTokenNames(used, [ACME]);
    const names = { symbol: "ACME", name: "Acme Token", imitates: null, hasLogo: true };
    expect(readTokenNames(used, ACME)).toEqual(names);
    await expect.poll(() => stored(ACME)).toMatchObject({ found: true, symbol: "ACME", fetchedAt: nowMs });
  });

  test("is returned with the token that it imitates", async () => {
    await loadTokenNames(used, [FALSE_USDC]);
    expect(readTokenNames(used, FALSE_USDC)).toMatchObject({ imitates: "USDC", hasLogo: false });
  });

  test("is cleaned, and links to https alone", async () => {
    await loadTokenNames(used, [HOSTILE]);
    expect(readTokenNames(used, HOSTILE)).toEqual({
      symbol: null,
      name: "niaG",
      imitates: null,
      hasLogo: false,
    });
  });

  test("is absent without metadata, with another mint's, or with another program's", async () => {
    await loadTokenNames(used, [NAMELESS, FORGED, FOREIGN]);
    for (const one of [NAMELESS, FORGED, FOREIGN]) {
      expect(readTokenNames(used, one)).toBeUndefined();
      await expect.poll(() => stored(one)).toMatchObject({ found: false, symbol: null });
    }
  });

  test("is shown, but not stored, for a mint without a campaign", async () => {
    await loadTokenNames(used, [STRANGERS, ACME]);
    expect(readTokenNames(used, STRANGERS)?.symbol).toBe("NONE");
    await expect.poll(() => stored(ACME)).toBeDefined();
    expect(await stored(STRANGERS)).toBeUndefined();
  });

  test("is not queried for SOL, nor for an invalid address", async () => {
    const requested = vi.spyOn(chain, "getAccounts");
    const before = queries;
    await loadTokenNames(used, [NATIVE_MINT, WRAPPED_SOL_MINT, "no address"]);
    expect([requested.mock.calls.length, queries - before]).toEqual([0, 0]);
  });
});

describe("the queries for token names", () => {
  test("run once for all mints of a page, and not again for the next", async () => {
    const requested = vi.spyOn(chain, "getAccounts");
    const before = queries;
    const mints = [ACME, FALSE_USDC, HOSTILE, NAMELESS];
    await Promise.all([loadTokenNames(used, mints), loadTokenNames(used, [...mints, ACME])]);
    expect(requested).toHaveBeenCalledTimes(1);
    // Each of the two responses reads once, and one more statement stores the names.
    await expect.poll(() => queries - before).toBe(3);
    await loadTokenNames(used, mints);
    expect(queries - before).toBe(3);
  });

  test("request no more mints than one call returns", async () => {
    const requested = vi.spyOn(chain, "getAccounts");
    await loadTokenNames(used, Array.from({ length: 150 }, mint));
    const sizes = () => requested.mock.calls.map(([addresses]) => addresses.length).toSorted((a, b) => a - b);
    await expect.poll(sizes).toEqual([50, 100]);
  });

  test("return names after a restart while the network is unreachable", async () => {
    await loadTokenNames(used, [ACME]);
    await expect.poll(() => stored(ACME)).toBeDefined();
    const away = createChain({ urls: ["http://127.0.0.1:9"], programId: DEFAULT_PROGRAM_ID, log });
    nowMs += 48 * HOUR_MS;
    const next = { ...newProcess(), chain: away };
    await loadTokenNames(next, [ACME, NAMELESS]);
    expect(readTokenNames(next, ACME)?.symbol).toBe("ACME");
    expect(readTokenNames(next, NAMELESS)).toBeUndefined();
  });

  test("wait for a short time, and a later answer serves the next request", async () => {
    let notify = () => {};
    const reported = new Promise<void>((resolve) => {
      notify = resolve;
    });
    const slow = Object.create(chain, {
      getAccounts: {
        value: async (...input: Parameters<typeof chain.getAccounts>) => {
          await reported;
          return chain.getAccounts(...input);
        },
      },
    });
    const waiting = { ...used, chain: slow };
    await loadTokenNames(waiting, [ACME]);
    expect(readTokenNames(waiting, ACME)).toBeUndefined();
    notify();
    await expect.poll(() => readTokenNames(waiting, ACME)?.symbol).toBe("ACME");
  });

  test("are repeated in the background, after an hour for a missing name and a day for a known one", async () => {
    await loadTokenNames(used, [ACME, NAMELESS]);
    await expect.poll(() => stored(NAMELESS)).toBeDefined();
    const requested = vi.spyOn(chain, "getAccounts");
    nowMs += HOUR_MS - 1;
    await loadTokenNames(used, [ACME, NAMELESS]);
    expect(requested).not.toHaveBeenCalled();
    nowMs += 1;
    await loadTokenNames(used, [ACME, NAMELESS]);
    await expect.poll(() => requested.mock.calls.map(([addresses]) => addresses.length)).toEqual([1]);
    nowMs += 23 * HOUR_MS;
    await loadTokenNames(used, [ACME]);
    await expect.poll(() => requested.mock.calls.length).toBe(2);
    await expect.poll(async () => (await stored(ACME))?.fetchedAt).toBe(nowMs);
  });

  test("are repeated by pages for names that a route has invalidated in its own copy of the code", async () => {
    vi.resetModules();
    const pages = await import("@/lib/service/tokens/token-names");
    await pages.loadTokenNames(used, [ACME]);
    await expect.poll(() => stored(ACME)).toBeDefined();
    await upsertTokenLogo(database.db, getNoLogo(ACME), 500);
    await pages.loadTokenNames(used, [ACME]);
    expect(pages.readTokenNames(used, ACME)?.hasLogo, "as remembered").toBe(true);
    evictTokenNames(used, ACME);
    await pages.loadTokenNames(used, [ACME]);
    expect(pages.readTokenNames(used, ACME)?.hasLogo).toBe(false);
  });

  test("are repeated for names that were invalidated during the query", async () => {
    await loadTokenNames(used, [ACME]);
    await expect.poll(() => stored(ACME)).toBeDefined();
    nowMs += 60_000;
    const reading = loadTokenNames(used, [ACME]);
    evictTokenNames(used, ACME);
    await reading;
    await upsertTokenLogo(database.db, getNoLogo(ACME), 500);
    await loadTokenNames(used, [ACME]);
    expect(readTokenNames(used, ACME)?.hasLogo).toBe(false);
  });

  test("may fail, and names are then omitted", async () => {
    const broken = { ...newProcess(), reads: null as never };
    await loadTokenNames(broken, [ACME]);
    expect(readTokenNames(broken, ACME)?.symbol).toBe("ACME");
    const alone = { ...broken, db: new Proxy(database.db, {}), chain: null };
    await loadTokenNames(alone, [ACME]);
    expect(readTokenNames(alone, ACME)).toBeUndefined();
  });
});
