import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { Shell } from "@/components/shell/shell";
import { PageHeader } from "@/components/ui/page/page-header";
import { readShell } from "@/lib/service/pages/shell";

export const metadata: Metadata = { title: "API documentation" };

export default async function DocsPage() {
  return (
    <Shell {...(await readShell())}>
      <div lang="en">
        <PageHeader title="API documentation">
          Made from the schemas that check every request, with answers of a running service. The document
          itself is at{" "}
          <a className="underline underline-offset-4" href="/api/openapi.json">
            /api/openapi.json
          </a>
          .
        </PageHeader>
        <ApiReference />
      </div>
    </Shell>
  );
}
