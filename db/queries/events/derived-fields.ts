import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { campaigns, cancelEvents, claimEvents, rootUpdateEvents, rootVersions } from "@/db/schema";
import { asNumeric, asU64 } from "@/db/schema/u64";
import type { DerivedField } from "@/lib/core/solana/reconstruct/rebuild-events";
import { getPosition, newestFirst, oldestFirst } from "./chain-order";
import { settledWhere } from "./settlement";

/** Returns SQL for the newest row `p` of a table before row `c` of the same campaign. */
const before = (table: PgTable, { columns, where = sql`true` }: { columns: SQL; where?: SQL }) =>
  sql`(select ${columns} from ${table} p where p.campaign_id = c.campaign_id and ${where}
    and ${getPosition("p")} < ${getPosition("c")} order by ${newestFirst("p")} limit 1)`;

const isDerived = (row: string, field: DerivedField) => sql.raw(`'${field}' = any(${row}.derived_fields)`);

const claimAmount = asNumeric(sql.raw("c.amount"));

/** The last claim before row `c`, whose total already contains earlier settlements, is row `last`. */
const settledSince = settledWhere(sql`settlement.campaign_id = c.campaign_id
  and ${getPosition("settlement")} < ${getPosition("c")}
  and (last.slot is null or ${getPosition("settlement")} > ${getPosition("last")})`);

/**
 * Sets the campaign totals of reconstructed claims: the total of the last claim that was read from the log,
 * plus the claims and the settlement of a stream since. The claim that emptied a native SOL tree brings the
 * total to the supply, and its amount is the difference.
 */
const campaignTotals = (ids: SQL) => sql`
  with cut as (
    select c.*, t.total_supply, ${isDerived("c", "amount")} as is_rest,
      case when ${isDerived("c", "amount")} then 0 else ${claimAmount} end + ${settledSince} as paid,
      last.total as total_before, last.is_cut as follows_cut
    from ${claimEvents} c join ${campaigns} t on t.id = c.campaign_id
    left join lateral ${before(claimEvents, {
      columns: sql`${asNumeric(sql.raw("p.total_claimed_overall"))} as total, p.slot,
        p.tx_index, p.signature, p.event_index, p.derived_fields is not null as is_cut`,
    })} last on true
    where c.campaign_id = any(${ids}) and c.derived_fields is not null),
  stretches as (
    select c.*, count(*) filter (where follows_cut is not true)
      over (partition by campaign_id order by ${oldestFirst()}) as stretch from cut c),
  totals as (
    select c.*, coalesce(first_value(total_before) over same, 0) + sum(paid) over same as total from stretches c
    window same as (partition by campaign_id, stretch order by ${oldestFirst()})),
  found as (
    select id, case when is_rest then total_supply else ${asU64(sql.raw("total"))} end as overall,
      case when is_rest then ${asU64(sql`greatest(${asNumeric(sql.raw("total_supply"))} - total, 0)`)}
        else amount end as amount from totals)
  update ${claimEvents} set total_claimed_overall = found.overall, amount = found.amount from found
  where ${claimEvents}.id = found.id
    and (${claimEvents}.total_claimed_overall, ${claimEvents}.amount) is distinct from (found.overall, found.amount)`;

/**
 * Sets the claimer's totals in the same way, starting from the last claim of the same claimer with a known
 * total.
 */
const claimerTotals = (ids: SQL) => sql`
  with cut as (
    select c.*, ${claimAmount} as paid, last.total as total_before, last.is_cut as follows_cut
    from ${claimEvents} c
    left join lateral ${before(claimEvents, {
      columns: sql`${asNumeric(sql.raw("p.total_claimed_by_user"))} as total,
        coalesce(${isDerived("p", "totalClaimedByUser")}, false) as is_cut`,
      where: sql`p.beneficiary = c.beneficiary`,
    })} last on true
    where c.campaign_id = any(${ids}) and ${isDerived("c", "totalClaimedByUser")}),
  stretches as (
    select c.*, count(*) filter (where follows_cut is not true)
      over (partition by campaign_id, beneficiary order by ${oldestFirst()}) as stretch from cut c),
  found as (
    select id, ${asU64(sql`(coalesce(first_value(total_before) over same, 0) + sum(paid) over same)`)} as by_user
    from stretches
    window same as (partition by campaign_id, beneficiary, stretch order by ${oldestFirst()}))
  update ${claimEvents} set total_claimed_by_user = found.by_user from found
  where ${claimEvents}.id = found.id and ${claimEvents}.total_claimed_by_user is distinct from found.by_user`;

/** Sets the total claimed amount at a reconstructed cancellation. */
const claimedAtCancel = (ids: SQL) => sql`
  with found as (
    select c.id, coalesce(${before(claimEvents, { columns: sql.raw("p.total_claimed_overall") })}, 0) as claimed
    from ${cancelEvents} c where c.campaign_id = any(${ids}) and ${isDerived("c", "claimedAtCancel")})
  update ${cancelEvents} set claimed_at_cancel = found.claimed from found where ${cancelEvents}.id = found.id`;

/**
 * Sets the previous root of a reconstructed rotation: the root of the preceding rotation, otherwise the root
 * of the campaign's registration.
 */
const oldRoots = (ids: SQL) => sql`
  with found as (
    select c.id, coalesce(${before(rootUpdateEvents, { columns: sql.raw("p.new_root") })},
      (select v.merkle_root from ${rootVersions} v where v.campaign_id = c.campaign_id
        and v.merkle_root <> c.new_root order by v.version limit 1), c.old_root) as root
    from ${rootUpdateEvents} c where c.campaign_id = any(${ids}) and ${isDerived("c", "oldRoot")})
  update ${rootUpdateEvents} set old_root = found.root from found where ${rootUpdateEvents}.id = found.id`;

const DERIVING = [claimEvents, cancelEvents, rootUpdateEvents];

/**
 * Computes the fields of reconstructed events that follow from earlier events. The result depends only on the
 * rows, not on their order of arrival.
 */
export async function deriveEventFields(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  const input = sql`${sql.param(campaignRowIds.map(String))}::integer[]`;
  const branches = DERIVING.map(
    (table) =>
      sql`select campaign_id from ${table} where derived_fields is not null and campaign_id = any(${input})`,
  );
  const rows = await tx
    .selectDistinct({ id: sql<number>`campaign_id` })
    .from(sql`(${sql.join(branches, sql` union all `)}) e`);
  if (rows.length === 0) return;
  const ids = sql`${sql.param(rows.map((row) => String(row.id)))}::integer[]`;
  for (const derive of [campaignTotals, claimerTotals, claimedAtCancel, oldRoots])
    await tx.execute(derive(ids));
}
