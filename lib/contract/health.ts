import { z } from "zod";
import { indexProblemView } from "./index-problem";
import { programView } from "./program";

/** Response of GET /api/health. */
export const healthView = z
  .object({
    status: z
      .enum(["ok", "degraded", "down"])
      .describe(
        "degraded without the ledger or the key-value store, with a problem of the index or when nothing can be stored; down without the database",
      ),
    db: z.boolean().describe("whether the database answers"),
    writable: z
      .boolean()
      .describe("whether the database stores data: false when its disk is full or it is read-only"),
    rpc: z.boolean().describe("whether the ledger answers"),
    store: z
      .boolean()
      .optional()
      .describe("whether the key-value store answers, without which nobody can sign in; where one is set"),
    version: z.string().describe("of the service"),
    timestamp: z.int().describe("the time of the service; unix seconds"),
    checkedAt: z.int().describe("when the checks ended, at most five seconds ago; unix seconds"),
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
      .describe("the service's clock beside two others; left out by versions before it"),
    program: programView
      .optional()
      .describe("the vesting program, read once a minute; left out while unknown"),
    genesis: z.string().optional().describe("of the ledger that is indexed; left out while nothing says it"),
    indexer: z
      .object({
        lastSyncedSlot: z.string().describe("the slot up to which all is indexed; u64 as a decimal string"),
        lastSyncTimestamp: z.string().describe("when that was; unix seconds as a decimal string"),
        lagSeconds: z.int().nullable().describe("seconds since then; null before the first run"),
        problems: z.array(indexProblemView).describe("what is wrong with the index, as of the newest run"),
      })
      .meta({ id: "IndexerHealth" })
      .describe("how far the index has come"),
    standby: z
      .enum(["used", "behind", "away", "foreign"])
      .optional()
      .describe("how the stand-by database is; where DATABASE_READ_URL is set"),
    setup: z
      .array(
        z
          .object({
            setting: z.string().describe("its name"),
            weight: z.enum(["fault", "warning"]).describe("how bad it is"),
            says: z.string().describe("what is wrong"),
            mend: z.string().describe("what to do"),
          })
          .meta({ id: "SettingProblem" }),
      )
      .optional()
      .describe("what is wrong with the settings; for requests with the admin key"),
  })
  .meta({ id: "Health" });
