import { beforeEach, expect, test } from "vitest";
import { readFilters } from "@/components/campaigns/filter-form";
import { pageNumber } from "@/components/ui/page/page-query";
import { requestContext } from "@/lib/service/http/request-context";
import { findPlace, readCampaigns, readFigures } from "@/lib/service/pages/campaigns";
import { isSame, PageReads, readForPage } from "@/lib/service/pages/page-reads";
import { readTokens } from "@/lib/service/pages/tokens";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { addCampaign } from "@/tests/support/rows";

const statements: string[] = [];
const database = openTestDatabase({ logQuery: (text) => statements.push(text) });
beforeEach(async () => {
  startServices({ db: database.db, chain: null });
  await addCampaign(database.db);
  statements.length = 0;
});

/** As the server has a page rendered. */
const rendering = <T>(reads: PageReads, read: () => Promise<T>): Promise<T> =>
  requestContext().run({ remoteAddress: "", requestId: "", reads }, read);

/** What the page of campaigns reads for a query. */
const campaignsOf = (search: Record<string, string>) => () => {
  const { q, ...narrowed } = readFilters(search);
  return readCampaigns({ ...narrowed, name: q, page: pageNumber(search) });
};

/** A list of campaigns with their tokens, as its page and the first one read them. */
async function readAll(): Promise<void> {
  const { campaigns } = await campaignsOf({})();
  await readTokens(campaigns.map(({ mint }) => mint));
  await readTokens((await readFigures()).newest.map(({ mint }) => mint));
}

test("what a page read is read again before it is rendered, once, and handed to it", async () => {
  const first = new PageReads();
  await rendering(first, readAll);
  const reads = statements.length;
  expect(reads).toBeGreaterThan(0);
  statements.length = 0;
  const second = new PageReads(await first.texts());
  expect(await second.isAsEarlier()).toBe(true);
  await rendering(second, readAll);
  expect(statements.length).toBe(reads);
  expect(isSame(await first.texts(), await second.texts())).toBe(true);
});

test("it is not the same once anything of it has changed, and the page is given what is so now", async () => {
  const first = new PageReads();
  const { total } = await rendering(first, campaignsOf({}));
  await addCampaign(database.db);
  const second = new PageReads(await first.texts());
  expect(await second.isAsEarlier()).toBe(false);
  expect((await rendering(second, campaignsOf({}))).total).toBe(total + 1);
  expect(isSame(await first.texts(), await second.texts())).toBe(false);
});

test("no page is given what another one reads", async () => {
  const others: Record<string, string>[] = [
    { mint: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" },
    { creator: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" },
    ...[{ page: "2" }, { sort: "name" }, { order: "asc" }, { q: "x" }, { status: "paused" }],
  ];
  const plain = new PageReads();
  await rendering(plain, campaignsOf({}));
  for (const search of others) {
    const alone = await campaignsOf(search)();
    const reads = new PageReads(await plain.texts());
    expect(await rendering(reads, campaignsOf(search)), JSON.stringify(search)).toEqual(alone);
  }
});

test("a place that is found later is another one", async () => {
  const nowhere = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const first = new PageReads();
  expect((await rendering(first, () => findPlace(nowhere))).href).toBeNull();
  await addCampaign(database.db, { treeAddress: nowhere });
  const second = new PageReads(await first.texts());
  expect(await second.isAsEarlier()).toBe(false);
  expect((await rendering(second, () => findPlace(nowhere))).href).toContain(nowhere);
});

test("what is read for another reason than before, or no more, is another page", async () => {
  const told = async (...names: string[]) => {
    const reads = new PageReads();
    await rendering(reads, async () => {
      for (const name of names) await readForPage(name, async () => 1);
    });
    return reads.texts();
  };
  const [one, other, both] = await Promise.all([told("a"), told("b"), told("a", "b")]);
  expect([isSame(one, one), isSame(one, other), isSame(one, both), isSame(both, one)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a failure is its reader's, and nobody's where nobody reads", async () => {
  const first = new PageReads();
  await rendering(first, campaignsOf({}));
  const earlier = await first.texts();
  const db = new Proxy({} as typeof database.db, {
    get() {
      throw new Error("The database is away.");
    },
  });
  startServices({ db, chain: null });
  const second = new PageReads(earlier);
  expect(await second.isAsEarlier()).toBe(false);
  await expect(rendering(second, campaignsOf({}))).rejects.toThrow("away");
  await expect(second.texts()).rejects.toThrow("away");
  await rendering(new PageReads(earlier), async () => null);
});
