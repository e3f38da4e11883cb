import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page/page-header";

export const metadata: Metadata = { title: "API reference" };

export default function DocsPage() {
  return (
    <div lang="en">
      <PageHeader
        title="API reference"
        actions={
          <a className={buttonClass()} href="/api/openapi.json">
            <Icon name="download" className="size-4" /> OpenAPI document
          </a>
        }
      >
        Every operation with its parameters, errors and recorded responses.
      </PageHeader>
      <ApiReference />
    </div>
  );
}
