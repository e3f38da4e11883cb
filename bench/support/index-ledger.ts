import { Transaction } from "@solana/web3.js";
import type { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { startReplays } from "./replay-node";

/** Serves a ledger with one campaign and its claims, one in each transaction, at one URL for each delay. */

const PEOPLE = 100;
const HALF_DAY = 43_200;

export type LedgerReport = { urls: string[]; registration: typeof campaigns.$inferInsert };

const [claims = 0, ...delays] = process.argv.slice(2).map(Number);
const ledger = await TestLedger.start();
const { controls } = ledger.ledger;
const campaign = await LedgerCampaign.create(ledger, PEOPLE);
for (let made = 0; made < claims; made += PEOPLE) {
  controls.advanceTime(HALF_DAY);
  const blockhash = await ledger.connection.getLatestBlockhash("processed");
  for (const [index, wallet] of campaign.people.slice(0, claims - made).entries()) {
    const transaction = new Transaction({ feePayer: wallet.publicKey, ...blockhash });
    transaction.add(campaign.claimInstruction(index)).sign(wallet);
    await ledger.connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  }
}
const urls = await startReplays(ledger.url, delays);
process.send?.({ urls, registration: campaign.registration } satisfies LedgerReport);
