import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { llmsText } from "@/lib/core/documents/markdown";
import { readDocumentIndex, readMarkdown } from "@/lib/service/pages/documents";

const MIME_TYPE = "text/markdown";

/**
 * Registers the documents of this version as Markdown resources: the list as `docs://llms.txt`, and each document as
 * `docs://NAME.md`. Their links lead to the service.
 */
export async function registerDocuments(server: McpServer, origin: string): Promise<void> {
  const { sections } = await readDocumentIndex();
  const list = { title: "List of all documents", description: "Titles and summaries", mimeType: MIME_TYPE };
  server.registerResource("llms.txt", "docs://llms.txt", list, ({ href: uri }) => ({
    contents: [{ uri, mimeType: MIME_TYPE, text: llmsText(sections, origin) }],
  }));
  for (const { slug, title, summary: description } of sections.flatMap(({ documents }) => documents)) {
    const about = { title, description, mimeType: MIME_TYPE };
    server.registerResource(`${slug}.md`, `docs://${slug}.md`, about, async ({ href: uri }) => ({
      contents: [{ uri, mimeType: MIME_TYPE, text: (await readMarkdown(slug, origin)) ?? "" }],
    }));
  }
}
