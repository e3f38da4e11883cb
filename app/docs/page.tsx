import type { Metadata } from "next";
import { DocumentIndex } from "@/components/documents/document-index";
import { requestTranslator } from "@/components/i18n/request-translator";
import { readDocumentIndex } from "@/lib/service/pages/documents";

export const metadata: Metadata = { title: "Documentation" };

export default async function DocumentsPage() {
  const { language } = await requestTranslator();
  const { sections } = await readDocumentIndex(language);
  return <DocumentIndex sections={sections} />;
}
