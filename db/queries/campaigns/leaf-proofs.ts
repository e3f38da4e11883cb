import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { leaves } from "@/db/schema";
import { preparedQuery } from "../prepared-query";

const selectProofs = preparedQuery((db) =>
  db
    .select({ rootVersionId: leaves.rootVersionId, leafIndex: leaves.leafIndex, proof: leaves.proof })
    .from(leaves)
    .where(
      sql`${leaves.beneficiary} = ${sql.placeholder("address")}
        and ${leaves.rootVersionId} = any(${sql.placeholder("rootVersionIds")}::integer[])`,
    )
    .orderBy(
      sql`array_position(${sql.placeholder("rootVersionIds")}::integer[], ${leaves.rootVersionId})`,
      leaves.leafIndex,
    )
    .limit(sql.placeholder("limit")),
);

/** Selects the proofs of an address's first leaves in root versions, in the given order of versions. */
export const selectLeafProofs = (
  db: Database,
  input: { address: string; rootVersionIds: readonly number[]; limit: number },
) => selectProofs(db, { ...input, rootVersionIds: input.rootVersionIds.map(String) });
