import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

export default function NoSignature() {
  const t = useTranslator();
  return (
    <EmptyState
      title={t("This is not a transaction signature")}
      action={<ButtonLink href="/activity">{t("View activity")}</ButtonLink>}
    >
      {t("A transaction signature is 64 bytes in base58. The address of this page does not contain one.")}
    </EmptyState>
  );
}
