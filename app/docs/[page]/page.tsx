import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentView } from "@/components/documents/document-view";
import { findDocument } from "@/lib/service/pages/documents";

type Params = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const found = await findDocument((await params).page);
  return { title: found?.document.title ?? "No such page" };
}

export default async function DocumentPage({ params }: Params) {
  const found = await findDocument((await params).page);
  if (!found) notFound();
  return <DocumentView {...found} />;
}
