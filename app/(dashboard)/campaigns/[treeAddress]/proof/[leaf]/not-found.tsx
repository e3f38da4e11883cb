import { NoSuchPart } from "@/components/campaign/no-such-part";
import { useWords } from "@/components/words/use-words";

export default function NotFound() {
  const t = useWords();
  return (
    <NoSuchPart title={t("No such allocation")}>
      {t("The current root of this campaign has no leaf at that index, and none of that address.")}
    </NoSuchPart>
  );
}
