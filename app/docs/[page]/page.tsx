import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentView } from "@/components/documents/document-view";
import { Shell } from "@/components/shell/shell";
import { findDocument } from "@/lib/service/pages/documents";
import { readShell } from "@/lib/service/pages/shell";

type Params = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const found = await findDocument((await params).page);
  return { title: found?.document.title ?? "No such page" };
}

export default async function DocumentPage({ params }: Params) {
  const [shell, found] = await Promise.all([readShell(), findDocument((await params).page)]);
  if (!found) notFound();
  return (
    <Shell {...shell}>
      <DocumentView {...found} />
    </Shell>
  );
}
