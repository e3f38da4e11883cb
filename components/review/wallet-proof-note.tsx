import type { WalletAccount } from "@/components/wallet/wallet-store";

/** What a wallet that signs transactions only will show when it proves who its owner is. */
export function WalletProofNote({ account }: { account: WalletAccount }) {
  if (account.signMessage) return null;
  return (
    <p className="text-sm text-ink-soft">
      {account.walletName} signs no messages. To prove who you are it shows a transaction with nothing but a
      memo, which no ledger takes: it moves nothing and costs nothing.
    </p>
  );
}
