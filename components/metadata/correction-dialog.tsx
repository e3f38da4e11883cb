"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { WalletProofNote } from "@/components/review/parties";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { message } from "@/lib/core/i18n/translator";

type CorrectionDialogProps = {
  campaign: Pick<CampaignDetail, "treeAddress" | "metadata">;
  account: WalletAccount;
  onClose: () => void;
};

const FIELDS = [
  { key: "name", label: message("Name"), max: 200, hint: message("Visible to everyone.") },
  { key: "description", label: message("Description"), max: 5_000, hint: null },
  { key: "logoUri", label: message("Logo"), max: 2_048, hint: message("URL of an image.") },
] as const;

type FieldTexts = Record<(typeof FIELDS)[number]["key"], string>;

/** Edits name, description and logo, which the creator signs. The previous values stay public. */
export default function CorrectionDialog({ campaign, account, onClose }: CorrectionDialogProps) {
  const t = useTranslator();
  const router = useRouter();
  const [words, setWords] = useState<FieldTexts>(() => wordsOf(campaign));
  const before = wordsOf(campaign);
  const changed = FIELDS.filter(({ key }) => words[key].trim() !== before[key]);
  const correct = useMutation({
    mutationFn: () => {
      const change = Object.fromEntries(changed.map(({ key }) => [key, words[key].trim() || null]));
      return serviceApi().correctMetadata(campaign.treeAddress, change, account);
    },
    onSuccess: () => {
      router.refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length > 0) correct.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={correct.isPending}
      title={t("Correct campaign details")}
      description={t(
        "Your wallet signs the correction. No transaction is sent. Earlier values stay visible to everyone.",
      )}
    >
      <form onSubmit={submit} className="space-y-4">
        {FIELDS.map(({ key, label, max, hint }) => (
          <Field key={key} id={`correct-${key}`} label={t(label)} hint={hint && t(hint)}>
            <Input
              id={`correct-${key}`}
              value={words[key]}
              maxLength={max}
              onChange={(event) => setWords({ ...words, [key]: event.target.value })}
            />
          </Field>
        ))}
        <WalletProofNote account={account} />
        {correct.isError && (
          <Notice tone="danger" title={t("Correction failed")} live>
            {errorText(t, correct.error)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={correct.isPending}>
            {t("Cancel")}
          </Button>
          <Button type="submit" tone="primary" busy={correct.isPending} disabled={changed.length === 0}>
            {correct.isError ? t("Try again") : t("Sign and save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const wordsOf = ({ metadata }: Pick<CampaignDetail, "metadata">): FieldTexts => ({
  name: metadata?.name ?? "",
  description: metadata?.description ?? "",
  logoUri: metadata?.logoUri ?? "",
});
