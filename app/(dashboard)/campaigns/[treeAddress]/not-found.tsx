import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { useWords } from "@/components/words/use-words";

export default function NoSuchCampaign() {
  const t = useWords();
  return (
    <EmptyState
      title={t("No such campaign")}
      action={<ButtonLink href="/campaigns">{t("All campaigns")}</ButtonLink>}
    >
      {t(
        "No campaign with this address is registered here. Check the address, or ask its creator to register it.",
      )}
    </EmptyState>
  );
}
