"use client";

import type { ReactNode } from "react";
import { useWallet } from "@/components/wallet/wallet-store";

/** Says who has to connect, to everyone but them. */
export function SignerHint({ signer, children }: { signer: string; children: ReactNode }) {
  const { account } = useWallet();
  return account?.address === signer ? null : <p className="mt-1 text-sm text-ink-soft">{children}</p>;
}
