import { ledger } from "@/components/ledger/connection";
import { demoAccounts } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { DemoWalletAdapter } from "./demo-wallet-adapter";

/** The demo accounts of the local ledger as wallets; each is given what it starts with when it connects. */
export async function demoWallets(): Promise<DemoWalletAdapter[]> {
  const accounts = await demoAccounts();
  return accounts.map(
    (account) => new DemoWalletAdapter(account, () => new DemoLedger(ledger()).fillUp(account)),
  );
}
