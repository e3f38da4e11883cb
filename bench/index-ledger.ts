import { Transaction } from "@solana/web3.js";
import type { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

const PEOPLE = 100;
const HALF_A_DAY = 43_200;

/** How long each of the ledger's answers is to take from now on. */
export type DelayRequest = { delayMs: number };
/** What the ledger says once it is ready, and once it answers with a delay. */
export type LedgerReport = { url: string; registration: typeof campaigns.$inferInsert } | DelayRequest;

/** A ledger in a process of its own, with a campaign of which `claims` claims were made, one a transaction. */
async function serve(claims: number): Promise<void> {
  const ledger = await TestLedger.start();
  const { controls } = ledger.ledger;
  const campaign = await LedgerCampaign.create(ledger, PEOPLE);
  for (let made = 0; made < claims; made += PEOPLE) {
    controls.advanceTime(HALF_A_DAY);
    const { blockhash, lastValidBlockHeight } = await ledger.connection.getLatestBlockhash("processed");
    for (const [index, wallet] of campaign.people.slice(0, claims - made).entries()) {
      const feePayer = wallet.publicKey;
      const transaction = new Transaction({ feePayer, blockhash, lastValidBlockHeight });
      transaction.add(campaign.claimInstruction(index)).sign(wallet);
      await ledger.connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    }
  }
  const report = (message: LedgerReport) => process.send?.(message);
  process.on("message", ({ delayMs }: DelayRequest) => {
    controls.clearFaults();
    if (delayMs > 0) controls.addFault({ method: "*", delayMs });
    report({ delayMs });
  });
  report({ url: ledger.url, registration: campaign.registration });
}

await serve(Number(process.argv[2]));
