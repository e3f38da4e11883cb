import { PublicKey } from "@solana/web3.js";
import { startLedger } from "@vesting-index/ledger";
import { primaryName, registered, rootDomain, tokenized } from "@/tests/support/name-accounts";
import { NAME_WALLETS } from "./sample-keys";
import { type Dashboard, startDashboard } from "./start-dashboard";

export type NamesDashboard = { url: string; ledgerUrl: string };

const LAMPORTS = 100_000_000_000n;
const { creator, seller, bob } = NAME_WALLETS;

/** Starts a dashboard on a ledger with a name service and two names. */
export async function startNamesDashboard(): Promise<NamesDashboard & Dashboard> {
  const accounts = [
    rootDomain(bob.address),
    ...(await tokenized("alice.sol", seller.address)),
    await registered("bob.sol", bob.address),
    ...(await primaryName("bob.sol", bob.address)),
  ];
  const ledger = await startLedger({ controls: true, accounts });
  for (const { address } of [creator, seller])
    ledger.controls.airdrop(new PublicKey(address).toBytes(), LAMPORTS);
  const settings = { SOLANA_RPC_URL: ledger.url, PRICE_API_URL: "http://127.0.0.1:9" };
  const dashboard = await startDashboard(settings).catch(async (error: unknown) => {
    await ledger.close();
    throw error;
  });
  const close = async () => {
    await dashboard.close();
    await ledger.close();
  };
  return { url: dashboard.url, ledgerUrl: ledger.url, close };
}
