import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

export default function NoSignature() {
  const t = useTranslator();
  return (
    <EmptyState
      title={t("This is no signature")}
      action={<ButtonLink href="/activity">{t("To the activity")}</ButtonLink>}
    >
      {t(
        "A transaction’s signature is the base58 form of 64 bytes; the address of this page has something else.",
      )}
    </EmptyState>
  );
}
