import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { Shell } from "@/components/shell/shell";
import { PageHeader } from "@/components/ui/page/page-header";
import { readShell } from "../(dashboard)/reads/shell";
import { readDocument } from "./read-document";

export const metadata: Metadata = { title: "API documentation" };

export default async function DocsPage() {
  const [shell, document] = await Promise.all([readShell(), readDocument()]);
  return (
    <Shell {...shell}>
      <PageHeader title="API documentation">
        Made from the schemas that check every request. The document itself is at{" "}
        <a className="underline underline-offset-4" href="/api/openapi.json">
          /api/openapi.json
        </a>
        .
      </PageHeader>
      <ApiReference document={document} />
    </Shell>
  );
}
