import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";

/** Returns the label of the button that obtains signatures outside of this browser. */
export const exportLabel = (t: Translator, account: Pick<WalletAccount, "vault"> | null): string =>
  account?.vault ? t("Propose to the multisig") : t("Export for offline signing");
