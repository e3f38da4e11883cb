import { customType } from "drizzle-orm/pg-core";
import { proofSiblings } from "../../lib/core/merkle/proof";
import { toProofBytes } from "../../lib/core/plans/answered-leaf";

/**
 * A proof as the specification has it, its siblings' bytes in arrays, in a column that holds them end to end: a quarter of
 * what the same numbers take as JSON text.
 */
export const proof = customType<{ data: number[][]; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: toProofBytes,
  fromDriver: proofSiblings,
});
