import { NoSuchPart } from "@/components/campaign/no-such-part";
import { useTranslator } from "@/components/i18n/use-translator";

export default function NotFound() {
  const t = useTranslator();
  return (
    <NoSuchPart title={t("Allocation not found")}>
      {t("The current recipient list of this campaign has no allocation with this index or address.")}
    </NoSuchPart>
  );
}
