"use client";

import dynamic from "next/dynamic";
import { useLoadedAhead } from "@/components/wallet/use-loaded-ahead";
import { useWallet } from "@/components/wallet/wallet-store";
import { closeAction, useOpenAction } from "./action-store";

const loadDialog = () => import("./action-dialog");
const ActionDialog = dynamic(loadDialog, { ssr: false });

/** The place of the action dialog. The code that builds transactions loads once a wallet is connected. */
export function ActionHost() {
  const request = useOpenAction();
  const { account } = useWallet();
  useLoadedAhead(loadDialog);
  return request && account ? (
    <ActionDialog request={request} account={account} onClose={closeAction} />
  ) : null;
}
