import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

export default function NoSuchCampaign() {
  const t = useTranslator();
  return (
    <EmptyState
      title={t("Campaign not found")}
      action={<ButtonLink href="/campaigns">{t("All campaigns")}</ButtonLink>}
    >
      {t(
        "No campaign with this address is registered here. Check the address, or ask its creator to register it.",
      )}
    </EmptyState>
  );
}
