import { SectionNotFound } from "@/components/campaign/section-not-found";
import { useTranslator } from "@/components/i18n/use-translator";

export default function NotFound() {
  const t = useTranslator();
  return (
    <SectionNotFound title={t("Allocation not found")}>
      {t("The current recipient list of this campaign has no allocation with this index or address.")}
    </SectionNotFound>
  );
}
