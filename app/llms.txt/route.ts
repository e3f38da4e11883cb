import { headers } from "next/headers";
import { llmsText } from "@/lib/core/documents/markdown";
import { readDocumentIndex } from "@/lib/service/pages/documents";
import { readOrigin } from "@/lib/service/pages/shell";

/** GET /llms.txt — the list of documents for language models. */
export async function GET(): Promise<Response> {
  const { sections } = await readDocumentIndex();
  return new Response(llmsText(sections, (await readOrigin(await headers())) ?? ""), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
