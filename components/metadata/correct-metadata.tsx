"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { useWallet } from "@/components/wallet/wallet-store";
import type { CampaignDetail } from "@/lib/contract/campaign";

const CorrectionDialog = dynamic(() => import("./correction-dialog"), { ssr: false });

type CorrectMetadataProps = {
  campaign: Pick<CampaignDetail, "treeAddress" | "creator" | "metadata">;
};

/** Opens the dialog to correct the metadata of a campaign. Visible only to its creator. */
export function CorrectMetadata({ campaign }: CorrectMetadataProps) {
  const t = useTranslator();
  const { account } = useWallet();
  const [isOpen, setIsOpen] = useState(false);
  if (account?.address !== campaign.creator) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("Correct name and description")}</Button>
      {isOpen && <CorrectionDialog {...{ campaign, account }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
