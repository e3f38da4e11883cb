import type { Metadata } from "next";
import { INTERACTIVE_REFERENCE, OperationIndex } from "@/components/docs/operation-index";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page/page-header";

export const metadata: Metadata = { title: "API reference" };

export default function DocsPage() {
  return (
    <div lang="en">
      <PageHeader
        parent={{ href: "/docs", name: "Documentation" }}
        title="API reference"
        actions={
          <Link className={buttonClass()} href={INTERACTIVE_REFERENCE}>
            Open interactive reference
          </Link>
        }
      >
        Each operation opens in the interactive reference, with its parameters, errors and recorded responses.
        All operations are also in the{" "}
        <a className="underline decoration-line-strong underline-offset-4" href="/api/openapi.json">
          OpenAPI document
        </a>
        .
      </PageHeader>
      <OperationIndex />
    </div>
  );
}
