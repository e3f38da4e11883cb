import { useTranslator } from "@/components/i18n/use-translator";
import { Notice } from "@/components/ui/notice";
import { CopyButton } from "@/components/ui/values/copy-button";

/** Shows a secret, which is visible only once. */
export function SecretNotice({ secret, isAnother = false }: { secret: string; isAnother?: boolean }) {
  const t = useTranslator();
  return (
    <Notice tone="good" live title={t("Save this secret now. It is shown only once.")}>
      <p className="font-mono break-all">
        {secret} <CopyButton text={secret} label={t("Copy secret")} />
      </p>
      <p>
        {isAnother
          ? t(
              "Your server verifies messages with this secret. For 24 hours, messages are also signed with the previous secret, so that you can switch.",
            )
          : t("Your server verifies messages with this secret.")}
      </p>
    </Notice>
  );
}
