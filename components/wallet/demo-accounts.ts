import { LAMPORTS_PER_SOL, type PublicKey } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { DemoWalletAdapter } from "./demo-wallet-adapter";

const STARTING_SOL = 100;
const ATTEMPTS = 20;
const POLL_MS = 250;

/** The demo accounts of the local ledger as wallets. */
export async function demoWallets(): Promise<DemoWalletAdapter[]> {
  const accounts = await Promise.all([DEMO_CREATOR, ...DEMO_BENEFICIARIES].map(demoAccount));
  return accounts.map((account) => new DemoWalletAdapter(account, fillUp));
}

/** Gives an account that has nothing some SOL from the local ledger's faucet, and waits until it is there. */
async function fillUp(publicKey: PublicKey): Promise<void> {
  if ((await ledger().getBalance(publicKey)) > 0) return;
  await ledger().requestAirdrop(publicKey, STARTING_SOL * LAMPORTS_PER_SOL);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if ((await ledger().getBalance(publicKey)) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
