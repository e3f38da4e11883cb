import type { Metadata } from "next";
import { DocumentView } from "@/components/documents/document-view";
import { readDocumentIndex } from "@/lib/service/pages/documents";

export const metadata: Metadata = { title: "Documentation" };

export default async function DocumentsPage() {
  return <DocumentView {...(await readDocumentIndex())} />;
}
