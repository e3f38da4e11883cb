import { SectionNotFound } from "@/components/campaign/section-not-found";
import { useTranslator } from "@/components/i18n/use-translator";

export default function NotFound() {
  const t = useTranslator();
  return (
    <SectionNotFound title={t("Version not found")}>
      {t("This campaign has no change of allocations with this version number.")}
    </SectionNotFound>
  );
}
