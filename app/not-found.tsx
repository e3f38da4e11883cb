import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { message } from "@/lib/core/i18n/translator";

export const generateMetadata = titled(message("Page not found"));

export default async function NotFound() {
  const t = await requestTranslator();
  return (
    <main className="mx-auto max-w-3xl px-4 py-16">
      <EmptyState
        title={t("Page not found")}
        action={<ButtonLink href="/">{t("Go to the home page")}</ButtonLink>}
      >
        {t("Check the address. The page may have been removed.")}
      </EmptyState>
    </main>
  );
}
