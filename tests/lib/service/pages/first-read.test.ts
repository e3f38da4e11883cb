import { beforeEach, expect, test } from "vitest";
import { readFilters } from "@/components/campaigns/filter-form";
import { pageNumber } from "@/components/ui/page/page-query";
import { requestContext } from "@/lib/service/http/request-context";
import { beginFirstRead, readCampaigns, readFigures } from "@/lib/service/pages/campaigns";
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
const rendering = <T>(url: string, read: () => Promise<T>, method = "GET"): Promise<T> => {
  const context = { remoteAddress: "", requestId: "", early: beginFirstRead({ method, url }) };
  return requestContext().run(context, read);
};

/** What the page of campaigns reads for a query. */
const campaignsOf = (search: Record<string, string>) => () => {
  const { q, ...narrowed } = readFilters(search);
  return readCampaigns({ ...narrowed, name: q, page: pageNumber(search) });
};

test("the first list of campaigns is read once, from before its page is found", async () => {
  const early = beginFirstRead({ method: "GET", url: "/campaigns" });
  expect(await early?.given).toEqual(await readCampaigns({ sort: "created", order: "desc", page: 1 }));
  const reads = statements.length / 2;
  statements.length = 0;
  const { total } = await rendering("/campaigns", campaignsOf({}));
  expect([total > 0, statements.length]).toEqual([true, reads]);
});

test("so are the figures of the first page", async () => {
  await readFigures();
  const reads = statements.length;
  statements.length = 0;
  const { campaigns } = await rendering("/", readFigures);
  expect([campaigns > 0, statements.length]).toEqual([true, reads]);
});

test("no page is given what another one reads", async () => {
  const others: Record<string, string>[] = [
    { mint: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" },
    ...[{ page: "2" }, { sort: "name" }, { order: "asc" }, { q: "x" }, { status: "paused" }],
  ];
  for (const search of others) {
    const alone = await campaignsOf(search)();
    expect(await rendering("/campaigns", campaignsOf(search)), JSON.stringify(search)).toEqual(alone);
  }
});

test.each([
  ["GET", "/campaigns?page=1"],
  ["GET", "/portfolio"],
  ["HEAD", "/campaigns"],
  ["POST", "/"],
  ["GET", "constructor"],
])("nothing is begun for %s %s", (method, url) => {
  expect(beginFirstRead({ method, url })).toBeUndefined();
  expect(statements).toEqual([]);
});

test("a failure is its reader's, and nobody's where nobody reads", async () => {
  const db = new Proxy({} as typeof database.db, {
    get() {
      throw new Error("The database is away.");
    },
  });
  startServices({ db, chain: null });
  await expect(rendering("/campaigns", campaignsOf({}))).rejects.toThrow("away");
  await rendering("/campaigns", async () => null);
});
