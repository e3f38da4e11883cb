import { headers } from "next/headers";
import { readMarkdown } from "@/lib/service/pages/documents";
import { readOrigin } from "@/lib/service/pages/shell";

type Context = { params: Promise<{ page: string }> };

/** GET /docs/:page.md — the English document as Markdown; 404 if the index does not list it. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const text = await readMarkdown((await params).page, (await readOrigin(await headers())) ?? "");
  return new Response(text ?? "There is no such document. /llms.txt lists all documents.\n", {
    status: text === null ? 404 : 200,
    headers: { "content-type": "text/markdown; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
