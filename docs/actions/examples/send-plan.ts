import { Connection, type Keypair } from "@solana/web3.js";
import { type TransactionPlan, unsignedTransaction } from "@vesting-index/client/plans";
import { type Api, sendSigned } from "./act";

/** Builds a plan on a recent blockhash, signs it with the wallets that it names, sends and reports it. */
export async function sendPlan(api: Api, plan: TransactionPlan, wallets: Keypair[]): Promise<string> {
  const recent = await new Connection(api.rpcUrl, "confirmed").getLatestBlockhash();
  const transaction = unsignedTransaction(plan, recent);
  transaction.partialSign(...wallets.filter(({ publicKey }) => plan.signers.includes(publicKey.toBase58())));
  return sendSigned(api, transaction, recent);
}
