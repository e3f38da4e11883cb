import type { Metadata } from "next";
import { DocumentIndex } from "@/components/documents/document-index";
import { DocumentResults } from "@/components/documents/document-search";
import { requestTranslator } from "@/components/i18n/request-translator";
import { readParameter } from "@/components/ui/page/page-query";
import { readDocumentIndex, searchDocuments } from "@/lib/service/pages/documents";

export const metadata: Metadata = { title: "Documentation" };

export default async function DocumentsPage({ searchParams }: PageProps<"/docs">) {
  const { language } = await requestTranslator();
  const { sections } = await readDocumentIndex(language);
  const query = readParameter(await searchParams, "q")?.trim();
  if (!query) return <DocumentIndex sections={sections} />;
  const results = await searchDocuments(query, language);
  return (
    <DocumentIndex sections={sections} query={query}>
      <DocumentResults query={query} results={results} />
    </DocumentIndex>
  );
}
