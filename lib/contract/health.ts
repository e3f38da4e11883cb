import * as z from "zod";
import { indexProblemView } from "./index-problem";
import { programView } from "./program";

/** Response of GET /api/health. */
export const healthView = z
  .object({
    status: z
      .enum(["ok", "degraded", "down"])
      .describe(
        "degraded if the network, the stream or the key-value store is unavailable, the index has a problem or data cannot be stored; down if the database is unavailable",
      ),
    db: z.boolean().describe("whether the database responds"),
    writable: z
      .boolean()
      .describe("whether the database stores data; false if its disk is full or it is read-only"),
    rpc: z.boolean().describe("whether the network responds"),
    store: z
      .boolean()
      .optional()
      .describe(
        "whether the key-value store responds, which wallet sign-in requires; present if one is configured",
      ),
    version: z.string().describe("version of the service"),
    timestamp: z.int().describe("current time of the service; unix seconds"),
    checkedAt: z.int().describe("completion time of the checks, at most five seconds ago; unix seconds"),
    clock: z
      .object({
        aheadOfDatabase: z
          .int()
          .nullable()
          .describe("seconds by which the service's clock is ahead of the database's; null while unknown"),
        newestBlockAge: z
          .int()
          .nullable()
          .describe("age of the network's newest block in seconds, read twice a minute; null while unknown"),
      })
      .meta({ id: "ClockHealth" })
      .optional()
      .describe("the service's clock compared with two others; absent in older versions"),
    program: programView.optional().describe("the vesting program, read once a minute; absent while unknown"),
    genesis: z.string().optional().describe("genesis hash of the indexed network; absent while unknown"),
    indexer: z
      .object({
        lastSyncedSlot: z
          .string()
          .describe("slot up to which everything is indexed; u64 as a decimal string"),
        lastSyncTimestamp: z.string().describe("time of that slot; unix seconds as a decimal string"),
        lagSeconds: z.int().nullable().describe("seconds since that time; null before the first run"),
        problems: z
          .array(indexProblemView)
          .describe("problems of the index, as of the latest run; index_lagging as of now"),
      })
      .meta({ id: "IndexerHealth" })
      .describe("progress of the index"),
    readReplica: z
      .enum(["in_use", "lagging", "unavailable", "wrong_database"])
      .optional()
      .describe("state of the read replica; present if DATABASE_READ_URL is set"),
    stream: z
      .enum(["connected", "down", "unknown"])
      .optional()
      .describe(
        "whether the server of GEYSER_URL delivers blocks; while down, the index finds new transactions by polling; unknown while the database is unavailable; present if GEYSER_URL is set",
      ),
    sponsor: z
      .enum(["ready", "quota-used", "no-sol", "unknown"])
      .optional()
      .describe(
        "whether the sponsor can pay fees of claims; no-sol: its account holds less than SPONSOR_CLAIM_SOL; present if a sponsor is set",
      ),
    setup: z
      .array(
        z
          .object({
            setting: z.string().describe("its name"),
            severity: z.enum(["error", "warning"]).describe("an error prevents the start"),
            message: z.string().describe("description of the problem"),
            fix: z.string().describe("what to do"),
          })
          .meta({ id: "SettingProblem" }),
      )
      .optional()
      .describe("problems of the settings; only for requests with the admin key"),
  })
  .meta({ id: "Health" });
