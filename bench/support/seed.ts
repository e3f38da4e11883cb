import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { recountEvents } from "@/db/queries/events/event-counters";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";

/** Numbers of rows: ordinary campaigns, and a large campaign with leaves and claims of its own, whose id is 1. */
export type Size = { campaigns: number; leavesEach?: number; leaves: number; claims: number };

export const SIZES = {
  small: { campaigns: 1_000, leavesEach: 50, leaves: 1_000, claims: 10_000 },
  large: { campaigns: 100_000, leaves: 100_000, claims: 300_000 },
} as const satisfies Record<string, Size>;

/** Leaves of an ordinary campaign by default, and its claims. */
const LEAVES = 5;
const CLAIMS = 2;
/** Campaigns of one creator, and leaves of one beneficiary in ordinary campaigns: the same at every size. */
const CAMPAIGNS_PER_CREATOR = 20;
const LEAVES_PER_BENEFICIARY = 10;
const MINTS = 50;
const EPOCH = 1_700_000_000;

const raw = (value: number) => sql.raw(String(value));
const leavesOf = ({ leavesEach = LEAVES }: Size) => raw(leavesEach);

/** A synthetic address: 44 characters of base58 that decode to 32 bytes. */
const address = (kind: string, number: SQL): SQL =>
  sql`'A' || left(translate(md5(${sql.raw(`'${kind}'`)} || (${number})) || md5((${number})::text), '0', 'z'), 43)`;

const signature = (kind: string, number: SQL): SQL =>
  sql`md5(${sql.raw(`'${kind}'`)} || (${number})) || md5('of')`;

const random32 = (levels: number) =>
  Array.from({ length: 64 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(32 * levels))).toString("hex"),
  );

/** One of 64 random proofs, so that rows have their real size without hashing. */
const proofOf = (levels: number, number: SQL): SQL =>
  sql`decode((${sql.param(random32(levels))}::text[])[1 + (${number}) % 64], 'hex')`;

const i = sql.raw("i");
const beneficiariesOf = ({ campaigns, leavesEach = LEAVES }: Size) =>
  raw((campaigns * leavesEach) / LEAVES_PER_BENEFICIARY);
const milestone = sql`case when i % 3 = 2 then i % 8 else 0 end`;

function campaignRows(size: Size): SQL {
  const { campaigns, leaves } = size;
  const creator = address("creator", sql`i / ${raw(CAMPAIGNS_PER_CREATOR)}`);
  return sql`insert into campaigns (tree_address, creator, mint, campaign_id, merkle_root, leaf_count, total_supply,
      total_claimed, cancellable, cancel_authority, min_cliff_time, cancelled_at, paused, created_at, metadata,
      used_milestones, released_milestones)
    select ${address("tree", i)}, ${creator}, ${address("mint", sql`i % ${raw(MINTS)}`)}, i,
      md5('root' || i) || md5('of'), case when i = 0 then ${leaves}::bigint else ${leavesOf(size)}::bigint end, 1000000000000,
      1000, true, ${creator}, ${EPOCH}::bigint + i, case when i % 20 = 19 then ${EPOCH + 1000}::bigint + i end,
      i % 10 = 3, ${EPOCH}::bigint + i * 60, json_build_object('name', 'Campaign ' || i),
      case when i = 0 then '{0,1,2,3,4,5,6,7}'::smallint[] else '{}' end, case when i = 0 then '{1}'::smallint[] else '{}' end
    from generate_series(0, ${campaigns}::integer) i order by i`;
}

const rootVersionRows = sql`insert into root_versions (campaign_id, merkle_root, leaf_count, min_cliff_time, version,
    created_at, used_milestones)
  select id, merkle_root, leaf_count, min_cliff_time, 1, created_at, used_milestones from campaigns order by id`;

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

const range = (count: number) => sql`generate_series(0, ${count - 1}::integer)`;

/** Fills an empty database. Rows are as the service stores them, but roots and proofs are random. Needs a superuser. */
export async function seed(url: string, size: Size): Promise<void> {
  const driver = postgres(url, { max: 1, onnotice: () => {} });
  const db = drizzle(driver);
  const leaf = sql`i % ${raw(size.leaves)}`;
  const levels = (leaves: number) => Math.ceil(Math.log2(leaves));
  const leavesEach = size.leavesEach ?? LEAVES;
  const ordinaryLeaves = { rootVersion: sql`2 + i / ${leavesOf(size)}`, index: sql`i % ${leavesOf(size)}` };
  const ordinaryClaims = { campaign: sql`2 + i / ${raw(CLAIMS)}`, leaf: sql`i % ${raw(CLAIMS)}` };
  await db.transaction(async (tx) => {
    // Triggers count the campaigns.
    await tx.execute(campaignRows(size));
    // The other rows need no triggers and no check of their references.
    await tx.execute(sql`set local session_replication_role = replica`);
    const statements = [
      rootVersionRows,
      leafRows(size, {
        from: range(size.leaves),
        rootVersion: sql`1`,
        index: i,
        levels: levels(size.leaves),
      }),
      leafRows(size, {
        ...ordinaryLeaves,
        ...{ from: range(size.campaigns * leavesEach), levels: levels(leavesEach) },
      }),
      claimRows(size, { kind: "large", from: range(size.claims), campaign: sql`1`, leaf }),
      claimRows(size, { kind: "claim", from: range(size.campaigns * CLAIMS), ...ordinaryClaims }),
    ];
    for (const statement of statements) await tx.execute(statement);
    const ids = Array.from({ length: size.campaigns + 1 }, (_, index) => index + 1);
    await recountEvents(tx, ids);
  });
  await backfillUnlockSums(db);
  // Index-only scans need the visibility map, which autovacuum writes only later.
  await db.execute(sql`vacuum analyze`);
  await driver.end();
}
