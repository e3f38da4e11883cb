import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { PageHeader } from "@/components/ui/page/page-header";

export const metadata: Metadata = { title: "API documentation" };

export default function DocsPage() {
  return (
    <div lang="en">
      <PageHeader title="API documentation">
        Made from the schemas that check every request, with answers of a running service. The document itself
        is at{" "}
        <a className="underline underline-offset-4" href="/api/openapi.json">
          /api/openapi.json
        </a>
        .
      </PageHeader>
      <ApiReference />
    </div>
  );
}
