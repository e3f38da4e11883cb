import type { ReactNode } from "react";
import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page/page-header";
import type { DocumentSection, DocumentSummary } from "@/lib/core/documents/document-index";
import { message } from "@/lib/core/i18n/translator";
import { capitalize } from "@/lib/core/text/capitalize";
import { DocumentSearch } from "./document-search";
import { AllDocuments, DocumentFrame } from "./document-view";

/** The roles of readers, each with the id of its section in the index. */
const AUDIENCES = [
  {
    title: message("Recipients"),
    text: message("Find, verify and claim your allocation."),
    section: "guides-for-recipients",
  },
  {
    title: message("Creators"),
    text: message("Create, fund and manage a campaign."),
    section: "guides-for-creators",
  },
  {
    title: message("Integrators"),
    text: message("Read campaigns and build transactions."),
    section: "guides-for-integrators",
  },
  {
    title: message("Operators"),
    text: message("Deploy, monitor and scale the service."),
    section: "guides-for-operators",
  },
] as const;

/** The links to documents. */
const LINK = "font-medium text-accent underline-offset-4 hover:underline";

const sectionId = (title: string) => title.toLowerCase().replaceAll(" ", "-");

type DocumentIndexProps = {
  sections: readonly DocumentSection[];
  /** The query of a search, whose results are the children. */
  query?: string;
  children?: ReactNode;
};

/**
 * Shows a search over all documents, and its results or all documents: first a link to the guides for
 * each role, then each section. Only results have the list of all documents beside them. The titles of documents are in their own
 * language.
 */
export function DocumentIndex({ sections, query, children }: DocumentIndexProps) {
  const t = useTranslator();
  const head = (
    <>
      <PageHeader title={t("Documentation")}>
        <Trans
          id="Start with the guides for your role, or open the <reference>API reference</reference>."
          components={{ reference: linked("/docs/api") }}
        />
      </PageHeader>
      <DocumentSearch {...(query !== undefined && { query })} />
    </>
  );
  if (!children) {
    return (
      <article>
        {head}
        <AllSections sections={sections} />
      </article>
    );
  }
  return (
    <DocumentFrame sections={sections} slug="">
      <article className="min-w-0">
        {head}
        <details className="mb-6 rounded-box border border-line px-3 py-1 lg:hidden">
          <summary className="min-h-11 py-2.5 text-sm font-medium">{t("All documents")}</summary>
          <AllDocuments sections={sections} slug="" />
        </details>
        {children}
      </article>
    </DocumentFrame>
  );
}

function AllSections({ sections }: Pick<DocumentIndexProps, "sections">) {
  const t = useTranslator();
  return (
    <>
      <ul className="grid gap-2.5 min-[22rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {AUDIENCES.map(({ title, text, section }) => (
          <li key={title}>
            <a
              href={`#${section}`}
              className="group block h-full rounded-card border border-line bg-surface px-3 py-2.5 shadow-box sm:p-5"
            >
              <span className="block font-semibold group-hover:underline">{t(title)}</span>
              <span className="mt-0.5 block text-sm text-pretty text-ink-soft">{t(text)}</span>
            </a>
          </li>
        ))}
      </ul>
      {sections.map(({ title, documents: listed }) => (
        <section
          key={title}
          id={sectionId(title)}
          lang="en"
          className="mt-4 border-t border-line pt-3 sm:mt-6 lg:grid lg:grid-cols-4 lg:gap-x-4 lg:pt-2"
        >
          <h2 className="text-lg font-semibold lg:pt-1.5">{title}</h2>
          <ul className="mt-1 grid gap-x-4 sm:grid-cols-2 lg:col-span-3 lg:mt-0 lg:grid-cols-3">
            {listed.map((each) => (
              <IndexItem key={each.slug} listed={each} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** A leading mark, as in ".sol", keeps the word as it is. */
function IndexItem({ listed: { slug, title, summary, language } }: { listed: DocumentSummary }) {
  return (
    <li>
      <Link href={`/docs/${slug}`} className="group block py-2 max-sm:py-1.5">
        <span lang={language} className={`${LINK} group-hover:underline`}>
          {title}
        </span>
        <span className="block text-sm text-pretty text-ink-soft">{capitalize(summary)}</span>
      </Link>
    </li>
  );
}
