import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { OperationIndex } from "@/components/docs/operation-index";

export const metadata: Metadata = { title: "API reference" };

export default function DocsPage() {
  return (
    <div lang="en">
      <ApiReference
        description={
          <>
            Every operation with its parameters, errors and recorded responses, also as an{" "}
            <a className="underline decoration-line-strong underline-offset-4" href="/api/openapi.json">
              OpenAPI document
            </a>
            .
          </>
        }
      >
        <OperationIndex />
      </ApiReference>
    </div>
  );
}
