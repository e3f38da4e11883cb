import { Connection, type Keypair } from "@solana/web3.js";
import { sendPlan } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import { planCreateLookupTable } from "@/lib/core/plans/lookup-table";
import type { CampaignKeys } from "@/lib/core/plans/plan";

/** Creates a campaign's lookup table on a ledger whose blocks are confirmed at once, and returns its address. */
export async function createLookupTable(
  rpcUrl: string,
  { creator, ...keys }: CampaignKeys & { creator: Keypair },
): Promise<string> {
  const ledger = new Connection(rpcUrl, "confirmed");
  // The last block does not contain its own slot hash.
  const recentSlot = (await ledger.getSlot()) - 1;
  const { plan, table } = planCreateLookupTable(
    { ...keys, creator: creator.publicKey.toBase58() },
    recentSlot,
  );
  await sendPlan(plan, { connection: ledger, signers: [keypairSigner(creator.secretKey)] });
  return table.address;
}
