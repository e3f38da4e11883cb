import { useTranslator } from "@/components/i18n/use-translator";
import { EmptyState } from "@/components/ui/notice";

export default function NoSuchList() {
  const t = useTranslator();
  return (
    <EmptyState title={t("Confirmation list not found")}>
      {t("The link is incomplete, or the creator deleted the list. Request the link again from the creator.")}
    </EmptyState>
  );
}
