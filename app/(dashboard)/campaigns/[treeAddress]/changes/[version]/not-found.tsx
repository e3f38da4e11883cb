import { NoSuchPart } from "@/components/campaign/no-such-part";
import { useTranslator } from "@/components/i18n/use-translator";

export default function NotFound() {
  const t = useTranslator();
  return (
    <NoSuchPart title={t("Version not found")}>
      {t("This campaign has no change of allocations with this version number.")}
    </NoSuchPart>
  );
}
