import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page/page-header";
import type { Document, Heading } from "@/lib/core/documents/document";
import type { DocumentSection, Listed } from "@/lib/core/documents/library";
import { Markdown } from "./markdown";

type DocumentViewProps = {
  file: string;
  document: Document;
  sections: readonly DocumentSection[];
  before: Listed | null;
  after: Listed | null;
};

/**
 * Shows a document in English, with links to all other documents, to its own sections and to the next
 * document.
 */
export function DocumentView({ file, document, sections, before, after }: DocumentViewProps) {
  const t = useTranslator();
  const parts = document.headings.filter(({ level }) => level === 2);
  return (
    <div className="gap-10 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label={t("Documents")}
        className="hidden lg:sticky lg:top-20 lg:block lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
      >
        <AllDocuments sections={sections} file={file} />
      </nav>
      <article lang="en" className="min-w-0">
        <PageHeader title={document.title} />
        <nav lang={t.language} aria-label={t("On this page")} className="mb-6 space-y-2">
          <details className="rounded-box border border-line px-3 py-1 lg:hidden">
            <summary className="min-h-11 py-2.5 text-sm font-medium">{t("All documents")}</summary>
            <AllDocuments sections={sections} file={file} />
          </details>
          {parts.length > 2 && <Contents parts={parts} />}
        </nav>
        <Markdown document={document} place={{ file, sections }} />
        <Neighbours before={before} after={after} />
      </article>
    </div>
  );
}

function AllDocuments({ sections, file }: { sections: readonly DocumentSection[]; file: string }) {
  const t = useTranslator();
  return (
    <div className="space-y-4 pb-3 text-sm">
      {sections.map(({ title, documents }) => (
        <div key={title} lang="en">
          <p className="px-2 font-semibold">{title}</p>
          <ul className="mt-1">
            {documents.map((each) => (
              <li key={each.slug}>
                <Link
                  href={`/docs/${each.slug}`}
                  aria-current={each.file === file ? "page" : undefined}
                  className={`block rounded px-2 py-1.5 hover:bg-raised ${each.file === file ? "bg-raised font-semibold" : "text-ink-soft"}`}
                >
                  {each.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="px-2">
        <Link className="underline decoration-line-strong underline-offset-4" href="/docs/api">
          {t("API reference")}
        </Link>
      </p>
    </div>
  );
}

function Contents({ parts }: { parts: readonly Heading[] }) {
  const t = useTranslator();
  return (
    <details className="rounded-box border border-line px-3 py-1 lg:max-w-prose">
      <summary className="min-h-11 py-2.5 text-sm font-medium">{t("On this page")}</summary>
      <ul lang="en" className="columns-1 pb-2 text-sm sm:columns-2">
        {parts.map(({ anchor, text }) => (
          <li key={anchor} className="break-inside-avoid">
            <a
              className="block rounded py-1.5 text-ink-soft underline-offset-4 hover:underline"
              href={`#${anchor}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Neighbours({ before, after }: Pick<DocumentViewProps, "before" | "after">) {
  const t = useTranslator();
  const link =
    "flex min-h-11 flex-col justify-center rounded-box border border-line px-4 py-2 hover:bg-raised";
  return (
    <nav lang={t.language} aria-label={t("Before and after")} className="mt-10 grid gap-3 sm:grid-cols-2">
      {before && (
        <Link rel="prev" href={`/docs/${before.slug}`} className={link}>
          <span className="text-sm text-ink-soft">{t("Before")}</span>
          <span lang="en">{before.title}</span>
        </Link>
      )}
      {after && (
        <Link rel="next" href={`/docs/${after.slug}`} className={`${link} sm:col-start-2 sm:text-right`}>
          <span className="text-sm text-ink-soft">{t("Next")}</span>
          <span lang="en">{after.title}</span>
        </Link>
      )}
    </nav>
  );
}
