"use client";

import dynamic from "next/dynamic";
import { useWallet } from "@/components/wallet/wallet-store";
import { closeAction, useOpenAction } from "./action-store";

const ActionDialog = dynamic(() => import("./action-dialog"), { ssr: false });

/** The place of the action dialog. The code that builds transactions loads when one is opened. */
export function ActionHost() {
  const request = useOpenAction();
  const { account } = useWallet();
  return request && account ? (
    <ActionDialog request={request} account={account} onClose={closeAction} />
  ) : null;
}
