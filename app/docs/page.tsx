import type { Metadata } from "next";
import { type ApiDocument, ApiReference, apiDocument } from "@/components/docs/api-reference";
import { Shell } from "@/components/shell/shell";
import { PageHeader } from "@/components/ui/page/page-header";
import { openApiDocument } from "@/lib/service/http/openapi";
import { readShell } from "@/lib/service/pages/shell";
import { CLIENT_CALLS } from "../api/client-calls";
import recorded from "../api/examples.json" with { type: "json" };
import { API_ROUTES } from "../api/manifest";

export const metadata: Metadata = { title: "API documentation" };

export default async function DocsPage() {
  return (
    <Shell {...(await readShell())}>
      <PageHeader title="API documentation">
        Made from the schemas that check every request. The document itself is at{" "}
        <a className="underline underline-offset-4" href="/api/openapi.json">
          /api/openapi.json
        </a>
        .
      </PageHeader>
      <ApiReference document={readDocument()} />
    </Shell>
  );
}

let document: ApiDocument | undefined;

/** The document that /api/openapi.json serves, read once a process. */
function readDocument(): ApiDocument {
  document ??= apiDocument.parse(openApiDocument(API_ROUTES, { ...recorded, clientCalls: CLIENT_CALLS }));
  return document;
}
