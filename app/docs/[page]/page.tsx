import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentView } from "@/components/documents/document-view";
import { requestTranslator } from "@/components/i18n/request-translator";
import { findDocument } from "@/lib/service/pages/documents";

type Params = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const found = await findRequested(params);
  return { title: found?.document.title ?? "Page not found" };
}

export default async function DocumentPage({ params }: Params) {
  const found = await findRequested(params);
  if (!found) notFound();
  return <DocumentView {...found} />;
}

async function findRequested(params: Params["params"]) {
  const { language } = await requestTranslator();
  return findDocument((await params).page, language);
}
