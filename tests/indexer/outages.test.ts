import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/db/failures";
import { openPostgres } from "@/db/postgres";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { campaigns, pauseEvents } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { indexerContext } from "@/lib/service/indexer/requests";
import { runIndexer } from "@/lib/service/indexer/run";
import { createServerDatabase } from "../support/database";
import { startServices } from "../support/http";
import { LedgerCampaign } from "../support/ledger-campaign";
import { type FaultyProxy, startFaultyProxy } from "../support/outages";

const server = process.env.TEST_DATABASE_URL;
const LAST_STEP = "run: checkpoint moved";
const STEPS = ["run: started", "discover: keeping", "store: before commit", "checkpoint: moving", LAST_STEP];

let proxy: FaultyProxy;
let ledger: TestLedger;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let opened: Awaited<ReturnType<typeof openPostgres>>;
let campaign: LedgerCampaign;
beforeAll(async () => {
  if (!server) return;
  [database, ledger] = await Promise.all([createServerDatabase(server), TestLedger.start()]);
  const { hostname, port } = new URL(database.url);
  proxy = await startFaultyProxy({ host: hostname, port: Number(port) });
  opened = await openPostgres({ url: proxy.through(database.url) });
  campaign = await LedgerCampaign.create(ledger);
  await opened.db.insert(campaigns).values(campaign.registration);
}, LONG.timeout);
afterAll(async () => {
  if (!server) return;
  await proxy.pass();
  await opened.close();
  await proxy.close();
  await ledger.close();
  await database.drop();
});

let cycles = 0;

/** One round for each step and each fault; every round has one more event to index. */
const cases = STEPS.flatMap((step) =>
  (["hangs", "is gone"] as const).map((failure) => [failure, step] as const),
);

describe.runIf(server)("a run whose database", () => {
  test.each(cases)(
    "%s at the step %s moves no checkpoint, and the next run continues",
    async (failure, step) => {
      await campaign.pause(cycles++ % 2 === 0);
      const services = startServices({
        db: opened.db,
        chain: createChain({ urls: [ledger.url], deadlineMs: 5_000 }),
      });
      const before = await selectIndexedTo(opened.db);
      const breakOff = async (at: string) => {
        if (at !== step) return;
        if (failure === "hangs") proxy.hang();
        else await proxy.refuse();
      };
      const failed = runIndexer({ ...indexerContext(services), onStep: breakOff }, { timeLimitMs: 20_000 });
      expect(isDatabaseUnavailable(await failed.catch((error: unknown) => error))).toBe(true);
      await proxy.pass();
      // For a quarter of a second after a failure, the database is not queried again.
      const isBack = () => selectIndexedTo(opened.db).then(Boolean, () => false);
      await expect.poll(isBack).toBe(true);
      if (step !== LAST_STEP) expect(await selectIndexedTo(opened.db)).toEqual(before);
      const next = await runIndexer(indexerContext(services), { timeLimitMs: 20_000 });
      expect(next).toMatchObject({ ok: true, complete: true });
      expect(await opened.db.$count(pauseEvents)).toBe(cycles);
      expect((await selectIndexedTo(opened.db)).slot).toBeGreaterThan(before.slot);
    },
  );
});
