"use client";

import dynamic from "next/dynamic";
import { PartBoundary } from "@/components/shell/part-boundary";
import { ConnectFirst, type Introduction, OwnDataSkeleton } from "@/components/wallet/connect-first";
import { useWallet } from "@/components/wallet/wallet-store";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import type { Subject } from "./endpoint-form";

const OwnWebhooks = dynamic(() => import("./own-webhooks"), { ssr: false, loading: OwnDataSkeleton });

type WebhooksProps = { subject: Subject; rules: ReceiverRules; introduction: Introduction };

/** Manages the webhooks of the connected wallet. */
export function Webhooks({ introduction, ...form }: WebhooksProps) {
  const { account } = useWallet();
  if (!account) return <ConnectFirst {...introduction} />;
  // The key resets the state, so that another wallet never sees the data of the previous one.
  return (
    <PartBoundary>
      <OwnWebhooks key={account.address} signer={account} {...form} />
    </PartBoundary>
  );
}
