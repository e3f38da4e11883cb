import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { message } from "@/lib/core/i18n/translator";

export const generateMetadata = titled(message("No such page"));

export default async function NotFound() {
  const t = await requestTranslator();
  return (
    <main className="mx-auto max-w-3xl px-4 py-16">
      <EmptyState
        title={t("There is no such page")}
        action={<ButtonLink href="/">{t("To the start")}</ButtonLink>}
      >
        {t("The address may be mistyped, or what it showed is gone.")}
      </EmptyState>
    </main>
  );
}
