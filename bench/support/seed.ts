import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { recountEvents } from "@/db/queries/events/event-counters";

/** How much a database holds: ordinary campaigns, and one large one with leaves and claims of its own. */
export type Size = { campaigns: number; leavesEach?: number; leaves: number; claims: number };

/** What reads are measured on. */
export const SIZES: Readonly<Record<string, Size>> & Record<"small" | "large", Size> = {
  small: { campaigns: 1_000, leavesEach: 50, leaves: 1_000, claims: 10_000 },
  large: { campaigns: 100_000, leaves: 100_000, claims: 300_000 },
};

/** Leaves of an ordinary campaign unless said, and its claims. */
const LEAVES = 5;
const CLAIMS = 2;
const leavesOf = ({ leavesEach = LEAVES }: Size) => sql.raw(String(leavesEach));
/** Ordinary campaigns of one creator, and leaves that one beneficiary has in ordinary campaigns: alike at any size. */
const CAMPAIGNS_A_CREATOR = 20;
const LEAVES_A_BENEFICIARY = 10;
const MINTS = 50;
const EPOCH = 1_700_000_000;

/** A made-up address: base58 of 44 characters below the largest, so of 32 bytes. */
const address = (kind: string, number: SQL): SQL =>
  sql`'A' || left(translate(md5(${sql.raw(`'${kind}'`)} || (${number})) || md5((${number})::text), '0', 'z'), 43)`;

const signature = (kind: string, number: SQL): SQL =>
  sql`md5(${sql.raw(`'${kind}'`)} || (${number})) || md5('of')`;

const random32 = (levels: number) =>
  Array.from({ length: 64 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(32 * levels))).toString("hex"),
  );

/** One of some proofs of a length, so that rows have the size of real ones without hashing them. */
const proofOf = (levels: number, number: SQL): SQL =>
  sql`decode((${sql.param(random32(levels))}::text[])[1 + (${number}) % 64], 'hex')`;

const i = sql.raw("i");
const beneficiariesOf = ({ campaigns, leavesEach = LEAVES }: Size) =>
  sql.raw(String((campaigns * leavesEach) / LEAVES_A_BENEFICIARY));
const milestone = sql`case when i % 3 = 2 then i % 8 else 0 end`;

function campaignRows(size: Size): SQL {
  const { campaigns, leaves } = size;
  const creator = address("creator", sql`i / ${sql.raw(String(CAMPAIGNS_A_CREATOR))}`);
  return sql`insert into campaigns (id, tree_address, creator, mint, campaign_id, merkle_root, leaf_count, total_supply,
      total_claimed, cancellable, cancel_authority, min_cliff_time, cancelled_at, paused, created_at, metadata,
      used_milestones, released_milestones)
    select i + 1, ${address("tree", i)}, ${creator}, ${address("mint", sql`i % ${sql.raw(String(MINTS))}`)}, i,
      md5('root' || i) || md5('of'), case when i = 0 then ${leaves}::bigint else ${leavesOf(size)}::bigint end, 1000000000000,
      1000, true, ${creator}, ${EPOCH}::bigint + i, case when i % 20 = 19 then ${EPOCH + 1000}::bigint + i end,
      i % 10 = 3, ${EPOCH}::bigint + i * 60, json_build_object('name', 'Campaign ' || i),
      case when i = 0 then '{0,1,2,3,4,5,6,7}'::smallint[] else '{}' end, case when i = 0 then '{1}'::smallint[] else '{}' end
    from generate_series(0, ${campaigns}::integer) i`;
}

const rootVersionRows = sql`insert into root_versions (id, campaign_id, merkle_root, leaf_count, min_cliff_time, version,
    created_at, used_milestones)
  select id, id, merkle_root, leaf_count, min_cliff_time, 1, created_at, used_milestones from campaigns order by id`;

function leafRows(size: Size, of: { from: SQL; rootVersion: SQL; index: SQL; levels: number }): SQL {
  return sql`insert into leaves (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time,
      end_time, milestone_idx, proof)
    select ${of.rootVersion}, ${of.index}, ${address("beneficiary", sql`i % ${beneficiariesOf(size)}`)}, 1000000 + i, i % 3,
      ${EPOCH}::bigint, ${EPOCH + 100}::bigint + i, ${EPOCH + 100_000_000}::bigint, ${milestone}, ${proofOf(of.levels, i)}
    from ${of.from} i`;
}

function claimRows(size: Size, of: { kind: string; from: SQL; campaign: SQL; leaf: SQL }): SQL {
  const beneficiary = address("beneficiary", sql`(${of.leaf}) % ${beneficiariesOf(size)}`);
  return sql`insert into claim_events (campaign_id, signature, event_index, slot, tx_index, block_time, beneficiary,
      leaf_index, amount, total_claimed_by_user, total_claimed_overall)
    select ${of.campaign}, ${signature(of.kind, i)}, 0, 1000 + i / 4, i % 4, ${EPOCH}::bigint + i / 4, ${beneficiary},
      ${of.leaf}, 10, 10, 10 * (i + 1)
    from ${of.from} i`;
}

const envelope = (kind: string) =>
  sql`c.id, ${signature(kind, sql.raw("c.id"))}, 0, 5000, 0, c.created_at + 5000`;

const otherEvents = (): SQL[] => [
  sql`insert into cancel_events (campaign_id, signature, event_index, slot, tx_index, block_time, cancelled_at,
    claimed_at_cancel) select ${envelope("cancel")}, c.cancelled_at, 0 from campaigns c where c.cancelled_at is not null`,
  sql`insert into pause_events (campaign_id, signature, event_index, slot, tx_index, block_time, paused)
    select ${envelope("pause")}, true from campaigns c where c.paused`,
  sql`insert into milestone_events (campaign_id, signature, event_index, slot, tx_index, block_time, milestone_idx,
    released_by) select ${envelope("milestone")}, 1, c.creator from campaigns c where c.id = 1`,
];

/** What a statement gave, on either database. */
export async function rowsOf(db: Database, query: SQL): Promise<object[]> {
  const result: unknown = await db.execute(query);
  const rows: unknown = Array.isArray(result) ? result : Object(result).rows;
  if (!Array.isArray(rows)) throw new Error("The database gave no rows.");
  return rows;
}

const range = (count: number) => sql`generate_series(0, ${count - 1}::integer)`;

/**
 * Fills an empty database in a few statements. Campaign 1 is the large one; its beneficiaries have leaves in ordinary
 * campaigns too. Rows are as the service stores them, but their roots and proofs are made up.
 */
export async function seed(db: Database, size: Size): Promise<void> {
  const ordinary = size.campaigns;
  const leaf = sql`i % ${sql.raw(String(size.leaves))}`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local synchronous_commit = off`);
    // Counted by triggers.
    await tx.execute(campaignRows(size));
    const [role] = await rowsOf(tx, sql`select rolsuper from pg_roles where rolname = current_user`);
    // Rows that are made to fit need not have each reference looked up.
    if (Reflect.get(role ?? {}, "rolsuper"))
      await tx.execute(sql`set local session_replication_role = replica`);
    const statements = [
      rootVersionRows,
      leafRows(size, {
        from: range(size.leaves),
        rootVersion: sql`1`,
        index: i,
        levels: Math.ceil(Math.log2(size.leaves)),
      }),
      leafRows(size, {
        from: range(ordinary * (size.leavesEach ?? LEAVES)),
        rootVersion: sql`2 + i / ${leavesOf(size)}`,
        index: sql`i % ${leavesOf(size)}`,
        levels: Math.ceil(Math.log2(size.leavesEach ?? LEAVES)),
      }),
      claimRows(size, { kind: "large", from: range(size.claims), campaign: sql`1`, leaf }),
      claimRows(size, {
        kind: "claim",
        from: range(ordinary * CLAIMS),
        campaign: sql`2 + i / ${sql.raw(String(CLAIMS))}`,
        leaf: sql`i % ${sql.raw(String(CLAIMS))}`,
      }),
      ...otherEvents(),
    ];
    for (const statement of statements) await tx.execute(statement);
    await recountEvents(
      tx,
      Array.from({ length: ordinary + 1 }, (_, index) => index + 1),
    );
  });
  // As autovacuum does in time: index-only scans need its map of pages that everyone sees.
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(sql`vacuum analyze`);
}
