import { useTranslator } from "@/components/i18n/use-translator";
import { Notice } from "@/components/ui/notice";
import { CopyButton } from "@/components/ui/values/copy-button";

/** Shows a secret, which is visible only once. */
export function SecretNotice({ secret, isAnother = false }: { secret: string; isAnother?: boolean }) {
  const t = useTranslator();
  return (
    <Notice tone="good" live title={t("Keep this secret now: it is not shown again")}>
      <p className="font-mono break-all">
        {secret} <CopyButton text={secret} label={t("Copy the secret")} />
      </p>
      <p>
        {isAnother
          ? t(
              "Your server verifies messages with it. For 24 hours messages are signed with the secret before as well, so that you can change over.",
            )
          : t("Your server verifies messages with it.")}
      </p>
    </Notice>
  );
}
