import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { toInt8 } from "@/db/schema/u64";
import { proofsBetween } from "@/lib/core/merkle/proof";
import type { PreparedTree } from "@/lib/service/registration/prepare";

/** Rows to a piece of text, which the driver writes at once. */
const ROWS_A_PIECE = 1_000;

const COLUMNS =
  "root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx, proof";

function* textOf(rootVersion: number, { leaves, tree }: PreparedTree): Generator<Buffer> {
  for (let from = 0; from < leaves.length; from += ROWS_A_PIECE) {
    const to = Math.min(from + ROWS_A_PIECE, leaves.length);
    const proofs = proofsBetween(tree, from, to);
    const rows = leaves.slice(from, to).map((leaf, slot) => {
      const proof = Buffer.from(proofs[slot] ?? []).toString("hex");
      const times = [leaf.startTime, leaf.cliffTime, leaf.endTime];
      const own = [leaf.leafIndex, leaf.beneficiary, toInt8(leaf.amount), leaf.releaseType, ...times];
      return [rootVersion, ...own, leaf.milestoneIdx, `\\\\x${proof}\n`].join("\t");
    });
    yield Buffer.from(rows.join(""));
  }
}

/** Copies a tree's leaves as they are stored into a version of their own, and nothing else, within `timed`. */
export async function copyLeaves(
  url: string,
  prepared: PreparedTree,
  timed: (copy: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [version] =
      await sql.unsafe(`insert into root_versions (version, merkle_root, leaf_count, min_cliff_time,
      created_at) values (0, 'copied', 0, 0, 0) returning id`);
    const text = [...textOf(version?.id, prepared)];
    await timed(async () => {
      const stored = await sql.unsafe(`copy leaves (${COLUMNS}) from stdin`).writable();
      await pipeline(Readable.from(text), stored);
    });
  } finally {
    await sql.end();
  }
}
