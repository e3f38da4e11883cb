"use client";

import dynamic from "next/dynamic";
import { PartBoundary } from "@/components/shell/part-boundary";
import { ConnectFirst, type Introduction, OwnDataSkeleton } from "@/components/wallet/connect-first";
import { useWallet } from "@/components/wallet/wallet-store";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import type { ReminderChannel } from "@/lib/core/events/reminder-kinds";
import { LinkAction } from "./link-action";

const OwnReminders = dynamic(() => import("./own-reminders"), { ssr: false, loading: OwnDataSkeleton });

type ReminderManagerProps = {
  channels: readonly ReminderChannel[];
  rules: ReceiverRules;
  introduction: Introduction;
};

/** Manages the reminders of the connected wallet, and the links of emails without a wallet. */
export function ReminderManager({ introduction, ...form }: ReminderManagerProps) {
  const { account } = useWallet();
  return (
    <>
      <LinkAction />
      {account ? (
        // The key resets the state, so that another wallet never sees the data of the previous one.
        <PartBoundary>
          <OwnReminders key={account.address} signer={account} {...form} />
        </PartBoundary>
      ) : (
        <ConnectFirst {...introduction} />
      )}
    </>
  );
}
