import type { MetadataRoute } from "next";
import { headers } from "next/headers";
import { readDocumentIndex } from "@/lib/service/pages/documents";
import { readOrigin } from "@/lib/service/pages/shell";

const PAGES = ["/", "/campaigns", "/docs", "/docs/api"];

/** GET /sitemap.xml — pages that do not depend on a wallet; none under a host that the service does not know. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await readOrigin(await headers());
  if (origin === null) return [];
  const { sections } = await readDocumentIndex();
  const documents = sections.flatMap(({ documents }) => documents.map(({ slug }) => `/docs/${slug}`));
  return [...PAGES, ...documents].map((path) => ({ url: origin + path }));
}
