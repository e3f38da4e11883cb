import { LAMPORTS_PER_SOL } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { DemoWalletAdapter } from "./demo-wallet-adapter";

const STARTING_SOL = 100;

/** The demo accounts of the local ledger as wallets. */
export async function demoWallets(): Promise<DemoWalletAdapter[]> {
  const accounts = await Promise.all([DEMO_CREATOR, ...DEMO_BENEFICIARIES].map(demoAccount));
  return accounts.map((account) => new DemoWalletAdapter(account, fillUp));
}

/** Gives an account that has nothing some SOL from the local ledger's faucet. */
async function fillUp(wallet: DemoWalletAdapter): Promise<void> {
  const { publicKey } = wallet;
  if (publicKey && (await ledger().getBalance(publicKey)) === 0) {
    await ledger().requestAirdrop(publicKey, STARTING_SOL * LAMPORTS_PER_SOL);
  }
}
