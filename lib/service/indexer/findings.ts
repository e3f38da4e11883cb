import {
  countOverclaims,
  type Overclaim,
  selectOverclaims,
  takeUntoldOverclaims,
} from "@/db/queries/events/overclaims";
import { type FindingView, MOST_FINDINGS, toFindingView } from "@/lib/core/views/finding";
import type { IndexerContext } from "./context";

/** What the ledger did and should not have, of which there are `count`. */
export type Findings = { findings: FindingView[]; findingCount: number };

/**
 * Leaves that were paid more than they give: the first of them, and how many there are. It is no drift, since index and
 * ledger agree about it; the log says each once.
 */
export async function readFindings({ db, log }: IndexerContext): Promise<Findings> {
  for (const overclaim of await takeUntoldOverclaims(db)) {
    log.error(toFindingView(overclaim), "indexer: a leaf has been paid more than it gives");
  }
  const first: Overclaim[] = await selectOverclaims(db, { limit: MOST_FINDINGS });
  return { findings: first.map(toFindingView), findingCount: await countOverclaims(db) };
}
