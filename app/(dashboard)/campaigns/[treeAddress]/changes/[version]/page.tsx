import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChangesTable } from "@/components/campaign/tables";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { pageNumber, withQuery } from "@/components/ui/page/page-query";
import { ListPlace } from "@/components/ui/paging/list-place";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { campaignName } from "@/lib/core/views/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readChanges } from "@/lib/service/pages/campaign-lists";
import { readTokens } from "@/lib/service/pages/tokens";

type Props = PageProps<"/campaigns/[treeAddress]/changes/[version]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { treeAddress, version } = await params;
  const campaign = await readCampaign(treeAddress);
  return {
    title: campaign ? `What version ${version} changed in ${campaignName(campaign)}` : "No such campaign",
  };
}

export default async function ChangesPage({ params, searchParams }: Props) {
  const { treeAddress, version: text } = await params;
  const campaign = await readCampaign(treeAddress);
  const version = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (!campaign || version < 2 || version > campaign.analytics.rootVersionCount) notFound();
  const page = pageNumber(await searchParams);
  const [{ changes, total, limit }, tokens] = await Promise.all([
    readChanges(treeAddress, { version, page }),
    readTokens([campaign.mint]),
  ]);
  if (page > pageCount(total, limit)) notFound();
  const path = `/campaigns/${treeAddress}`;
  return (
    <>
      <PageHeader
        title={`What version ${version} changed`}
        actions={<ButtonLink href={`${path}?view=roots`}>Back to the campaign</ButtonLink>}
      >
        Recipients of {campaignName(campaign)} whose amounts or schedules differ from version {version - 1}.
      </PageHeader>
      <Card>
        <ListPlace label="Changed recipients" page={page}>
          {changes.length > 0 ? (
            <ChangesTable changes={changes} token={tokens.of(campaign.mint)} />
          ) : (
            <EmptyState title="Nothing changed for anyone">The leaves may stand in another order.</EmptyState>
          )}
          <Pagination
            page={page}
            limit={limit}
            total={total}
            noun="changed recipients"
            href={(target) => withQuery(`${path}/changes/${version}`, { page: target })}
          />
        </ListPlace>
      </Card>
    </>
  );
}
