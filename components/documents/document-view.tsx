import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { PageHeader, ParentLink } from "@/components/ui/page/page-header";
import type { Document, Heading } from "@/lib/core/documents/document";
import type { DocumentSection, DocumentSummary } from "@/lib/core/documents/document-index";
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from "@/lib/core/i18n/languages";
import { CurrentSection } from "./current-section";
import { DocumentSearch } from "./document-search";
import { Markdown } from "./markdown";
import { ScrollToCurrent } from "./scroll-to-current";

type DocumentViewProps = {
  slug: string;
  file: string;
  language: Language;
  languages: readonly Language[];
  document: Document;
  pictures: Readonly<Record<string, string>>;
  sections: readonly DocumentSection[];
  before: DocumentSummary | null;
  after: DocumentSummary | null;
};

/**
 * Shows a document with links to its other languages, to all other documents, to its own sections and to the
 * next document.
 */
export function DocumentView({ slug, language, document, pictures, sections, ...page }: DocumentViewProps) {
  const t = useTranslator();
  const parts = document.headings.filter(({ level }) => level === 2);
  const hasContents = parts.length > 2;
  return (
    <DocumentFrame
      sections={sections}
      slug={slug}
      aside={hasContents && <PageParts key={slug} {...{ parts, language }} />}
    >
      <article lang={language} className="min-w-0">
        <div
          lang={t.language}
          className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 sm:mb-2 lg:max-w-prose print:hidden"
        >
          <ParentLink href="/docs" name={t("Documentation")} />
          <DocumentSearch className="w-full sm:w-80" />
        </div>
        <PageHeader title={document.title} />
        <LanguageLinks language={language} languages={page.languages} />
        <nav
          lang={t.language}
          aria-label={t("On this page")}
          className={`mb-6 space-y-2 ${hasContents ? "xl:hidden" : "lg:hidden"}`}
        >
          <details className="rounded-box border border-line px-3 py-1 lg:hidden">
            <summary className="min-h-11 py-2.5 text-sm font-medium">{t("All documents")}</summary>
            <AllDocuments sections={sections} slug={slug} />
          </details>
          {hasContents && <Contents parts={parts} language={language} />}
        </nav>
        <Markdown document={document} position={{ file: page.file, pictures, sections, language }} />
        <Neighbors before={page.before} after={page.after} />
      </article>
    </DocumentFrame>
  );
}

type DocumentFrameProps = {
  sections: readonly DocumentSection[];
  slug: string;
  /** The right column of wide screens. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The list of all documents beside a page. */
export function DocumentFrame({ sections, slug, aside, children }: DocumentFrameProps) {
  const t = useTranslator();
  const column = "lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto";
  return (
    <div
      className={`gap-8 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] ${aside ? "xl:grid-cols-[13.5rem_minmax(0,1fr)_12rem]" : ""}`}
    >
      <nav aria-label={t("Documents")} className="hidden lg:block">
        <ScrollToCurrent className={column}>
          <AllDocuments sections={sections} slug={slug} />
        </ScrollToCurrent>
      </nav>
      {children}
      {aside && <div className={`hidden xl:block ${column}`}>{aside}</div>}
    </div>
  );
}

type PartsProps = { parts: readonly Heading[]; language: Language };

/** The sections of the page in the right column. */
function PageParts({ parts, language }: PartsProps) {
  const t = useTranslator();
  return (
    <nav aria-label={t("Sections")} className="text-sm">
      <p className="font-semibold">{t("On this page")}</p>
      <CurrentSection>
        <ul lang={language} className="mt-2 border-l border-line">
          {parts.map(({ anchor, text }) => (
            <li key={anchor}>
              <a
                className="-ml-px block border-l border-transparent py-1.5 pl-3 text-ink-soft transition-colors hover:border-accent hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
                href={`#${anchor}`}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </CurrentSection>
    </nav>
  );
}

/** Links that set the language of the dashboard, as its selector does. The proxy answers them by a redirect. */
function LanguageLinks({ language, languages }: Pick<DocumentViewProps, "language" | "languages">) {
  const t = useTranslator();
  if (languages.length < 2) return null;
  return (
    <nav lang={t.language} aria-label={t("Languages of this page")} className="mb-2 flex gap-4 text-sm">
      {languages.map((each) => (
        <a
          key={each}
          href={`?${LANGUAGE_COOKIE}=${each}`}
          lang={each}
          hrefLang={each}
          aria-current={each === language ? "page" : undefined}
          className={`inline-flex min-h-11 items-center ${each === language ? "font-semibold" : "underline decoration-line-strong underline-offset-4"}`}
        >
          {LANGUAGES[each].name}
        </a>
      ))}
    </nav>
  );
}

export function AllDocuments({ sections, slug }: { sections: readonly DocumentSection[]; slug: string }) {
  const t = useTranslator();
  return (
    <div className="space-y-4 pb-3 text-sm">
      {sections.map(({ title, documents }) => (
        <div key={title} lang="en">
          <p className="px-2 text-xs font-semibold tracking-wide text-ink-soft uppercase">{title}</p>
          <ul className="mt-1">
            {documents.map((each) => (
              <li key={each.slug}>
                <Link
                  href={`/docs/${each.slug}`}
                  lang={each.language}
                  aria-current={each.slug === slug ? "page" : undefined}
                  className={`block rounded px-2 py-1.5 hover:bg-raised ${each.slug === slug ? "bg-raised font-semibold" : "text-ink-soft"}`}
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

function Contents({ parts, language }: PartsProps) {
  const t = useTranslator();
  return (
    <details className="rounded-box border border-line px-3 py-1 lg:max-w-prose">
      <summary className="min-h-11 py-2.5 text-sm font-medium">{t("On this page")}</summary>
      <ul lang={language} className="columns-1 pb-2 text-sm sm:columns-2">
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

function Neighbors({ before, after }: Pick<DocumentViewProps, "before" | "after">) {
  const t = useTranslator();
  const link =
    "flex min-h-11 flex-col justify-center rounded-box border border-line px-4 py-2 hover:bg-raised";
  return (
    <nav lang={t.language} aria-label={t("Before and after")} className="mt-10 grid gap-3 sm:grid-cols-2">
      {before && (
        <Link rel="prev" href={`/docs/${before.slug}`} className={link}>
          <span className="text-sm text-ink-soft">{t("Before")}</span>
          <span lang={before.language}>{before.title}</span>
        </Link>
      )}
      {after && (
        <Link rel="next" href={`/docs/${after.slug}`} className={`${link} sm:col-start-2 sm:text-right`}>
          <span className="text-sm text-ink-soft">{t("Next")}</span>
          <span lang={after.language}>{after.title}</span>
        </Link>
      )}
    </nav>
  );
}
