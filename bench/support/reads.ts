import { Hono } from "hono";
import postgres from "postgres";
import { writeCursor } from "@/db/queries/cursor";
import { readEnv } from "@/lib/service/env";
import { openServices } from "@/lib/service/services";
import { getRawPath, mountRoutes, ROUTES } from "@/server/api";

const TARGETS = 100;

type ClaimPosition = { slot: bigint; txIndex: number; eventIndex: number; id: number; blockTime: bigint };
export type Targets = Awaited<ReturnType<typeof selectTargets>>;

/** Selects random subjects of requests: ordinary campaigns, and the large one. */
export async function selectTargets(url: string) {
  const sql = postgres(url, { max: 1, types: { bigint: postgres.BigInt }, transform: postgres.camel });
  const ordinary = await sql`select c.tree_address as tree, c.creator, c.created_at, c.id::int4,
      (select beneficiary from leaves where root_version_id = c.id order by leaf_index limit 1) as beneficiary
    from campaigns c where c.id > 1 order by random() limit ${TARGETS}`;
  const [large] = await sql`select tree_address as tree, (select count(*)::int4 from campaigns) as count
    from campaigns where id = 1`;
  const recipients = await sql`select beneficiary from leaves where root_version_id = 1
    order by random() limit ${TARGETS}`;
  const claims = await sql<
    ClaimPosition[]
  >`select slot, tx_index, event_index, id::int4, block_time from claim_events
    where campaign_id = 1 order by random() limit ${TARGETS}`;
  await sql.end();
  return {
    trees: ordinary.map(({ tree }): string => tree),
    creators: ordinary.map(({ creator }): string => creator),
    beneficiaries: ordinary.map(({ beneficiary }): string => beneficiary),
    large: { tree: large?.tree, beneficiaries: recipients.map((leaf): string => leaf.beneficiary) },
    campaignCount: large?.count as number,
    cursors: {
      campaigns: ordinary.map(({ createdAt, id }) => writeCursor("campaigns", { createdAt, id })),
      claims: claims.map(({ blockTime: _, ...position }) => writeCursor("claims", position)),
      timeline: claims.map((position) => writeCursor("events", { ...position, type: "claimed" })),
    },
  };
}

const STATUSES = ["active", "paused", "cancelled", "claimable", "cancelled_expired"];

/** The n-th path of each kind of read. */
export function getReads(targets: Targets): Record<string, (step: number) => string> {
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

/** Opens the service within this process, without limits and log lines. */
export const openQuietServices = (settings: Record<string, string>) =>
  openServices(readEnv({ ...settings, RATE_LIMIT: "off", LOG_LEVEL: "silent" }));

const app = new Hono({ getPath: getRawPath });
mountRoutes(app, ROUTES);

/** Has the route of a path answer within this process; the answer must succeed. */
export async function getResponse(path: string): Promise<string> {
  const response = await app.fetch(new Request(`http://localhost${path}`));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text}`);
  return text;
}
