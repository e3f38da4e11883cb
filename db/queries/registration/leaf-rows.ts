import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { leaves } from "@/db/schema";
import { toInt8 } from "@/db/schema/u64";
import type { StoredLeaf } from "../campaigns/leaves";
import { pipelined } from "../pipelined";

/** A leaf to store; `proof` is the concatenated bytes of its siblings. */
export type LeafRow = StoredLeaf & { proof: Uint8Array };

/** Leaves in batches, so that the rows of a large campaign are never all in memory. */
export type LeafBatches = Iterable<readonly LeafRow[]> | AsyncIterable<readonly LeafRow[]>;

/** Returns a column as an array literal, which both drivers send without conversion. */
const column = (values: (string | number | bigint)[]) => sql`${`{${values.join()}}`}::text`;

/** Quotes a text for such an array literal. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

async function insertRows(tx: Database, rootVersionId: number, rows: readonly LeafRow[]): Promise<void> {
  const proofs = Buffer.concat(rows.map((row) => row.proof)).toString("base64");
  let end = 1;
  const starts = rows.map(({ proof }) => {
    end += proof.length;
    return end - proof.length;
  });
  // The statement has one array per column: a VALUES list would exceed the protocol's 65,535 parameters at
  // 6,500 leaves. The proofs are one value: parsing an array of them takes the server as long as the rest of
  // the statement.
  await tx.execute(sql`insert into ${leaves}
      (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx, proof)
    select ${rootVersionId}::integer, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx,
      substring(proofs from proof_start for proof_length)
    from decode(${proofs}::text, 'base64') as proofs, unnest(
      ${column(rows.map((row) => row.leafIndex))}::bigint[],
      ${column(rows.map((row) => quoted(row.beneficiary)))}::text[],
      ${column(rows.map((row) => toInt8(row.amount)))}::bigint[],
      ${column(rows.map((row) => row.releaseType))}::smallint[],
      ${column(rows.map((row) => row.startTime))}::bigint[],
      ${column(rows.map((row) => row.cliffTime))}::bigint[],
      ${column(rows.map((row) => row.endTime))}::bigint[],
      ${column(rows.map((row) => row.milestoneIdx))}::smallint[],
      ${column(starts)}::integer[],
      ${column(rows.map((row) => row.proof.length))}::integer[])
      as given(leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx,
        proof_start, proof_length)`);
}

/** Few, because the single connection of the embedded database serves no other query while a statement runs. */
const LEAVES_PER_STATEMENT = 250;
/** More concurrency does not speed up a server that has other load. */
const CONCURRENT_STATEMENTS = 2;

async function* chunks(batches: LeafBatches, size: number): AsyncGenerator<readonly LeafRow[]> {
  let piece: LeafRow[] = [];
  for await (const rows of batches) {
    for (let from = 0; from < rows.length; ) {
      const taken = rows.slice(from, from + size - piece.length);
      piece.push(...taken);
      from += taken.length;
      if (piece.length < size) continue;
      yield piece;
      piece = [];
    }
  }
  if (piece.length > 0) yield piece;
}

/**
 * Stores the leaves of a root version while the caller produces the next ones. Outside a transaction, each
 * statement commits separately. After an error, no statement is still running.
 */
export async function insertLeaves(
  db: Database,
  { rootVersionId, batches }: { rootVersionId: number; batches: LeafBatches },
): Promise<void> {
  const left = chunks(batches, LEAVES_PER_STATEMENT);
  const storing = Array.from({ length: CONCURRENT_STATEMENTS }, async () => {
    // A writer that leaves this loop with an error also ends it for the other writers.
    for await (const piece of left) {
      await insertRows(db, rootVersionId, piece);
      await setImmediate();
    }
  });
  await pipelined(storing);
}
