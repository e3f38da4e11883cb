import type { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { startReplays } from "./replay-node";

/** Serves a ledger with one campaign and its claims, one in each transaction, at one URL for each delay. */

const PEOPLE = 100;

export type LedgerReport = { urls: string[]; registration: typeof campaigns.$inferInsert };

const [claims = 0, ...delays] = process.argv.slice(2).map(Number);
const ledger = await TestLedger.start();
const campaign = await LedgerCampaign.create(ledger, PEOPLE);
await campaign.claimRepeatedly(claims);
const replays = await startReplays(ledger.url, delays);
const urls = replays.map(({ url }) => url);
process.send?.({ urls, registration: campaign.registration } satisfies LedgerReport);
