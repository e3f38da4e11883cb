"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { ClaimWithConditions } from "@/components/claim/claim-with-conditions";
import { useTranslator } from "@/components/i18n/use-translator";
import { PartBoundary } from "@/components/shell/part-boundary";
import { Button } from "@/components/ui/button";
import { chooseWallet, useLoadedAhead, useWallet } from "@/components/wallet/wallet-store";
import type { ClaimEverythingRequest } from "./claim-request";

const loadDialog = () => import("./claim-everything-dialog");
const ClaimEverythingDialog = dynamic(loadDialog, { ssr: false });

/**
 * Claims from all campaigns at once. Other visitors see which wallet can claim. Offline signers and vaults review one
 * transaction at a time, and are referred to the single claims.
 */
export function ClaimEverything({ request }: { request: ClaimEverythingRequest }) {
  const t = useTranslator();
  const { account } = useWallet();
  // The request at the time the dialog opened, because the page refetches while the dialog shows the result.
  const [opened, setOpened] = useState<ClaimEverythingRequest | null>(null);
  useLoadedAhead(loadDialog);
  const count = request.order.length;
  if (account?.address !== request.address) {
    return count === 0 ? null : (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        {account === null && (
          <Button tone="primary" onClick={chooseWallet}>
            {t("Connect a wallet")}
          </Button>
        )}
        <p className="text-sm text-ink-soft">{t("Connect the wallet of this address to claim.")}</p>
      </div>
    );
  }
  return (
    <>
      {count > 0 && account.signPlan && (
        <p className="text-sm text-ink-soft print:hidden">{t("Claim from each campaign below.")}</p>
      )}
      {count > 0 && !account.signPlan && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button
            tone="primary"
            className="min-h-12 text-base max-sm:w-full"
            onClick={() => setOpened(request)}
          >
            {t("Claim everything")}
          </Button>
          <p className="min-w-0 flex-1 basis-64 text-sm">
            {t(
              "{count, plural, one {# campaign has a claimable amount.} other {# campaigns have claimable amounts.}} Review claims and costs before you sign.",
              { count },
            )}
          </p>
        </div>
      )}
      {opened && (
        <PartBoundary>
          <ClaimWithConditions onClose={() => setOpened(null)}>
            <ClaimEverythingDialog request={opened} account={account} onClose={() => setOpened(null)} />
          </ClaimWithConditions>
        </PartBoundary>
      )}
    </>
  );
}
