import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { listSorts, selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { InvalidCursorError } from "@/db/queries/cursor";
import { type Campaign, campaigns } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { campaignName } from "@/lib/contract/names";
import {
  CAMPAIGN_SORTS,
  type CampaignSort,
  SORT_ORDERS,
  type SortOrder,
} from "@/lib/core/lists/campaign-list";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, campaignValues } from "@/tests/support/rows";

const database = openTestDatabase();
const NOW = 1_000n;

const u64 = fc.constantFrom(0n, 1n, 3n, 7n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n);
const named = fc.oneof(
  fc.constantFrom("Team", "team", "Ägypten", "a b"),
  fc.string({ unit: "binary", maxLength: 200 }).filter((text) => !text.includes("\0")),
);
const facts = fc.record({
  createdAt: fc.constantFrom(-(2n ** 63n), 1n, 2n, 2n, 2n ** 63n - 1n),
  totalSupply: u64,
  totalClaimed: u64,
  leafCount: fc.constantFrom(1, 2, 2, 2 ** 32 - 1),
  metadata: fc.option(named.map((name) => ({ name }))),
});

const calculateShare = ({ totalClaimed, totalSupply }: Campaign): bigint => {
  if (totalSupply === 0n) return 0n;
  const share = (totalClaimed * 10_000n) / totalSupply;
  return share > 10_000n ? 10_000n : share;
};

const bytes = (text: string) => Buffer.from(text);

/** The comparison of each sort, written independently. */
const COMPARE: Record<CampaignSort, (a: Campaign, b: Campaign) => number> = {
  created: (a, b) => Number(a.createdAt - b.createdAt > 0n) - Number(a.createdAt < b.createdAt),
  name: (a, b) => Buffer.compare(bytes(a.sortName), bytes(b.sortName)),
  total: (a, b) => Number(a.totalSupply > b.totalSupply) - Number(a.totalSupply < b.totalSupply),
  claimed: (a, b) =>
    Number(calculateShare(a) > calculateShare(b)) - Number(calculateShare(a) < calculateShare(b)),
  allocations: (a, b) => a.leafCount - b.leafCount,
};

const inOrder = (rows: readonly Campaign[], sort: CampaignSort, order: SortOrder) =>
  [...rows]
    .sort((a, b) => (COMPARE[sort](a, b) || a.id - b.id) * (order === "asc" ? 1 : -1))
    .map(({ id }) => id);

const ORDERS = CAMPAIGN_SORTS.flatMap((sort) => SORT_ORDERS.map((order) => ({ sort, order })));

test("sorts a campaign's name by its displayed name in lower case", async () => {
  const named = await addCampaign(database.db, { metadata: { name: "Team GRANTS Ä" } });
  const nameless = await addCampaign(database.db, { treeAddress: "AbCdEfGhIjKlMn" });
  expect(named.sortName).toBe("team grants ä");
  expect(nameless.sortName).toBe(campaignName(nameless).toLowerCase());
  for (const name of ["a\0b", "half \ud800"]) {
    const odd = await addCampaign(database.db, { metadata: { name } });
    expect(odd.sortName).toMatch(/^campaign tree…/);
  }
});

describe("every order", () => {
  test.each(ORDERS)(
    "pages by $sort $order in the order of the values, by number and by cursor",
    async ({ sort, order }) => {
      const { db } = database;
      const mint = `order ${sort} ${order}`;
      const drawn = fc.sample(facts, { numRuns: 60, seed: 11 });
      await db.insert(campaigns).values(drawn.map((each) => campaignValues({ mint, ...each })));
      const list = { mint, sort, order, now: NOW, limit: 7 };
      const whole = await selectCampaigns(db, { ...list, page: 1, limit: 100 });
      expect(whole).toMatchObject({ total: 60, nextCursor: null });
      const expected = inOrder(whole.campaigns, sort, order);
      expect(whole.campaigns.map(({ id }) => id)).toEqual(expected);
      const byNumber = await Promise.all(
        Array.from({ length: 10 }, (_, at) => selectCampaigns(db, { ...list, page: at + 1 })),
      );
      expect(byNumber.flatMap((page) => page.campaigns.map(({ id }) => id))).toEqual(expected);
      expect(await walk(list)).toEqual(expected);
    },
  );

  const list = { page: 1, limit: 100, now: NOW };
  type Walk = Omit<Parameters<typeof selectCampaigns>[1], "page" | "cursor">;
  async function walk(list: Walk, between: () => Promise<unknown> = async () => undefined) {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await selectCampaigns(database.db, { ...list, page: 1, cursor });
      seen.push(...page.campaigns.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await between();
    } while (cursor !== undefined);
    return seen;
  }

  test("returns each existing campaign once, whatever is added during paging", LONG, async () => {
    const { db } = database;
    let round = 0;
    const walks = fc.record({
      at: fc.constantFrom(...ORDERS),
      limit: fc.integer({ min: 1, max: 9 }),
      scope: fc.constantFrom("all", "mint", "name"),
    });
    const drawn = fc.array(facts, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(walks, drawn, drawn, async ({ at, limit, scope }, first, later) => {
        round += 1;
        const mint = `walked ${round}`;
        const getValues = (each: (typeof first)[number]) => {
          const metadata = scope === "name" ? { name: `Walk${round} ${each.leafCount}` } : each.metadata;
          return campaignValues({ mint, ...each, metadata });
        };
        const stored = await db
          .insert(campaigns)
          .values(first.map(getValues))
          .returning({ id: campaigns.id });
        const isAll = scope === "all" && at.sort !== "total";
        const filter = isAll ? {} : { mint, ...(scope === "name" && { name: `WALK${round}` }) };
        const coming = [...later];
        const seen = await walk({ ...at, ...filter, limit: isAll ? 50 : limit, now: NOW }, async () => {
          const next = coming.pop();
          if (next) await db.insert(campaigns).values(getValues(next));
        });
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining(stored.map(({ id }) => id)));
      }),
      { numRuns: caseCount(30) },
    );
  });

  test("accepts only its own cursors", async () => {
    const { db } = database;
    const mint = "cursors";
    await db.insert(campaigns).values([1, 2, 3].map(() => campaignValues({ mint })));
    const cursors = await Promise.all(
      ORDERS.map(async (at) => ({
        at,
        cursor: (await selectCampaigns(db, { ...list, ...at, mint, limit: 1 })).nextCursor ?? "",
      })),
    );
    for (const { at, cursor } of cursors) {
      for (const other of ORDERS) {
        const requested = selectCampaigns(db, { ...list, ...other, mint, cursor });
        if (other === at) expect((await requested).campaigns).toHaveLength(2);
        else await expect(requested).rejects.toThrow(InvalidCursorError);
      }
    }
  });

  test("an order without an index is refused for a longer list, and offered for a shorter one", async () => {
    const { db } = database;
    const creator = "of too many";
    const some = Array.from({ length: 1_000 }, () =>
      campaignValues({ creator, metadata: { name: "Plenty" } }),
    );
    await db.insert(campaigns).values(some);
    const byName = { ...list, creator, sort: "name" } as const;
    const { total, nextCursor } = await selectCampaigns(db, byName);
    expect(total).toBe(1_000);
    expect(listSorts({ creator, now: NOW }, total)).toContain("name");
    const sought = { ...list, name: "plen" };
    expect(await selectCampaigns(db, sought)).toMatchObject({ total: 1_000 });
    await addCampaign(db, { creator, metadata: { name: "Plenty" } });
    expect(listSorts({ creator, now: NOW }, total + 1)).toEqual(["created"]);
    await expect(selectCampaigns(db, byName)).rejects.toMatchObject({
      name: "ListRefusedError",
      path: "sort",
    });
    await expect(selectCampaigns(db, sought)).rejects.toMatchObject({
      name: "ListRefusedError",
      path: "name",
    });
    await expect(selectCampaigns(db, { ...list, sort: "total" })).rejects.toMatchObject({ path: "sort" });
    // A started listing continues to its end, and an indexed order works at any length.
    expect((await selectCampaigns(db, { ...byName, cursor: nextCursor ?? "" })).campaigns).toHaveLength(100);
    expect((await selectCampaigns(db, { ...list, creator })).total).toBe(1_001);
    expect((await selectCampaigns(db, { ...list, sort: "name" })).campaigns).toHaveLength(100);
  });
});

describe("a search by name", () => {
  const NAMES = [
    "Team grants 2025",
    "team-advisors",
    "Contributors (EU)",
    "Ägypten Round",
    "50%_off",
    "The O'Neill trust",
    "🚀 launch",
  ];
  const found = async (name: string) => {
    const { campaigns: rows } = await selectCampaigns(database.db, {
      mint: "searched",
      name,
      now: NOW,
      page: 1,
      limit: 50,
    });
    return rows.map(({ metadata }) => metadata?.name).sort();
  };
  beforeAll(async () => {
    const rows = NAMES.map((name) => campaignValues({ mint: "searched", metadata: { name } }));
    await database.db
      .insert(campaigns)
      .values([...rows, campaignValues({ mint: "searched", treeAddress: "Xy12WhateverZz98" })]);
  });

  test.each([
    ["team", ["Team grants 2025", "team-advisors"]],
    ["TEAM GR", ["Team grants 2025"]],
    ["gran team", ["Team grants 2025"]],
    ["advis", ["team-advisors"]],
    ["team-adv", ["team-advisors"]],
    ["eu", ["Contributors (EU)"]],
    ["ÄGYP", ["Ägypten Round"]],
    ["50%", ["50%_off"]],
    ["off", ["50%_off"]],
    ["o'n", ["The O'Neill trust"]],
    ["🚀", ["🚀 launch"]],
    ["xy12", [undefined]],
    // Punctuation separates words, whatever it means in a pattern or a query.
    ["t% & !grants", ["Team grants 2025"]],
    // Text inside of words, or punctuation alone, matches nothing.
    ...["eam", "%", "_", "te_m", "':*", "\\", "|", "team | eu", "   ", ""].map((text): [string, string[]] => [
      text,
      [],
    ]),
  ])("finds %j as %j", async (text, names) => {
    expect(await found(text)).toEqual([...names].sort());
  });

  test("accepts any text as a name to search", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 120 }), async (text) => {
        for (const name of await found(text)) expect([...NAMES, undefined]).toContain(name);
      }),
      { numRuns: 200 },
    );
  });
});
