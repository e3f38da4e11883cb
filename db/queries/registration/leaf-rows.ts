import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { leaves } from "@/db/schema";
import { toInt8 } from "@/db/schema/u64";

/** A leaf to store; `proof` is its siblings' bytes, end to end. */
export type LeafRow = {
  leafIndex: number;
  beneficiary: string;
  amount: bigint;
  releaseType: number;
  startTime: bigint;
  cliffTime: bigint;
  endTime: bigint;
  milestoneIdx: number;
  proof: Uint8Array;
};

/** Leaves in batches, so that a large campaign's rows are never all in memory. */
export type LeafBatches = Iterable<readonly LeafRow[]> | AsyncIterable<readonly LeafRow[]>;

/** An array parameter as texts: both drivers then leave its element type to the statement. */
const texts = (values: (string | number | bigint)[]) => sql.param(values.map(String));

const hexOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString("hex");

async function insertBatch(tx: Database, rootVersionId: number, rows: readonly LeafRow[]): Promise<void> {
  // One array a column: a list of VALUES would meet the protocol's 65,535 parameters at 6,500 leaves.
  await tx.execute(sql`insert into ${leaves}
      (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx, proof)
    select ${rootVersionId}::integer, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx,
      decode(proof, 'hex') from unnest(
      ${texts(rows.map((row) => row.leafIndex))}::bigint[],
      ${texts(rows.map((row) => row.beneficiary))}::text[],
      ${texts(rows.map((row) => toInt8(row.amount)))}::bigint[],
      ${texts(rows.map((row) => row.releaseType))}::smallint[],
      ${texts(rows.map((row) => row.startTime))}::bigint[],
      ${texts(rows.map((row) => row.cliffTime))}::bigint[],
      ${texts(rows.map((row) => row.endTime))}::bigint[],
      ${texts(rows.map((row) => row.milestoneIdx))}::smallint[],
      ${texts(rows.map((row) => hexOf(row.proof)))}::text[])
      as given(leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx, proof)`);
}

/** Leaves a statement: the embedded database runs in this thread, and answers nobody while it runs one. */
const ROWS_PER_INSERT = 100;

/** Stores a root version's leaves, a batch at a time as the caller makes them. */
export async function insertLeaves(
  tx: Database,
  { rootVersionId, batches }: { rootVersionId: number; batches: LeafBatches },
): Promise<void> {
  for await (const rows of batches) {
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      await insertBatch(tx, rootVersionId, rows.slice(from, from + ROWS_PER_INSERT));
      await setImmediate();
    }
  }
}
