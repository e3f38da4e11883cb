import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { campaignHref } from "@/components/campaign/campaign-href";
import { CertificateContent } from "@/components/certificate/certificate-content";
import { requestTranslator } from "@/components/i18n/request-translator";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { readParameter, withQuery } from "@/components/ui/page/page-query";
import { PrintButton } from "@/components/ui/print-button";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { certifyCommand } from "@/lib/contract/certificate-texts";
import { campaignName } from "@/lib/contract/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";
import { readCertificatePage } from "@/lib/service/pages/certificate";

type Props = PageProps<"/campaigns/[treeAddress]/certificate">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { treeAddress } = await params;
  const campaign = await readCampaign(treeAddress, readParameter(await searchParams, "creation"));
  const t = await requestTranslator();
  return {
    title: campaign
      ? t("Solvency certificate of {campaign}", { campaign: campaignName(campaign, t) })
      : t("Campaign not found"),
  };
}

/** Shows the newest stored certificate. The page never executes one: that takes minutes of computing time. */
export default async function CertificatePage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const { treeAddress } = await params;
  const creation = readParameter(await searchParams, "creation");
  const [head, stored] = await Promise.all([
    readCampaignHead(treeAddress, t, creation),
    readCertificatePage(treeAddress, creation),
  ]);
  if (!head) notFound();
  const { campaign, token } = head;
  const header = (
    <PageHeader
      parent={{ href: campaignHref(campaign), name: campaignName(campaign, t) }}
      title={t("Solvency certificate")}
      actions={
        stored && (
          <>
            <a
              href={withQuery(`/api/campaigns/${treeAddress}/certificate`, { creation })}
              download={`certificate-${treeAddress.slice(0, 8)}.json`}
              className={buttonClass("secondary")}
            >
              <Icon name="download" className="size-4" /> {t("Download JSON")}
            </a>
            <PrintButton />
          </>
        )
      }
    >
      <span className="hidden print:inline">{campaignName(campaign, t)}</span>
      {stored && <ZoneNote />}
    </PageHeader>
  );
  if (!stored) {
    return (
      <>
        {header}
        <EmptyState title={t("No certificate yet")}>
          <p>{t("The operator of this service creates one with this command:")}</p>
          <code className="mt-1 block font-mono text-xs break-all">{certifyCommand(treeAddress)}</code>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {header}
      <CertificateContent
        {...stored}
        token={token}
        isOutdated={stored.view.certificate.merkleRoot !== campaign.merkleRoot}
      />
    </>
  );
}
