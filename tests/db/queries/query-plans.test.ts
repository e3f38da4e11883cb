import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "@/db/client";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { countCampaigns } from "@/db/queries/campaigns/campaign-filter";
import { ListRefusedError } from "@/db/queries/campaigns/campaign-order";
import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { selectClaimedOf } from "@/db/queries/campaigns/claimed-amounts";
import { selectFundedAmounts } from "@/db/queries/campaigns/funded-amounts";
import { selectLeafProofs } from "@/db/queries/campaigns/leaf-proofs";
import { selectLeaves, selectProofs, selectProofsOfRoot } from "@/db/queries/campaigns/leaves";
import { writeCursor } from "@/db/queries/cursor";
import { selectClaims } from "@/db/queries/events/claims";
import { recountEvents } from "@/db/queries/events/event-counters";
import { selectActivity, selectTimeline } from "@/db/queries/events/event-feed";
import { storeEvents } from "@/db/queries/events/event-rows";
import { selectEndEvents, selectEventHeads } from "@/db/queries/events/event-sources";
import { projectCampaigns } from "@/db/queries/events/projection";
import { countEventsBySignature } from "@/db/queries/events/stored-events";
import { selectStatementPage } from "@/db/queries/statement/statement-page";
import { selectStatementState } from "@/db/queries/statement/statement-state";
import { deleteOldDeliveries, selectDeliveries } from "@/db/queries/webhooks/deliveries";
import { leaseQueues, selectHead } from "@/db/queries/webhooks/delivery-queues";
import { selectEndpoints } from "@/db/queries/webhooks/endpoints";
import { dropDeliveries, writeDeliveries } from "@/db/queries/webhooks/outbox";
import { LONG, PATIENT } from "@/ledger/tests/support/long";
import { MAX_SORTED, SORT_ORDERS, type SortOrder } from "@/lib/core/lists/campaign-list";
import { createTestDatabase, type TestDatabase } from "../../support/database";

/** Rows in each large table; the number of rows that a query reads must not be of this order. */
const ROWS = 20_000;

/**
 * The time at which the first campaign becomes claimable; one more follows each second, and as many grace
 * periods end.
 */
const EPOCH = 1_700_000_000;

let database: Awaited<ReturnType<typeof createExplainedDatabase>>;

const fill = [
  `insert into campaigns (tree_address, creator, mint, campaign_id, merkle_root, leaf_count, total_supply,
     min_cliff_time, first_timed_cliff, cancelled_at, created_at, used_milestones, vault_balance, vault_slot, metadata)
   select 'tree-' || i, 'creator-' || i % 5000, 'mint-' || i % 500, i, i::text, 1, 10, ${EPOCH} + i, ${EPOCH} + i,
     case when i % 100 = 0 then ${EPOCH} - 604800 + i end, i / 3, '{1,2}', 1, ${ROWS} - 10,
     json_build_object('name', 'Team ' || i % 5000 || ' of ' || i, 'description', repeat('a vesting campaign ', 20)) from generate_series(1, ${ROWS}) i`,
  `insert into root_versions (campaign_id, merkle_root, leaf_count, min_cliff_time, version, created_at)
   select id, merkle_root, case id when 1 then ${ROWS} else 1 end, 0, 1, 0 from campaigns order by id`,
  `insert into leaves (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time,
     end_time, proof)
   select 1, i, 'one-' || i % 5000, 1, 1, 0, 0, 0, ''::bytea from generate_series(0, ${ROWS} - 1) i
   union all select id, 0, 'of-' || id % 5000, 1, 1, 0, 0, 0, ''::bytea from root_versions where id > 1`,
  `insert into claim_events (campaign_id, signature, event_index, slot, block_time, beneficiary, leaf_index, amount,
     total_claimed_by_user, total_claimed_overall)
   select case when i % 2 = 0 then 1 else i end, 'claim-' || i, 0, i, i / 2, 'one-' || i % 5000, i % 5000, 1, 1, i
   from generate_series(1, ${ROWS}) i`,
  `insert into pause_events (campaign_id, signature, event_index, slot, block_time, paused)
   select case when i % 2 = 0 then 1 else i end, 'pause-' || i, 0, i, i / 2, true
   from generate_series(1, ${ROWS}) i`,
  // Each endpoint subscribes to one campaign; every hundredth has pending deliveries, a thousand in total.
  `insert into webhook_endpoints (id, wallet, url, secret, created_at)
   select 'ep-' || i, 'wallet-' || i % 2000, '', '', 0 from generate_series(1, ${ROWS}) i`,
  `insert into webhook_topics (kind, subject, endpoint_id)
   select 'tree', 'tree-' || i, 'ep-' || i from generate_series(1, ${ROWS}) i
   union all select 'claimer', 'one-' || i, 'ep-' || i from generate_series(1, ${ROWS}) i`,
  `insert into webhook_deliveries (endpoint_id, campaign_id, type, signature, event_index, slot, block_time,
     delivered_at, stored_at)
   select 'ep-' || i, i, 'paused', 'pause-' || i, 0, i, i, case when i % 100 > 0 then 1 end, i
   from generate_series(1, ${ROWS}) i
   union all select 'ep-100', 100, 'claimed', 'claim-' || i, 0, i, i, null, i from generate_series(1, 1000) i`,
  `insert into webhook_lanes (endpoint_id, campaign_id, due_ms)
   select 'ep-' || 100 * (1 + i % 200), i, i from generate_series(1, ${ROWS}) i`,
];

beforeAll(async () => {
  database = await createExplainedDatabase();
  const { db } = database;
  for (const statement of fill) await db.execute(sql.raw(statement));
  await recountEvents(db, [1, 3, 4, 5]);
  // A vacuum skips rows that another transaction may still see, such as the server's own while it analyzes
  // the new rows.
  await vi.waitFor(async () => {
    await db.execute(sql.raw("vacuum analyze"));
    expect(await hiddenTables(db)).toEqual([]);
  }, PATIENT);
}, LONG.timeout);
afterAll(() => database.close());

/**
 * Returns the tables of events with rows that are not marked all-visible, which an index-only scan must look
 * up.
 */
async function hiddenTables(db: Database): Promise<unknown[]> {
  const hidden = await db.execute(sql`select relname from pg_class where relallvisible < relpages
    and relname in ('claim_events', 'pause_events')`);
  return toRows(hidden);
}

/** The reads of the widest sum: 255 buckets of each of three levels, the outermost ones, and each phase. */
const MAX_COUNTERS = 900;

const totalRows = (scans: Scan[]) => scans.reduce((sum, scan) => sum + scan.rows, 0);

const page = { page: 1, limit: 20, now: BigInt(EPOCH) + 5_000n };
const deep = { slot: 400n, txIndex: -1, eventIndex: 0, id: 1 };
const deepEventPosition = { ...deep, blockTime: 200n, type: "paused" } as const;
const afterNewest = writeCursor("campaigns", { createdAt: 3_000n, id: 9_001 });
const deepIn = (sort: "name" | "claimed" | "allocations", order: SortOrder) =>
  writeCursor("sortedCampaigns", {
    sort,
    order,
    id: 9_001,
    key: { name: "team 9", claimed: "0", allocations: "1" }[sort],
  });
const deepClaim = writeCursor("claims", deep);
const newerClaims = writeCursor("claims", { ...deep, isNewer: true });
const statement = {
  ...{ campaignRowId: 1, rootVersionId: 1, at: 5_000n, vestingTime: 5_000n, releasedMilestones: [] },
  ...{ settledAmount: 0n, leafCount: ROWS, hasFormer: true },
};
const ofStatement = { at: statement.at, list: statement.rootVersionId };
const deepStatement = writeCursor("statement", { ...ofStatement, leafIndex: 10_000 });
const formerRecipients = writeCursor("statement", { ...ofStatement, after: "" });
const deepEvent = writeCursor("events", deepEventPosition);
const newerEvents = writeCursor("events", { ...deepEventPosition, isNewer: true });

describe("reads a bounded number of rows at any table size:", () => {
  const db = () => database.db;
  const reads: [name: string, bound: number, run: () => Promise<unknown>][] = [
    ["the campaigns of a creator", 200, () => selectCampaigns(db(), { ...page, creator: "creator-7" })],
    ["the campaigns of a mint", 200, () => selectCampaigns(db(), { ...page, mint: "mint-7" })],
    ["a campaign's detail", 20, () => selectCampaignDetail(db(), { treeAddress: "tree-1", now: 0n })],
    [
      "a proof in a tree of all the leaves",
      20,
      () => selectProofs(db(), { treeAddress: "tree-1", beneficiary: "one-7", limit: 1 }),
    ],
    ["the proofs of a root", 20, () => selectProofsOfRoot(db(), { merkleRoot: "1", beneficiary: "one-7" })],
    ["a page of leaves", 400, () => selectLeaves(db(), { campaignRowId: 1, page: 400, limit: 50 })],
    ["a campaign's newest claims", 60, () => selectClaims(db(), { campaignRowId: 1, limit: 50 })],
    [
      "a campaign's oldest claims",
      60,
      () => selectClaims(db(), { campaignRowId: 1, limit: 50, cursor: deepClaim }),
    ],
    [
      "a campaign's claims on the way back",
      60,
      () => selectClaims(db(), { campaignRowId: 1, limit: 50, cursor: newerClaims }),
    ],
    [
      "a beneficiary's claims",
      60,
      () => selectClaims(db(), { campaignRowId: 1, beneficiary: "one-8", limit: 50 }),
    ],
    ["a timeline's first page", 300, () => selectTimeline(db(), { campaignRowId: 1, limit: 50 })],
    [
      "a timeline's deep page",
      300,
      () => selectTimeline(db(), { campaignRowId: 1, limit: 50, cursor: deepEvent }),
    ],
    [
      "a timeline on the way back",
      300,
      () => selectTimeline(db(), { campaignRowId: 1, limit: 50, cursor: newerEvents }),
    ],
    [
      "an address's activity",
      1_500,
      () => selectActivity(db(), { address: "creator-7", limit: 20, cursor: deepEvent }),
    ],
    ["a beneficiary's activity", 500, () => selectActivity(db(), { address: "of-77", limit: 20 })],
    [
      "the events that name an address",
      500,
      () => selectActivity(db(), { address: "of-77", limit: 20, isOwn: true }),
    ],
    [
      "the amounts that some beneficiaries claimed",
      60,
      () => selectClaimedOf(db(), { campaignRowId: 1, beneficiaries: ["one-7", "one-8"] }),
    ],
    [
      "a beneficiary's campaigns",
      100,
      () => selectBeneficiaryCampaigns(db(), { address: "of-77", page: 1, limit: 20 }),
    ],
    [
      "the transactions that are stored",
      10,
      () => countEventsBySignature(db(), ["claim-7", "pause-9", "none"]),
    ],
    ["the newest slots of campaigns", 20, () => selectEventHeads(db(), [1, 3])],
    ["the events that ended campaigns", 20, () => selectEndEvents(db(), [1, 3])],
    [
      "the proofs of an address's leaves",
      60,
      () => selectLeafProofs(db(), { address: "one-7", rootVersionIds: [1, 7], limit: 1_000 }),
    ],
    ["the amounts that campaigns have received", 20, () => selectFundedAmounts(db(), [1, 3])],
    ["the projection of a campaign of many claims", 20, () => projectCampaigns(db(), [1])],
    [
      "a campaign's state at an earlier date",
      30,
      () => selectStatementState(db(), { treeAddress: "tree-1", at: 5_000n }),
    ],
    // Each of the 20 recipients has four leaves and up to four claims.
    ["a statement's first page", 400, () => selectStatementPage(db(), { ...statement, limit: 20 })],
    [
      "a statement's deep page",
      4_000,
      () => selectStatementPage(db(), { ...statement, limit: 20, cursor: deepStatement }),
    ],
    [
      "a statement's recipients of earlier lists",
      8_000,
      () => selectStatementPage(db(), { ...statement, limit: 20, cursor: formerRecipients }),
    ],
  ];

  test.each(reads)("%s", async (_name, bound, run) => {
    const scans = await database.scans(run);
    expect(scans.length).toBeGreaterThan(0);
    expect(totalRows(scans), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(bound);
  });
});

describe("reads a page from an index and its total from counters alone:", () => {
  const sorted = (["name", "claimed", "allocations"] as const).flatMap((sort) =>
    SORT_ORDERS.flatMap((order): [string, object][] => [
      [`all campaigns by ${sort} ${order}`, { sort, order }],
      [`all campaigns by ${sort} ${order}, deep`, { sort, order, cursor: deepIn(sort, order) }],
    ]),
  );
  const filters: [name: string, filter: object][] = [
    ...sorted,
    ["all campaigns, the oldest first", { order: "asc" }],
    ["all campaigns", {}],
    ["all campaigns, deep", { cursor: afterNewest }],
    ["active ones", { status: "active" }],
    ["claimable ones", { status: "claimable" }],
    ["ones in their grace period", { status: "cancelled_grace" }],
    ["ones past their grace period", { status: "cancelled_expired" }],
    ["claimed ones, of which there are none", { status: "claimed" }],
    ["ones beyond the end", { page: 1_000_000 }],
    ["a creator's active ones", { creator: "creator-7", status: "active" }],
    ["a mint's", { mint: "mint-7" }],
  ];

  test.each(filters)("%s", async (_name, filter) => {
    const scans = await database.scans(() => selectCampaigns(database.db, { ...page, ...filter }));
    const heap = scans.filter((scan) => scan.table === "campaigns" && scan.node !== "Index Only Scan");
    // A filter on a creator or mint reads the table's rows once more to check the remaining conditions.
    const passes = "creator" in filter || "mint" in filter ? 2 : 1;
    expect(totalRows(heap), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(passes * (page.limit + 1));
    const counting = await database.scans(() => countCampaigns(database.db, { ...page, ...filter }));
    expect(counting.map((scan) => scan.table)).toEqual(counting.map(() => "campaign_counts"));
    expect(totalRows(counting), JSON.stringify(counting, null, 2)).toBeLessThanOrEqual(MAX_COUNTERS);
  });

  test("reads a timeline within times from an index", async () => {
    const scans = await database.scans(() =>
      selectTimeline(database.db, { campaignRowId: 1, limit: 20, fromBlockTime: 100n, toBlockTime: 5_000n }),
    );
    const heap = scans.filter((scan) => scan.node !== "Index Only Scan");
    expect(totalRows(heap), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(150);
  });
});

describe("reads no more campaigns than match, for any search:", () => {
  const searches: [name: string, bound: number, search: object][] = [
    // A page's rows are read once for sorting, and once for the result.
    ["a word of a few", 40, { name: "team 4711" }],
    ["a word of a few, sorted", 40, { name: "4711", sort: "name" }],
    ["a word without a match", 0, { name: "nobody" }],
    ["a creator's, sorted", 200, { creator: "creator-7", sort: "claimed" }],
    ["a mint's totals", 200, { mint: "mint-7", sort: "total", order: "asc" }],
    ["a state's, sorted", 1_200, { status: "cancelled_grace", sort: "name" }],
  ];
  // A bitmap index scan returns positions only; the heap scan reads the rows.
  const getHeap = (scans: Scan[]) => scans.filter(({ node }) => !node.includes("Bitmap Index"));

  test.each(searches)("%s", async (_name, bound, search) => {
    const scans = await database.scans(() => selectCampaigns(database.db, { ...page, ...search }));
    expect(totalRows(getHeap(scans)), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(bound);
  });

  test.each([{ name: "team" }, { status: "active", sort: "name" } as const])(
    "does not read all of %o",
    async (search) => {
      const scans = await database.scans(() =>
        expect(selectCampaigns(database.db, { ...page, ...search })).rejects.toThrow(ListRefusedError),
      );
      expect(totalRows(getHeap(scans)), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(MAX_SORTED + 1);
    },
  );
});

test("stores a claim at the same cost in a campaign of many", async () => {
  const claim = {
    ...{ campaignId: 1, signature: "new", eventIndex: 0, slot: 1_000_000n, blockTime: 1_000_000n },
    ...{ beneficiary: "one-8", leafIndex: 1, amount: 1n, totalClaimedByUser: 1n, totalClaimedOverall: 1n },
  };
  await database.db.transaction((tx) => storeEvents(tx, { claimed: [claim] }));
  // Repeats its statements: the same reads, and nothing changes.
  const scans = await database.scans(() =>
    database.db.transaction((tx) => storeEvents(tx, { claimed: [claim] })),
  );
  expect(totalRows(scans), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(40);
});

describe("with any number of webhooks,", () => {
  const queue = { endpointId: "ep-100", campaignRowId: 100, holder: "me" };
  const DROPPED = ["pause-300", "none"].map((signature) => ({ signature, eventIndex: 0 }));
  const reads: [name: string, bound: number, run: (db: Database) => Promise<unknown>][] = [
    [
      "an event asks for those who hear it",
      40,
      (db) =>
        writeDeliveries(db, [
          {
            ...{ campaignId: 7, type: "claimed", signature: "heard", eventIndex: 0, slot: 7n },
            ...{ txIndex: null, blockTime: 7n, claimer: "one-9" },
          },
        ]),
    ],
    ["a dropped event's deliveries are found by it", 10, (db) => dropDeliveries(db, DROPPED)],
    [
      // Of 200 endpoints with pending deliveries: the endpoint, an entry of the walk, and four lanes.
      "what is due is found among what is to be sent",
      1_300,
      (db) => leaseQueues(db, { holder: "me", nowMs: 1_000, leaseMs: 1, limit: 5, busy: new Map() }),
    ],
    ["a lane's first event is found by its place", 20, (db) => selectHead(db, queue)],
    [
      "deliveries are read by the page",
      60,
      (db) => selectDeliveries(db, { endpointId: "ep-100", limit: 20 }),
    ],
    [
      "old deliveries are found by their age",
      60,
      (db) => deleteOldDeliveries(db, { before: 20n, limit: 10 }),
    ],
    [
      "a wallet's endpoints are read with at most a thousand deliveries each",
      1_100,
      (db) => selectEndpoints(db, "wallet-100"),
    ],
  ];

  test.each(reads)("%s", async (_name, bound, run) => {
    const scans = await database.scans(() => run(database.db));
    expect(scans.length).toBeGreaterThan(0);
    expect(totalRows(scans), JSON.stringify(scans, null, 2)).toBeLessThanOrEqual(bound);
  });
});

/** One scan of a statement's plan, with the number of rows that it read. */
type Scan = { node: string; table: string; index: string | undefined; rows: number };

type PlanNode = Record<string, unknown>;

const isNode = (value: unknown): value is PlanNode => typeof value === "object" && value !== null;
const getNodes = (value: unknown): PlanNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const getNumber = (value: unknown): number => (typeof value === "number" ? value : 0);
const getText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Returns the rows that a node read in all its loops, including those that it filtered out. */
function rowsRead(node: PlanNode): number {
  const each =
    getNumber(node["Actual Rows"]) +
    getNumber(node["Rows Removed by Filter"]) +
    getNumber(node["Rows Removed by Index Recheck"]);
  return each * getNumber(node["Actual Loops"]);
}

function getScans(node: PlanNode, above?: PlanNode): Scan[] {
  const type = getText(node["Node Type"]) ?? "";
  // The heap scan above a bitmap index scan names the table.
  const table = getText(node["Relation Name"]) ?? getText(above?.["Relation Name"]);
  const own =
    type.includes("Scan") && table
      ? [{ node: type, table, index: getText(node["Index Name"]), rows: rowsRead(node) }]
      : [];
  return [...own, ...getNodes(node.Plans).flatMap((child) => getScans(child, node))];
}

/** Returns a sent statement with its parameters inserted. */
function restore(statement: string, params: readonly unknown[]): SQL {
  const parts = statement.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(params[Number(part) - 1]))),
  );
}

/** Returns the rows of a raw result, whose place depends on the driver. */
function toRows(result: unknown): PlanNode[] {
  return getNodes(isNode(result) && "rows" in result ? result.rows : result);
}

/** Returns a value as an SQL literal. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return `${value}`;
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(`${item}`)).join()}}`
    : `${value}`;
  return `'${text.replaceAll("'", "''")}'`;
}

/** The executions of a prepared statement with custom plans, before Postgres may use a generic plan. */
const PLANNED_ANEW = 5;

type Statement = { query: string; params: readonly unknown[] };

/**
 * Returns the plan of a statement after enough executions on one connection that Postgres may use a generic
 * plan.
 */
async function createPlan(db: Database, { query, params }: Statement): Promise<PlanNode | undefined> {
  const explain = "explain (analyze, timing off, format json)";
  if (!/^\s*(select|\()/i.test(query)) {
    return toRows(await db.execute(sql`${sql.raw(explain)} ${restore(query, params)}`))[0];
  }
  return db.transaction(async (tx) => {
    const execute = `execute asked${params.length > 0 ? `(${params.map(literal).join()})` : ""}`;
    await tx.execute(sql.raw(`prepare asked as ${query}`));
    for (let time = 0; time < PLANNED_ANEW; time++) await tx.execute(sql.raw(execute));
    const [row] = toRows(await tx.execute(sql.raw(`${explain} ${execute}`)));
    await tx.execute(sql.raw("deallocate asked"));
    return row;
  });
}

/** Creates a separate database that reports the rows that its statements read. */
async function createExplainedDatabase(): Promise<
  TestDatabase & { scans(run: () => Promise<unknown>): Promise<Scan[]> }
> {
  const statements: Statement[] = [];
  const database = await createTestDatabase({
    logQuery: (query, params) => statements.push({ query, params }),
  });
  const scans = async (run: () => Promise<unknown>) => {
    statements.length = 0;
    await run();
    const ran = statements.splice(0);
    const found: Scan[] = [];
    for (const statement of ran) {
      const [root] = getNodes((await createPlan(database.db, statement))?.["QUERY PLAN"]);
      if (isNode(root?.Plan)) found.push(...getScans(root.Plan));
    }
    return found;
  };
  return { ...database, scans };
}
