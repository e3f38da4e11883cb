import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, eventTables, leaves, rootVersions, tokenPrices } from "@/db/schema";
import { u64Text } from "@/db/schema/u64";
import type { EventType, PaymentKind } from "@/lib/core/events/event-types";
import { earlierGeneration } from "../campaigns/generation";
import { cutForward, readCursor, writeCursor } from "../cursor";
import { preparedQuery } from "../prepared-query";
import { campaignsOfAddress } from "./event-feed";

type Source = {
  kind: PaymentKind;
  type: EventType;
  /** Condition for rows `e` of the type's table that pay the address, in a campaign of the scope. */
  isTheirs: SQL;
  amount: SQL;
};

const address = sql.placeholder("address");
const amount = (column: string) => sql.raw(`e.${column}`);

/** The index in this list breaks ties between several payments of one event. */
const SOURCES: readonly Source[] = [
  {
    ...{ kind: "claim", type: "claimed", amount: amount("amount") },
    isTheirs: sql`e.beneficiary = ${address}`,
  },
  {
    ...{ kind: "settlement", type: "stream_cancelled", amount: amount("amount_to_beneficiary") },
    isTheirs: sql`scope.is_recipient and e.amount_to_beneficiary <> 0`,
  },
  {
    ...{ kind: "returned", type: "stream_cancelled", amount: amount("amount_to_creator") },
    isTheirs: sql`scope.is_creator and e.amount_to_creator <> 0`,
  },
  {
    ...{ kind: "withdrawal", type: "withdrawn", amount: amount("amount") },
    isTheirs: sql`scope.is_creator`,
  },
  {
    ...{ kind: "refund", type: "instant_refunded", amount: amount("amount") },
    isTheirs: sql`e.refunded_to = ${address}`,
  },
];

/**
 * Whether the address is the recipient of the stream `mine`. A stream has one recipient, in its current root, which
 * its end fixes. The recipient is unknown until the list of that root is registered.
 */
const isRecipient = sql`exists (
    select from ${leaves} l inner join ${rootVersions} v on v.id = l.root_version_id
    where l.beneficiary = ${address} and v.campaign_id = mine.id and v.merkle_root = mine.merkle_root)`;

/** Selects a campaign's row id and the roles of the address in it. */
const getScope = (
  isVerifiedOnly: boolean,
) => sql`select mine.id, mine.creator = ${address} as is_creator, ${isRecipient} as is_recipient
  from ${campaigns} mine where mine.id in (${campaignsOfAddress})${isVerifiedOnly ? sql` and mine.verified` : sql``}`;

const position = (rank: number) =>
  sql.raw(`(e.block_time, e.slot, coalesce(e.tx_index, -1), e.event_index, ${rank}, e.id)`);
const readGiven = (name: string, type = "bigint") => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/**
 * Selects the first rows of one source beyond the cursor, for each campaign. The address's own rows are found
 * by index and then sorted.
 */
function branch({ kind, type, isTheirs, amount }: Source, rank: number, hasCursor: boolean): SQL {
  const from = sql`(${readGiven("blockTime")}, ${readGiven("slot")}, ${readGiven("txIndex")}, ${readGiven("eventIndex")},
    ${readGiven("rank")}, ${readGiven("id")})`;
  const ofClaim = (column: string) => sql.raw(type === "claimed" ? `e.${column}` : "null::integer");
  return sql`select e.* from scope cross join lateral (
    select ${sql.raw(`'${kind}' as kind, ${rank} as rank`)}, e.id, e.campaign_id, e.block_time, e.slot, e.tx_index,
      e.event_index, e.signature, e.derived_fields is not null as reconstructed, ${u64Text(amount)} as amount, ${ofClaim("leaf_index")}::bigint as leaf_index,
      ${ofClaim("milestone_idx")}::integer as milestone_idx
    from (select * from ${eventTables[type]} e where e.campaign_id = scope.id and ${isTheirs} offset 0) e
    where true${hasCursor ? sql` and ${position(rank)} < ${from}` : sql``}
    order by e.block_time desc, e.slot desc, coalesce(e.tx_index, -1) desc, e.event_index desc, e.id desc
    limit ${readGiven("limit")}) e`;
}

const ORDER = sql.raw(
  "e.block_time desc, e.slot desc, coalesce(e.tx_index, -1) desc, e.event_index desc, e.rank desc, e.id desc",
);

/**
 * The hour of a payment; null for times outside the range of the price table, which would overflow the
 * integer.
 */
const hour = sql.raw(
  "case when e.block_time between 0 and 7000000000000 then (e.block_time / 3600)::integer end",
);

type PageShape = { hasCursor: boolean; isVerifiedOnly: boolean; kinds?: readonly PaymentKind[] | undefined };

const selectPage = preparedQuery((db, { hasCursor, isVerifiedOnly, kinds }: PageShape) => {
  const branches = SOURCES.flatMap((source, rank) =>
    kinds?.includes(source.kind) === false ? [] : [branch(source, rank, hasCursor)],
  );
  return db
    .select({
      kind: sql<PaymentKind>`e.kind`,
      rank: sql`e.rank`.mapWith(Number),
      id: sql`e.id`.mapWith(Number),
      treeAddress: campaigns.treeAddress,
      mint: campaigns.mint,
      metadata: campaigns.metadata,
      verified: campaigns.verified,
      earlierGeneration,
      amount: sql`e.amount`.mapWith(BigInt),
      priceUsd: sql<number | null>`p.usd`,
      leafIndex: sql`e.leaf_index`.mapWith(Number),
      milestoneIdx: sql<number | null>`e.milestone_idx`,
      signature: sql<string>`e.signature`,
      slot: sql`e.slot`.mapWith(BigInt),
      txIndex: sql`coalesce(e.tx_index, -1)`.mapWith(Number),
      eventIndex: sql`e.event_index`.mapWith(Number),
      blockTime: sql`e.block_time`.mapWith(BigInt),
      reconstructed: sql<boolean>`e.reconstructed`,
    })
    .from(
      sql`(with scope as materialized (${getScope(isVerifiedOnly)})
        select * from (${sql.join(branches, sql` union all `)}) e order by ${ORDER} limit ${readGiven("limit")}) e`,
    )
    .innerJoin(campaigns, sql`${campaigns.id} = e.campaign_id`)
    .leftJoin(sql`${tokenPrices} p`, sql`p.mint = ${campaigns.mint} and p.hour = ${hour}`)
    .orderBy(ORDER);
});

/**
 * Selects the payments of the program to an address, newest first, with the token price in the hour of each
 * payment if known. `kinds` selects some kinds of payments.
 */
export async function selectPayments(
  db: Database,
  params: { address: string; limit: number; cursor?: string } & Partial<Omit<PageShape, "hasCursor">>,
): Promise<{ payments: Payment[]; nextCursor: string | null }> {
  const { address, limit, cursor, isVerifiedOnly = false, kinds } = params;
  const from = readCursor("payments", cursor);
  const shape = { hasCursor: from !== undefined, isVerifiedOnly, kinds };
  const rows = await selectPage(db, { address, ...from, limit: limit + 1 }, shape);
  const { shown, nextCursor } = cutForward(rows, limit, (last) => writeCursor("payments", getPosition(last)));
  return { payments: shown.map(({ rank, id, txIndex, ...payment }) => payment), nextCursor };
}

const selectSettlementRows = preparedQuery((db) =>
  db
    .select({ signature: sql<string>`e.signature`, eventIndex: sql`e.event_index`.mapWith(Number) })
    .from(sql`${eventTables.stream_cancelled} e`)
    .innerJoin(sql`${campaigns} mine`, sql`mine.id = e.campaign_id`)
    .where(
      sql`e.signature = any(${sql.placeholder("signatures")}::text[]) and e.amount_to_beneficiary <> 0 and ${isRecipient}`,
    ),
);

/** Selects the cancellations of streams in some transactions that paid the address as the recipient. */
export const selectSettlements = (
  db: Database,
  input: { address: string; signatures: readonly string[] },
): Promise<{ signature: string; eventIndex: number }[]> => selectSettlementRows(db, input);

type Row = Awaited<ReturnType<typeof selectPage>>[number];
type Payment = Omit<Row, "rank" | "id" | "txIndex">;

const getPosition = ({ blockTime, slot, txIndex, eventIndex, rank, id }: Row) => ({
  ...{ blockTime, slot, txIndex, eventIndex, rank, id },
});
