import type { ReactNode } from "react";
import { readView } from "@/components/campaign/campaign-frame";
import { campaignHref } from "@/components/campaign/campaign-href";
import { DownloadRecipients } from "@/components/campaign/download-recipients";
import { DriftBadge } from "@/components/campaign/drift-notice";
import { EventTable } from "@/components/campaign/event-table";
import { SettlementNote } from "@/components/campaign/settlement-note";
import { ClaimsTable, RecipientsTable, VersionsTable } from "@/components/campaign/tables";
import { DownloadLinks } from "@/components/export/download-links";
import { requestTranslator } from "@/components/i18n/request-translator";
import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { CampaignLabels } from "@/components/labels/campaign-labels";
import { Button, ButtonLink } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/notice";
import { PageNotFound } from "@/components/ui/page/page-not-found";
import { pageNumber, readParameter, type Search } from "@/components/ui/page/page-query";
import { columnSorts, isUsual, readSorting, type Sorting, sortingQuery } from "@/components/ui/page/sorting";
import { ListPosition } from "@/components/ui/paging/list-position";
import { CursorPager, Pagination } from "@/components/ui/paging/pagination";
import { QueryForm } from "@/components/ui/query-form";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import {
  CLAIM_SORTS,
  LEAF_SORTS,
  type LeafSort,
  MAX_SORTED,
  type SortOrder,
} from "@/lib/core/lists/campaign-list";
import {
  readClaims,
  readClaimsByAmount,
  readClaimsFromOldest,
  readLeaves,
  readLeavesOf,
  readSortedLeaves,
  readTimeline,
  readVersionChanges,
  readVersionTransactions,
} from "@/lib/service/pages/campaign-lists";

const LEAF_LIST = {
  sorts: LEAF_SORTS,
  getOrder: (sort: LeafSort): SortOrder => (sort === "index" ? "asc" : "desc"),
} as const;
const CLAIM_LIST = { sorts: CLAIM_SORTS, getOrder: (): SortOrder => "desc" } as const;
type ViewProps = { campaign: CampaignDetail; token: Token; search: Search };

/** Shows the selected view of a campaign. Each view has its own paging parameters in the URL. */
export function ViewContent(props: ViewProps) {
  switch (readView(props.search)) {
    case "overview":
    case "recipients":
      return <Recipients {...props} />;
    case "claims":
      return <Claims {...props} />;
    case "timeline":
      return <Timeline {...props} />;
    case "roots":
      return <Versions {...props} />;
  }
}

async function Recipients({ campaign, token, search }: ViewProps) {
  const t = await requestTranslator();
  const { earlierGeneration } = campaign;
  const recipient = readParameter(search, "recipient");
  const page = pageNumber(search);
  const isSortable = !recipient && campaign.leafCount > 1 && campaign.leafCount <= MAX_SORTED;
  const by = readSorting(isSortable ? search : {}, LEAF_LIST);
  const found = recipient
    ? await readLeavesOf(campaign, recipient)
    : isUsual(by, LEAF_LIST)
      ? await readLeaves(campaign, page)
      : await readSortedLeaves(campaign, page, by);
  if (!found) return <PageNotFound />;
  const form = (recipient || campaign.leafCount > 1) && (
    <QueryForm action={`/campaigns/${campaign.treeAddress}`} className="flex flex-wrap items-end gap-2">
      {earlierGeneration !== null && <input type="hidden" name="creation" value={earlierGeneration} />}
      <div className="min-w-0 flex-1 basis-56">
        <Field id="recipient" label={t("Find a recipient")}>
          <AddressInput
            id="recipient"
            name="recipient"
            defaultValue={recipient}
            placeholder={t("Paste an address")}
          />
        </Field>
      </div>
      <Button type="submit">{t("Find recipient")}</Button>
      {recipient && (
        <ButtonLink href={campaignHref(campaign, { view: "recipients" })}>{t("All recipients")}</ButtonLink>
      )}
    </QueryForm>
  );
  const hasExports = readView(search) === "recipients";
  return <RecipientRows {...{ campaign, token, recipient, page, found, by, isSortable, form, hasExports }} />;
}

type RecipientRowsProps = Omit<ViewProps, "search"> & {
  recipient: string | undefined;
  page: number;
  found: Awaited<ReturnType<typeof readLeaves | typeof readLeavesOf>>;
  by: Sorting<LeafSort>;
  isSortable: boolean;
  /** The form that finds a recipient. */
  form: ReactNode;
  hasExports: boolean;
};

function RecipientRows({ campaign, token, recipient, page, found, by, ...rest }: RecipientRowsProps) {
  const { isSortable, form, hasExports } = rest;
  const t = useTranslator();
  const { leaves, total, limit } = found;
  const buildHref = (query: object) => campaignHref(campaign, { view: "recipients", ...query });
  if (leaves.length === 0 && recipient) {
    return (
      <div className="space-y-4">
        {form}
        <EmptyState title={t("Not a recipient")}>
          {t("This address has no allocation in the current recipient list.")}
        </EmptyState>
      </div>
    );
  }
  if (leaves.length === 0) return page > 1 ? <PageNotFound /> : <EmptyState title={t("No recipients")} />;
  return (
    <ListPosition label={t("Recipients")} page={page}>
      <CampaignLabels campaign={campaign} />
      <RecipientsTable
        {...{ token, rows: leaves, campaign, search: form }}
        sorts={isSortable ? columnSorts(LEAF_SORTS, by, { ...LEAF_LIST, href: buildHref }) : {}}
      />
      {!recipient && (
        <Pagination
          {...{ page, limit, total }}
          noun="allocations"
          href={(target) => buildHref({ ...sortingQuery(by, LEAF_LIST), page: target })}
        />
      )}
      {hasExports && <RecipientExports campaign={campaign} />}
    </ListPosition>
  );
}

function RecipientExports({ campaign }: Pick<ViewProps, "campaign">) {
  const t = useTranslator();
  return (
    <div className="mt-4 space-y-2 text-sm text-ink-soft">
      <DownloadRecipients campaign={campaign} />
      <p className="print:hidden">
        <Trans
          id="This file contains all recipients. Run {command} in this project to recompute the Merkle root from it."
          values={{ command: <code className="font-mono">npm run verify-root</code> }}
        />
      </p>
      <CampaignFile campaign={campaign} list="leaves" label={t("Export with claims")} />
    </div>
  );
}

async function Versions({ campaign, token }: ViewProps) {
  const [changes, transactions] = await Promise.all([
    readVersionChanges(campaign),
    readVersionTransactions(campaign),
  ]);
  return <VersionsTable {...{ campaign, token, changes, transactions }} />;
}

async function Claims({ campaign, token, search }: ViewProps) {
  const t = await requestTranslator();
  const count = campaign.analytics.claimCount;
  const settlement = <SettlementNote {...{ campaign, token }} />;
  if (count === 0) {
    return (
      <EmptyState title={t("No claims yet")}>
        {campaign.settled ? settlement : t("Claims appear here when recipients claim.")}
      </EmptyState>
    );
  }
  const by = readSorting(search, CLAIM_LIST);
  const isSortable = count > 1 && count <= MAX_SORTED;
  const buildHref = (query: object) => campaignHref(campaign, { view: "claims", ...query });
  const list = { campaign, search, by, buildHref };
  const shown = by.sort === "amount" ? await claimsByAmount(list) : await claimsByTime(list);
  if (!shown) return <PageNotFound />;
  return (
    <ListPosition label={t("Claims")} page={shown.position}>
      {campaign.hasDrift && (
        <p className="mb-3 text-sm">
          <DriftBadge /> {t("Claims may be missing from this list. See the note at the top of the page.")}
        </p>
      )}
      <ClaimsTable
        {...{ token, claims: shown.claims }}
        sorts={columnSorts(isSortable ? CLAIM_SORTS : ["when"], by, { ...CLAIM_LIST, href: buildHref })}
      />
      {shown.pager}
      {settlement}
      <CampaignFile campaign={campaign} list="claims" label={t("Export all claims as CSV")} />
    </ListPosition>
  );
}

type SortedClaims = Pick<ViewProps, "campaign" | "search"> & {
  by: Sorting<(typeof CLAIM_SORTS)[number]>;
  buildHref: (query: object) => string;
};

async function claimsByTime({ campaign, search, by, buildHref }: SortedClaims) {
  const cursor = readParameter(search, "cursor");
  const isNewestFirst = by.order === "desc";
  const found = await (isNewestFirst ? readClaims : readClaimsFromOldest)(campaign, cursor);
  if (!found || (cursor && found.claims.length === 0)) return null;
  const query = sortingQuery(by, CLAIM_LIST);
  const href = (at?: string) => buildHref({ ...query, cursor: at });
  const pager = <CursorPager {...{ ...found, href, isNewestFirst }} noun="claims" />;
  return { claims: found.claims, position: cursor ?? "", pager };
}

async function claimsByAmount({ campaign, search, by, buildHref }: SortedClaims) {
  const page = pageNumber(search);
  const found = await readClaimsByAmount(campaign, page, by.order);
  if (!found || found.claims.length === 0) return null;
  const { total, limit } = found;
  const query = sortingQuery(by, CLAIM_LIST);
  const href = (target: number) => buildHref({ ...query, page: target });
  return {
    claims: found.claims,
    position: page,
    pager: <Pagination {...{ page, limit, total, href }} noun="claims" />,
  };
}

async function Timeline({ campaign, token, search }: ViewProps) {
  const t = await requestTranslator();
  const cursor = readParameter(search, "cursor");
  const found = await readTimeline(campaign, cursor);
  if (!found || (cursor && found.events.length === 0)) return <PageNotFound />;
  if (found.events.length === 0) {
    return (
      <EmptyState title={t("No events yet")}>
        {t("Claims, pauses, releases and other events appear here.")}
      </EmptyState>
    );
  }
  return (
    <ListPosition label={t("Events")} page={cursor ?? ""}>
      <EventTable events={found.events.map((event) => ({ event, token }))} />
      <CursorPager
        {...found}
        noun="events"
        href={(at) => campaignHref(campaign, { view: "timeline", cursor: at })}
      />
      <CampaignFile campaign={campaign} list="timeline" label={t("Export all events as CSV")} />
      <p className="mt-4 text-sm text-ink-soft print:hidden">
        <Trans
          id="To receive these events on your server, <webhooks>set up webhooks</webhooks>."
          components={{ webhooks: linked(`/webhooks?campaign=${campaign.treeAddress}`) }}
        />
      </p>
    </ListPosition>
  );
}

type CampaignFileProps = {
  campaign: CampaignDetail;
  list: "leaves" | "claims" | "timeline";
  label: string;
};

function CampaignFile({ campaign, list, label }: CampaignFileProps) {
  const { treeAddress, earlierGeneration } = campaign;
  const query = earlierGeneration ? (`?creation=${earlierGeneration}` as const) : "";
  return (
    <div className="mt-4">
      <DownloadLinks files={[{ label, list: `/api/campaigns/${treeAddress}/${list}${query}` }]} />
    </div>
  );
}
