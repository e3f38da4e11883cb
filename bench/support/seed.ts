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

/** Leaves of one beneficiary in ordinary campaigns: the same at every size. */
const LEAVES_PER_BENEFICIARY = 10;
const CLAIMS_EACH = 2;
const EPOCH = 1_700_000_000;

/** Synthetic addresses have 44 characters of base58 that decode to 32 bytes. Proofs have their real size. */
const FUNCTIONS = `
  create function pg_temp.address(kind text, number bigint) returns text language sql immutable
    return 'A' || left(translate(md5(kind || number) || md5(number::text), '0', 'z'), 43);
  create function pg_temp.signature(kind text, number bigint) returns text language sql immutable
    return md5(kind || number) || md5('of');
  create function pg_temp.proof(leaves bigint, number bigint) returns bytea language sql immutable
    return decode(repeat(md5((number % 64)::text), 2 * ceil(log(2, leaves))::integer), 'hex');`;

const campaignRows = ({ campaigns, leaves, leavesEach = 5 }: Size) => `
  insert into campaigns (tree_address, creator, mint, campaign_id, merkle_root, leaf_count, total_supply, total_claimed,
    cancellable, cancel_authority, min_cliff_time, cancelled_at, paused, created_at, metadata, used_milestones,
    released_milestones)
  select pg_temp.address('tree', i), pg_temp.address('creator', i / 20), pg_temp.address('mint', i % 50), i,
    md5('root' || i) || md5('of'), case i when 0 then ${leaves} else ${leavesEach} end, 1000000000000, 1000, true,
    pg_temp.address('creator', i / 20), ${EPOCH} + i, case when i % 20 = 19 then ${EPOCH + 1_000} + i end, i % 10 = 3,
    ${EPOCH} + i * 60, json_build_object('name', 'Campaign ' || i),
    case i when 0 then '{0,1,2,3,4,5,6,7}'::smallint[] else '{}' end, case i when 0 then '{1}'::smallint[] else '{}' end
  from generate_series(0, ${campaigns}) i order by i;
  insert into root_versions (campaign_id, merkle_root, leaf_count, min_cliff_time, version, created_at, used_milestones)
  select id, merkle_root, leaf_count, min_cliff_time, 1, created_at, used_milestones from campaigns order by id;`;

/** Inserts leaves; the row number is i, and rootVersion and index are expressions of it. */
const leafRows = (count: number, rootVersion: string, index: string, treeSize: number, people: number) => `
  insert into leaves (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time,
    milestone_idx, proof)
  select ${rootVersion}, ${index}, pg_temp.address('beneficiary', i % ${people}), 1000000 + i, i % 3, ${EPOCH},
    ${EPOCH + 100} + i, ${EPOCH + 100_000_000}, case when i % 3 = 2 then i % 8 else 0 end, pg_temp.proof(${treeSize}, i)
  from generate_series(0, ${count - 1}) i;`;

const claimRows = (kind: string, count: number, campaign: string, leaf: string, people: number) => `
  insert into claim_events (campaign_id, signature, event_index, slot, tx_index, block_time, beneficiary, leaf_index,
    amount, total_claimed_by_user, total_claimed_overall)
  select ${campaign}, pg_temp.signature('${kind}', i), 0, 1000 + i / 4, i % 4, ${EPOCH} + i / 4,
    pg_temp.address('beneficiary', (${leaf}) % ${people}), ${leaf}, 10, 10, 10 * (i + 1)
  from generate_series(0, ${count - 1}) i;`;

/** Fills an empty database. Rows are as the service stores them, but roots and proofs are synthetic. Needs a superuser. */
export async function seed(url: string, size: Size): Promise<void> {
  const { campaigns, leaves, claims, leavesEach = 5 } = size;
  const people = (campaigns * leavesEach) / LEAVES_PER_BENEFICIARY;
  const driver = postgres(url, { max: 1, onnotice: () => {} });
  const db = drizzle(driver);
  await driver.begin((transaction) =>
    transaction.unsafe(`
      ${FUNCTIONS}
      ${campaignRows(size)}
      -- Triggers count the campaigns. The other rows need no triggers and no check of their references.
      set local session_replication_role = replica;
      ${leafRows(leaves, "1", "i", leaves, people)}
      ${leafRows(campaigns * leavesEach, `2 + i / ${leavesEach}`, `i % ${leavesEach}`, leavesEach, people)}
      ${claimRows("large", claims, "1", `i % ${leaves}`, people)}
      ${claimRows("claim", campaigns * CLAIMS_EACH, `2 + i / ${CLAIMS_EACH}`, `i % ${CLAIMS_EACH}`, people)}`),
  );
  const ids = Array.from({ length: campaigns + 1 }, (_, index) => index + 1);
  await recountEvents(db, ids);
  await backfillUnlockSums(db);
  // Index-only scans need the visibility map, which autovacuum writes only later.
  await db.execute("vacuum analyze");
  await driver.end();
}
