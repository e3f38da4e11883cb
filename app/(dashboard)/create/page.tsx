import type { Metadata } from "next";
import { CreateCampaign } from "@/components/create/create-campaign";
import { PageHeader } from "@/components/ui/page/page-header";
import { single } from "@/components/ui/page/page-query";
import { isAddress } from "@/lib/core/solana/addresses";
import { readShell } from "@/lib/service/pages/shell";

export const metadata: Metadata = { title: "Create a campaign" };

export default async function CreatePage({ searchParams }: PageProps<"/create">) {
  const clone = single(await searchParams, "clone");
  const cloneOf = clone && isAddress(clone) ? clone : null;
  const { programId, isLocalLedger, maxLeaves } = await readShell();
  return (
    <>
      <PageHeader title="Create a campaign">
        Lock tokens for one recipient or many. You sign once to create and fund it, and once to register its
        recipients.
      </PageHeader>
      <CreateCampaign {...{ programId, isLocalLedger, maxLeaves, cloneOf }} />
    </>
  );
}
