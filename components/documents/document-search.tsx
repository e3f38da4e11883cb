import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/notice";
import { QueryForm } from "@/components/ui/query-form";
import { SEARCH_LIMITS, type SearchResult } from "@/lib/core/documents/search";

type DocumentSearchProps = { query?: string; className?: string };

/** The form that searches all documents. */
export function DocumentSearch({ query, className = "mb-6 max-w-prose" }: DocumentSearchProps) {
  const t = useTranslator();
  return (
    <QueryForm action="/docs" role="search" className={`flex gap-2 ${className}`}>
      <Input
        id="q"
        name="q"
        type="search"
        enterKeyHint="search"
        required
        maxLength={SEARCH_LIMITS.query}
        defaultValue={query}
        aria-label={t("Search the documentation")}
        placeholder={t("Search the documentation")}
      />
      <Button type="submit" aria-label={t("Search")}>
        <Icon name="search" className="size-4" />
        <span className="max-sm:sr-only">{t("Search")}</span>
      </Button>
    </QueryForm>
  );
}

type DocumentResultsProps = { query: string; results: readonly SearchResult[] };

/** Lists the sections that contain the words of a query. */
export function DocumentResults({ query, results }: DocumentResultsProps) {
  const t = useTranslator();
  if (results.length === 0) {
    return (
      <EmptyState title={t("No results for “{query}”", { query })}>
        {t("Each result contains all words. Try fewer or other words.")}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="results">
      <h2 id="results" className="text-lg font-semibold">
        {t("Results for “{query}”", { query })}
      </h2>
      <ul className="mt-3 border-t border-line">
        {results.map(({ slug, anchor, title, heading, language, excerpt }) => (
          <li key={`${slug} ${anchor}`} lang={language} className="border-b border-line">
            <Link href={`/docs/${slug}${anchor && `#${anchor}`}`} className="group block py-3">
              <span className="font-medium underline-offset-4 group-hover:underline">{heading || title}</span>
              {heading && <span className="ml-2 text-sm text-ink-soft">{title}</span>}
              <span className="block text-sm wrap-anywhere text-ink-soft">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
