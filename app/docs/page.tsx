import type { Metadata } from "next";
import { DocumentView } from "@/components/documents/document-view";
import { Shell } from "@/components/shell/shell";
import { readDocumentIndex } from "@/lib/service/pages/documents";
import { readShell } from "@/lib/service/pages/shell";

export const metadata: Metadata = { title: "Documentation" };

export default async function DocumentsPage() {
  const [shell, index] = await Promise.all([readShell(), readDocumentIndex()]);
  return (
    <Shell {...shell}>
      <DocumentView {...index} />
    </Shell>
  );
}
