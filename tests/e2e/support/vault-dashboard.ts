import { PublicKey } from "@solana/web3.js";
import { startLedger } from "@vesting-index/ledger";
import { multisigAccount, squadsDouble } from "@/ledger/squads-double";
import { findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import { MEMBERS, sampleAccount } from "./sample-keys";
import { type Dashboard, startDashboard } from "./start-dashboard";

export type VaultDashboard = { url: string; ledgerUrl: string; multisig: string; vault: string };

const LAMPORTS = 100_000_000_000n;

/**
 * Starts a dashboard on a ledger with the Squads double and a multisig with three members and a threshold of
 * two. Its first vault holds SOL.
 */
export async function startVaultDashboard(): Promise<VaultDashboard & Dashboard> {
  const members = MEMBERS.map(({ address }) => address);
  const createKey = sampleAccount("multisig").address;
  const multisig = multisigAccount({ createKey, threshold: 2, members });
  const vault = findSquadsVaultAddress({ multisig: multisig.address, vaultIndex: 0 });
  const ledger = await startLedger({ controls: true, programs: [squadsDouble()], accounts: [multisig] });
  for (const address of [vault, ...members])
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
  return { url: dashboard.url, ledgerUrl: ledger.url, multisig: multisig.address, vault, close };
}
