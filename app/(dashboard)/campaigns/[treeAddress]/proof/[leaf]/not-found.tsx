import { NoSuchPart } from "@/components/campaign/no-such-part";
import { useTranslator } from "@/components/i18n/use-translator";

export default function NotFound() {
  const t = useTranslator();
  return (
    <NoSuchPart title={t("No such allocation")}>
      {t("The current root of this campaign has no leaf at that index, and none of that address.")}
    </NoSuchPart>
  );
}
