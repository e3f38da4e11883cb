import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { writeCursor } from "@/db/queries/cursor";
import { rowsOf } from "./seed";

/** Rows of a query as texts. */
async function texts(db: Database, query: SQL): Promise<Record<string, string>[]> {
  return (await rowsOf(db, query)).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])),
  );
}

const TARGETS = 100;

/** Random things to ask for, of ordinary campaigns and of the large one, whose row id is 1. */
export type Targets = {
  trees: string[];
  creators: string[];
  beneficiaries: string[];
  /** Trees with a beneficiary of theirs. */
  leaves: { tree: string; beneficiary: string }[];
  large: { tree: string; beneficiaries: string[]; leafCount: number };
  campaignCount: number;
  /** Cursors from anywhere in a list. */
  cursors: { campaigns: string[]; claims: string[]; timeline: string[] };
};

const claimPlaces = sql`select slot, tx_index, event_index, id, block_time from claim_events
  where campaign_id = 1 order by random() limit ${TARGETS}::integer`;

export async function selectTargets(db: Database): Promise<Targets> {
  const ordinary = await texts(
    db,
    sql`select c.tree_address as tree, c.creator, c.created_at, c.id,
        (select beneficiary from leaves where root_version_id = c.id order by leaf_index limit 1) as beneficiary
      from campaigns c where c.id > 1 order by random() limit ${TARGETS}::integer`,
  );
  const [large] = await texts(db, sql`select tree_address as tree, leaf_count from campaigns where id = 1`);
  const recipients = await texts(
    db,
    sql`select beneficiary from leaves where root_version_id = 1 order by random() limit ${TARGETS}::integer`,
  );
  const [count] = await texts(db, sql`select count(*) as count from campaigns`);
  const claims = (await texts(db, claimPlaces)).map((row) => ({
    slot: BigInt(row.slot ?? 0),
    txIndex: Number(row.tx_index),
    eventIndex: Number(row.event_index),
    id: Number(row.id),
    blockTime: BigInt(row.block_time ?? 0),
  }));
  const column = (name: string) => ordinary.map((row) => row[name] ?? "");
  return {
    trees: column("tree"),
    creators: column("creator"),
    beneficiaries: column("beneficiary"),
    leaves: ordinary.map((row) => ({ tree: row.tree ?? "", beneficiary: row.beneficiary ?? "" })),
    large: {
      tree: large?.tree ?? "",
      leafCount: Number(large?.leaf_count),
      beneficiaries: recipients.map((row) => row.beneficiary ?? ""),
    },
    campaignCount: Number(count?.count),
    cursors: {
      campaigns: ordinary.map((row) =>
        writeCursor("campaigns", { createdAt: BigInt(row.created_at ?? 0), id: Number(row.id) }),
      ),
      claims: claims.map(({ blockTime: _, ...place }) => writeCursor("claims", place)),
      timeline: claims.map((place) => writeCursor("events", { ...place, type: "claimed" })),
    },
  };
}
