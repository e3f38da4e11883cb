import { afterAll, beforeAll, beforeEach } from "vitest";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { forgetIndex } from "../indexer/support/index-of";
import { createTestDatabase, type TestDatabase } from "./database";
import { startServices } from "./http";
import { LedgerCampaign } from "./ledger-campaign";

const KEY = "an-admin-key-for-tests";
const SECRET = "a-cron-secret-for-tests";
export const admin = { "x-admin-key": KEY };
export const cron = { authorization: `Bearer ${SECRET}` };

/**
 * The setup of the syncing routes: a registered campaign with one claim and one pause that are not indexed
 * yet.
 */
export type SyncSetting = { database: TestDatabase; ledger: TestLedger; claim: string; pause: string };

/**
 * Opens a setup for a test file, and empties the index before each test. Returns a function that returns the
 * setup.
 */
export function openSyncSetting(): () => SyncSetting {
  let setting: (SyncSetting & { campaign: LedgerCampaign }) | undefined;
  const opened = () => {
    if (!setting) throw new Error("The setting is open during tests only.");
    return setting;
  };
  beforeAll(async () => {
    const [database, ledger] = await Promise.all([createTestDatabase(), TestLedger.start()]);
    const campaign = await LedgerCampaign.create(ledger);
    const [claim, pause] = [await campaign.claim(0), await campaign.pause()];
    setting = { database, ledger, campaign, claim, pause };
  }, LONG.timeout);
  beforeEach(async () => {
    const { database, ledger, campaign } = opened();
    await forgetIndex(database.db);
    await database.db.delete(campaigns);
    await database.db.insert(campaigns).values(campaign.registration);
    provideLedger(database, ledger.url);
  });
  afterAll(async () => {
    await opened().ledger.close();
    await opened().database.close();
  });
  return opened;
}

/** Connects the routes to the ledger at `url`, which may be unreachable. */
export function provideLedger({ db }: TestDatabase, url: string): void {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", ADMIN_API_KEY: KEY, CRON_SECRET: SECRET });
  startServices({ env, db, chain: createChain({ urls: [url], deadlineMs: 1_000 }) });
}
