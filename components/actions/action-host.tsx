"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useWallet } from "@/components/wallet/wallet-store";
import { closeAction, useOpenAction } from "./action-store";

const loadDialog = () => import("./action-dialog");
const ActionDialog = dynamic(loadDialog, { ssr: false });

/** The place of the action dialog. The code that builds transactions loads once a wallet is connected. */
export function ActionHost() {
  const request = useOpenAction();
  const { account } = useWallet();
  const isConnected = account !== null;
  useEffect(() => {
    // Loaded ahead, so that a network that is lost by then does not cost the page; opening one loads it again if need be.
    if (isConnected) loadDialog().catch(() => undefined);
  }, [isConnected]);
  return request && account ? (
    <ActionDialog request={request} account={account} onClose={closeAction} />
  ) : null;
}
