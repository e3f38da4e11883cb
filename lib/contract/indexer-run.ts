import * as z from "zod";
import { addressText, count, done, integerText } from "./field-schemas";
import { findingView } from "./finding";
import { indexProblemView } from "./index-problem";

/** Response of POST /api/admin/sync and GET /api/cron/sync. */
export const indexerRunView = z.union([
  z
    .object({
      ok: z.boolean().describe("whether the run succeeded"),
      processed: count("number of stored events"),
      lastSlot: integerText.describe("slot up to which everything is indexed; u64 as a decimal string"),
      byType: z.record(z.string(), z.number().int()).describe("number of stored events by type"),
      transactions: count("number of transactions read"),
      failed: count("transactions that could not be read"),
      drift: z
        .array(
          z
            .object({
              treeAddress: addressText.describe("the campaign, base58"),
              field: z.string().describe("the differing field"),
              indexed: z.string().describe("value in the index"),
              onChain: z.string().describe("value on the network"),
            })
            .meta({ id: "RunDrift" }),
        )
        .describe("campaigns that differ from the network"),
      findings: z.array(findingView).describe("findings about the whole index; the first 100"),
      findingCount: count("number of findings about the whole index"),
      problems: z.array(indexProblemView).describe("all problems of the index"),
      complete: z.boolean().describe("whether everything is indexed; otherwise the next run continues"),
      durationMs: count("duration in milliseconds"),
    })
    .meta({ id: "IndexerRun" }),
  z
    .object({ ok: done, skipped: z.literal(true).describe("another run is in progress") })
    .meta({ id: "SkippedRun" }),
]);
