import { Transaction } from "@solana/web3.js";
import type { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

const PEOPLE = 100;
const HALF_DAY = 43_200;

/** The delay of each response from now on. */
export type DelayRequest = { delayMs: number };
/** Sent when the ledger is ready, and when it has applied a delay. */
export type LedgerReport = { url: string; registration: typeof campaigns.$inferInsert } | DelayRequest;

/** Serves a ledger with one campaign and its claims, one in each transaction. */
async function serve(claims: number): Promise<void> {
  const ledger = await TestLedger.start();
  const { controls } = ledger.ledger;
  const campaign = await LedgerCampaign.create(ledger, PEOPLE);
  for (let made = 0; made < claims; made += PEOPLE) {
    controls.advanceTime(HALF_DAY);
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
