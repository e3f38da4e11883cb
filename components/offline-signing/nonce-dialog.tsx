"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Dialog } from "@/components/ui/dialog";
import { useWallet } from "@/components/wallet/wallet-store";
import { NoncePanel } from "./nonce-panel";

type NonceDialogProps = { onClose: () => void };

/** Lets the connected wallet create and close nonce accounts. */
export default function NonceDialog({ onClose }: NonceDialogProps) {
  const t = useTranslator();
  const { account } = useWallet();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Nonce accounts")}
      description={t(
        "With a nonce account, you can sign a transaction offline and send it at any later time. Each account serves one transaction at a time.",
      )}
    >
      <NoncePanel authority={account?.address ?? ""} />
    </Dialog>
  );
}
