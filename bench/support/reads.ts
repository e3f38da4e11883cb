import { Hono } from "hono";
import postgres from "postgres";
import { writeCursor } from "@/db/queries/cursor";
import { mountRoutes, ROUTES, rawPathOf } from "@/server/api";

const TARGETS = 100;

/** Random subjects of requests: ordinary campaigns, and the large one. */
export type Targets = {
  trees: string[];
  creators: string[];
  beneficiaries: string[];
  large: { tree: string; beneficiaries: string[] };
  campaignCount: number;
  cursors: { campaigns: string[]; claims: string[]; timeline: string[] };
};

export async function selectTargets(url: string): Promise<Targets> {
  const sql = postgres(url, { max: 1 });
  const ordinary = await sql`select c.tree_address as tree, c.creator, c.created_at, c.id,
      (select beneficiary from leaves where root_version_id = c.id order by leaf_index limit 1) as beneficiary
    from campaigns c where c.id > 1 order by random() limit ${TARGETS}`;
  const [large] = await sql`select tree_address as tree, (select count(*) from campaigns) as count
    from campaigns where id = 1`;
  const recipients = await sql`select beneficiary from leaves where root_version_id = 1
    order by random() limit ${TARGETS}`;
  const claims = await sql`select slot, tx_index, event_index, id, block_time from claim_events
    where campaign_id = 1 order by random() limit ${TARGETS}`;
  await sql.end();
  const positions = claims.map((row) => ({
    ...{ slot: BigInt(row.slot), txIndex: row.tx_index, eventIndex: row.event_index, id: Number(row.id) },
    blockTime: BigInt(row.block_time),
  }));
  return {
    trees: ordinary.map(({ tree }) => tree),
    creators: ordinary.map(({ creator }) => creator),
    beneficiaries: ordinary.map(({ beneficiary }) => beneficiary),
    large: { tree: large?.tree, beneficiaries: recipients.map(({ beneficiary }) => beneficiary) },
    campaignCount: Number(large?.count),
    cursors: {
      campaigns: ordinary.map((row) =>
        writeCursor("campaigns", { createdAt: BigInt(row.created_at), id: Number(row.id) }),
      ),
      claims: positions.map(({ blockTime: _, ...position }) => writeCursor("claims", position)),
      timeline: positions.map((position) => writeCursor("events", { ...position, type: "claimed" })),
    },
  };
}

const STATUSES = ["active", "paused", "cancelled", "claimable", "cancelled_expired"];

/** The n-th path of each kind of read. */
export function readsOf(targets: Targets): Record<string, (step: number) => string> {
  const { large, cursors, campaignCount } = targets;
  const pick = (list: readonly string[], step: number) => list[step % list.length] ?? "";
  const list = "/api/campaigns";
  const tree = `${list}/${large.tree}`;
  const ordinary = (step: number) => `${list}/${pick(targets.trees, step)}`;
  const pages = Math.floor(campaignCount / 20);
  const person = (step: number) => pick(targets.beneficiaries, step);
  return {
    "list, first page": () => list,
    // A numbered page costs its offset.
    "list, deep page": (step) => `${list}?page=${Math.max(1, pages - (step % Math.ceil(pages / 10)))}`,
    "list, deep cursor": (step) => `${list}?cursor=${pick(cursors.campaigns, step)}`,
    "list, creator": (step) => `${list}?creator=${pick(targets.creators, step)}`,
    "list, status": (step) => `${list}?status=${pick(STATUSES, step)}`,
    detail: ordinary,
    proof: (step) => `${ordinary(step)}/proof?beneficiary=${person(step)}`,
    "proof, large": (step) => `${tree}/proof?beneficiary=${pick(large.beneficiaries, step)}`,
    "leaves, first page": () => `${tree}/leaves`,
    "claims, first page": () => `${tree}/claims`,
    "claims, deep cursor": (step) => `${tree}/claims?cursor=${pick(cursors.claims, step)}`,
    "timeline, first page": () => `${tree}/timeline`,
    "timeline, deep cursor": (step) => `${tree}/timeline?cursor=${pick(cursors.timeline, step)}`,
    "beneficiary campaigns": (step) => `/api/beneficiary/${person(step)}/campaigns`,
    "vesting-progress": (step) => `/api/beneficiary/${person(step)}/vesting-progress`,
    "activity, beneficiary": (step) => `/api/activity/${person(step)}`,
    "activity, creator": (step) => `/api/activity/${pick(targets.creators, step)}`,
    nonce: () => "/api/auth/nonce",
    health: () => "/api/health",
    openapi: () => "/api/openapi.json",
  };
}

const app = new Hono({ getPath: rawPathOf });
mountRoutes(app, ROUTES);

/** Has the route of a path answer within this process; the answer must succeed. */
export async function answerOf(path: string): Promise<string> {
  const response = await app.fetch(new Request(`http://localhost${path}`));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text}`);
  return text;
}
