import { NoSuchPart } from "@/components/campaign/no-such-part";
import { useTranslator } from "@/components/i18n/use-translator";

export default function NotFound() {
  const t = useTranslator();
  return (
    <NoSuchPart title={t("No such version")}>
      {t("This campaign has no root version of that number that replaced another.")}
    </NoSuchPart>
  );
}
