import { setImmediate } from "node:timers/promises";
import { is, sql } from "drizzle-orm";
import { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Database } from "@/db/client";
import { leaves } from "@/db/schema";
import { toInt8 } from "@/db/schema/u64";
import type { StoredLeaf } from "../campaigns/leaves";

/** A leaf to store; `proof` is its siblings' bytes, end to end. */
export type LeafRow = StoredLeaf & { proof: Uint8Array };

/** Leaves in batches, so that a large campaign's rows are never all in memory. */
export type LeafBatches = Iterable<readonly LeafRow[]> | AsyncIterable<readonly LeafRow[]>;

/** A column as the text of an array, which costs both drivers nothing to write. */
const column = (values: (string | number | bigint)[]) => sql`${`{${values.join()}}`}::text`;

/** A text as it stands within such a column. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

async function insertRows(tx: Database, rootVersionId: number, rows: readonly LeafRow[]): Promise<void> {
  const proofs = Buffer.concat(rows.map((row) => row.proof)).toString("base64");
  let end = 1;
  const starts = rows.map(({ proof }) => {
    end += proof.length;
    return end - proof.length;
  });
  // One array a column: a list of VALUES would meet the protocol's 65,535 parameters at 6,500 leaves. The proofs in one
  // piece: an array of them takes the server as long to take apart as all the rest of the statement.
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

/** Leaves to a statement, and statements at once. */
type Pace = { rows: number; sideBySide: number };

/** One connection answers everybody here, and nobody while it runs a statement. */
const EMBEDDED: Pace = { rows: 100, sideBySide: 1 };
/** With more, a server that has other things to do is no quicker. */
const ON_SERVER: Pace = { rows: 1_000, sideBySide: 2 };

const paceOf = (db: Database) => (is(db, PostgresJsDatabase) ? ON_SERVER : EMBEDDED);

async function* pieces(batches: LeafBatches, size: number): AsyncGenerator<readonly LeafRow[]> {
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
 * Stores a root version's leaves as the caller makes them, the next ones while the database stores those before. Outside
 * of a transaction each statement is one of its own; after a failure none is under way any more.
 */
export async function insertLeaves(
  db: Database,
  { rootVersionId, batches }: { rootVersionId: number; batches: LeafBatches },
): Promise<void> {
  const { rows, sideBySide } = paceOf(db);
  const left = pieces(batches, rows);
  const storing = Array.from({ length: sideBySide }, async () => {
    // Who leaves this loop with an error ends it for the others too.
    for await (const piece of left) {
      await insertRows(db, rootVersionId, piece);
      await setImmediate();
    }
  });
  const failed = (await Promise.allSettled(storing)).find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
