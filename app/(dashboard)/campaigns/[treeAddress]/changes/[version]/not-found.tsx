import { NoSuchPart } from "@/components/campaign/no-such-part";
import { useWords } from "@/components/words/use-words";

export default function NotFound() {
  const t = useWords();
  return (
    <NoSuchPart title={t("No such version")}>
      {t("This campaign has no root version of that number that replaced another.")}
    </NoSuchPart>
  );
}
