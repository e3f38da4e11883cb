"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, type ButtonSize } from "@/components/ui/button";
import { useWallet } from "@/components/wallet/wallet-store";
import { type ActionRequest, actionSigner, openAction } from "./action-request";
import { describeAction } from "./describe-action";

type ActionButtonProps = {
  request: ActionRequest;
  /** Whether the action is not possible in this state. The reason appears next to the button. */
  disabled?: boolean;
  label?: ReactNode;
  size?: ButtonSize | undefined;
  /** Shown to other wallets instead of a disabled button; null shows nothing. */
  fallback?: ReactNode;
};

/** Opens an action. Enabled for the wallet that can sign it. */
export function ActionButton({ request, label, size, ...options }: ActionButtonProps) {
  const { disabled = false, fallback } = options;
  const t = useTranslator();
  const { account } = useWallet();
  const action = describeAction(t, request);
  const isSigner = account !== null && account.address === actionSigner(request);
  if (fallback !== undefined && !isSigner) return fallback;
  return (
    <Button
      tone={isSigner ? action.tone : "secondary"}
      size={size}
      disabled={disabled || !isSigner}
      onClick={() => openAction(request)}
    >
      {label ?? action.label}
    </Button>
  );
}

/** Shows which wallet must connect. Renders nothing for that wallet. */
export function SignerHint({ signer, children }: { signer: string; children: ReactNode }) {
  const { account } = useWallet();
  return account?.address === signer ? null : (
    <p className="mt-1 text-sm text-ink-soft print:hidden">{children}</p>
  );
}
