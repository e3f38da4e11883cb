"use client";

import { Dialog } from "@/components/ui/dialog";
import { useWallet } from "@/components/wallet/wallet-store";
import { useWords } from "@/components/words/use-words";
import { NoncePanel } from "./nonce-panel";

type NonceDialogProps = { onClose: () => void };

/** Lets the connected wallet create and close nonce accounts. */
export default function NonceDialog({ onClose }: NonceDialogProps) {
  const t = useWords();
  const { account } = useWallet();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Nonce accounts")}
      description={t(
        "With one, a transaction can be signed offline and sent as late as you like. Each serves one transaction at a time.",
      )}
    >
      <NoncePanel authority={account?.address ?? ""} />
    </Dialog>
  );
}
