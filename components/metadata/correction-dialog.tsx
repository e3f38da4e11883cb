"use client";

import { useRouter } from "next/navigation";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { WalletProofNote } from "@/components/review/parties";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { useContractForm } from "@/components/ui/form/use-contract-form";
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
  const before = getTexts(campaign);
  const changeTo = (texts: FieldTexts) =>
    Object.fromEntries(
      FIELDS.filter(({ key }) => texts[key].trim() !== before[key]).map(({ key }) => [
        ...[key, texts[key].trim() || null],
      ]),
    );
  const { form, formProps, field, control, error, isPending } = useContractForm({
    id: "correct",
    defaultValues: before,
    schema: async () => (await import("@/lib/contract/requests/metadata")).correctionBody,
    toRequest: changeTo,
    errors: () =>
      Object.fromEntries(FIELDS.map(({ key, max }) => [key, t("Up to {count} characters.", { count: max })])),
    send: (change) => serviceApi().correctMetadata(campaign.treeAddress, change, account),
    onSuccess: () => {
      router.refresh();
      onClose();
    },
  });
  const isChanged = Object.keys(changeTo(form.watch())).length > 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={isPending}
      title={t("Correct campaign details")}
      description={t(
        "Your wallet signs the correction. No transaction is sent. Earlier values stay visible to everyone.",
      )}
    >
      <form {...formProps} className="space-y-4">
        {FIELDS.map(({ key, label, max, hint }) => (
          <Field key={key} {...field(key)} label={t(label)} hint={hint && t(hint)}>
            <Input {...control(key)} maxLength={max} />
          </Field>
        ))}
        <WalletProofNote account={account} />
        {error && (
          <Notice tone="danger" title={t("Correction failed")} live>
            {errorText(t, error)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={isPending}>
            {t("Cancel")}
          </Button>
          <Button type="submit" tone="primary" busy={isPending} disabled={!isChanged}>
            {error ? t("Try again") : t("Sign and save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const getTexts = ({ metadata }: Pick<CampaignDetail, "metadata">): FieldTexts => ({
  name: metadata?.name ?? "",
  description: metadata?.description ?? "",
  logoUri: metadata?.logoUri ?? "",
});
