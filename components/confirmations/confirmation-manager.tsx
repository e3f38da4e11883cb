"use client";

import dynamic from "next/dynamic";
import { PartBoundary } from "@/components/shell/part-boundary";
import { ConnectFirst, type Introduction, OwnDataSkeleton } from "@/components/wallet/connect-first";
import { useWallet } from "@/components/wallet/wallet-store";

const OwnLists = dynamic(() => import("./own-lists"), { ssr: false, loading: OwnDataSkeleton });

/** Manages the confirmation lists of the connected wallet. */
export function ConfirmationManager({ introduction }: { introduction: Introduction }) {
  const { account } = useWallet();
  if (!account) return <ConnectFirst {...introduction} />;
  // The key resets the state, so that another wallet never sees the data of the previous one.
  return (
    <PartBoundary>
      <OwnLists key={account.address} signer={account} />
    </PartBoundary>
  );
}
