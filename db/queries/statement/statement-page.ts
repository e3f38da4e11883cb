import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { claimEvents, leaves } from "@/db/schema";
import type { StatementSums } from "@/lib/core/vesting/statement";
import { InvalidCursorError, readCursor, writeCursor } from "../cursor";
import { preparedQuery } from "../prepared-query";
import { recipientParts, type StatementQuery, valuesOfStatement } from "./recipient-parts";

/** Leaves or claimants that one page reads at most; a page of recipients with many leaves is shorter. */
const MAX_SCANNED = 2_000;

/** The recipients of a list in order of their first leaf. The window bounds the leaves that a page reads. */
const selectListed = preparedQuery((db) => {
  const from = sql`${sql.placeholder("from")}::bigint`;
  const rows = sql`(select l.leaf_index, l.beneficiary from ${leaves} l
    where l.root_version_id = ${sql.placeholder("rootVersionId")}::integer
      and l.leaf_index >= ${from} and l.leaf_index < ${from} + ${sql.raw(String(MAX_SCANNED))}
      and not exists (select from ${leaves} o where o.beneficiary = l.beneficiary
        and o.root_version_id = l.root_version_id and o.leaf_index < l.leaf_index)
    order by l.leaf_index limit ${sql.placeholder("limit")}::integer) listed`;
  return db
    .select({ leafIndex: sql`leaf_index`.mapWith(Number), beneficiary: sql<string>`beneficiary` })
    .from(rows);
});

/** The next claimants in order of address, by jumps through the index, with whether only an earlier list has them. */
const selectClaimants = preparedQuery((db) => {
  const campaign = sql`${sql.placeholder("campaignRowId")}::integer`;
  const next = (after: ReturnType<typeof sql>) =>
    sql`(select e.beneficiary from ${claimEvents} e where e.campaign_id = ${campaign} and e.beneficiary > ${after}
      order by e.beneficiary limit 1)`;
  const rows = sql`(with recursive scanned (beneficiary, number) as (
      select ${next(sql`${sql.placeholder("after")}::text`)}, 1
      union all select ${next(sql`s.beneficiary`)}, s.number + 1 from scanned s
      where s.beneficiary is not null and s.number < ${sql.raw(String(MAX_SCANNED))})
    select s.beneficiary, exists (select from ${claimEvents} e where e.campaign_id = ${campaign}
        and e.beneficiary = s.beneficiary and e.block_time <= ${sql.placeholder("at")}::bigint)
      and not exists (select from ${leaves} l where l.beneficiary = s.beneficiary
        and l.root_version_id = ${sql.placeholder("rootVersionId")}::integer) as is_former
    from scanned s where s.beneficiary is not null order by s.beneficiary) claimants`;
  return db.select({ beneficiary: sql<string>`beneficiary`, isFormer: sql<boolean>`is_former` }).from(rows);
});

const selectAmounts = preparedQuery((db) => {
  const rows = sql`(with ${recipientParts({ isNarrowed: true })} select beneficiary, claimed::text as claimed,
    unclaimed::text as unclaimed, unvested::text as unvested, paid_earlier::text as paid_earlier
    from recipients) amounts`;
  return db
    .select({
      beneficiary: sql<string>`beneficiary`,
      claimed: sql`claimed`.mapWith(BigInt),
      unclaimed: sql`unclaimed`.mapWith(BigInt),
      unvested: sql`unvested`.mapWith(BigInt),
      paidEarlier: sql`paid_earlier`.mapWith(BigInt),
    })
    .from(rows);
});

export type StatementRecipient = StatementSums & { beneficiary: string };

type PageQuery = StatementQuery & {
  /** Leaves of the list. */
  leafCount: number;
  /** Whether wallets that only an earlier list contained follow. */
  hasFormer: boolean;
  limit: number;
  cursor?: string | undefined;
};

/**
 * Selects a page of the recipients of a statement: those of the list in order of their first leaf, then those that
 * only an earlier list contained, in order of address. A page reads a bounded number of leaves to find its
 * recipients, so it can be shorter than `limit`, or empty, and still have a cursor.
 * @throws InvalidCursorError if the cursor is not one of this date and list.
 */
export async function selectStatementPage(
  db: Database,
  query: PageQuery,
): Promise<{ recipients: StatementRecipient[]; nextCursor: string | null }> {
  const from = readCursor("statement", query.cursor);
  const parameters = { at: query.at, list: query.rootVersionId ?? 0 };
  if (from && from.at !== parameters.at)
    throw new InvalidCursorError("must be sent with the date of its statement");
  if (from && from.list !== parameters.list)
    throw new InvalidCursorError("belongs to another list of recipients; request the first page again");
  const { beneficiaries, next } = await selectBeneficiaries(db, query, from);
  const nextCursor = next && writeCursor("statement", { ...parameters, ...next });
  if (beneficiaries.length === 0) return { recipients: [], nextCursor };
  const rows = await selectAmounts(db, { ...valuesOfStatement(query), beneficiaries });
  const byAddress = new Map(rows.map((row) => [row.beneficiary, row]));
  const recipients = beneficiaries.flatMap((beneficiary) => byAddress.get(beneficiary) ?? []);
  return { recipients, nextCursor };
}

/** Returns the date of the statement whose page a cursor continues; undefined without a cursor. */
export const dateOfCursor = (cursor: string | undefined): bigint | undefined =>
  readCursor("statement", cursor)?.at;

type Start = { leafIndex: number } | { after: string };
type Listed = { beneficiaries: string[]; next: Start | null };

async function selectBeneficiaries(
  db: Database,
  query: PageQuery,
  from: Start = { leafIndex: 0 },
): Promise<Listed> {
  if (!("leafIndex" in from)) return selectFormer(db, query, from.after);
  const { limit, leafCount } = query;
  const rows = await selectListed(db, {
    ...{ rootVersionId: query.rootVersionId ?? 0, from: from.leafIndex, limit: limit + 1 },
  });
  const beneficiaries = rows.slice(0, limit).map(({ beneficiary }) => beneficiary);
  const beyond = rows[limit];
  if (beyond) return { beneficiaries, next: { leafIndex: beyond.leafIndex } };
  const end = from.leafIndex + MAX_SCANNED;
  if (query.rootVersionId !== null && end < leafCount) return { beneficiaries, next: { leafIndex: end } };
  if (!query.hasFormer) return { beneficiaries, next: null };
  if (beneficiaries.length === limit) return { beneficiaries, next: { after: "" } };
  const former = await selectFormer(db, { ...query, limit: limit - beneficiaries.length }, "");
  return { ...former, beneficiaries: [...beneficiaries, ...former.beneficiaries] };
}

async function selectFormer(db: Database, query: PageQuery, after: string): Promise<Listed> {
  const { campaignRowId, at, limit } = query;
  const rows = await selectClaimants(db, {
    ...{ campaignRowId, at, after, rootVersionId: query.rootVersionId ?? 0 },
  });
  const former = rows.flatMap(({ beneficiary, isFormer }) => (isFormer ? [beneficiary] : []));
  const beneficiaries = former.slice(0, limit);
  const last = former.length > limit ? beneficiaries.at(-1) : rows.at(-1)?.beneficiary;
  const isEnd = last === undefined || (former.length <= limit && rows.length < MAX_SCANNED);
  return { beneficiaries, next: isEnd ? null : { after: last } };
}
