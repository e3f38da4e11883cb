import type { Metadata } from "next";
import { DocumentView } from "@/components/documents/document-view";
import { requestTranslator } from "@/components/i18n/request-translator";
import { readDocumentIndex } from "@/lib/service/pages/documents";

export const metadata: Metadata = { title: "Documentation" };

export default async function DocumentsPage() {
  const { language } = await requestTranslator();
  return <DocumentView {...(await readDocumentIndex(language))} />;
}
