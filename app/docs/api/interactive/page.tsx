import type { Metadata } from "next";
import { InteractiveReference } from "@/components/docs/interactive-reference";
import { PageHeader } from "@/components/ui/page/page-header";

export const metadata: Metadata = { title: "Interactive API reference" };

export default function InteractiveReferencePage() {
  return (
    <div lang="en">
      <PageHeader title="Interactive API reference" parent={{ href: "/docs/api", name: "API reference" }} />
      <InteractiveReference />
    </div>
  );
}
