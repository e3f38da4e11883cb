import Form from "next/form";
import { readView } from "@/components/campaign/campaign-views";
import { ClaimsTable } from "@/components/campaign/claims-table";
import { EventList } from "@/components/campaign/event-list";
import { RecipientsTable } from "@/components/campaign/recipients-table";
import { RootVersions } from "@/components/campaign/root-versions";
import { pageNumber, single, withQuery } from "@/components/campaigns/filters";
import type { Token } from "@/components/format/token";
import { Button, ButtonLink } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/notice";
import { Pagination } from "@/components/ui/pagination";
import type { CampaignDetail } from "@/lib/views/campaign";
import { readClaims, readLeaves, readLeavesOf, readTimeline } from "../../reads/campaign-lists";

type Search = Record<string, string | string[] | undefined>;
type ViewProps = { campaign: CampaignDetail; token: Token; search: Search };

/** The chosen view of a campaign, with its own paging in the address. */
export function ViewContent(props: ViewProps) {
  switch (readView(props.search)) {
    case "recipients":
      return <Recipients {...props} />;
    case "claims":
      return <Claims {...props} />;
    case "timeline":
      return <Timeline {...props} />;
    case "roots":
      return <RootVersions campaign={props.campaign} />;
  }
}

async function Recipients({ campaign, token, search }: ViewProps) {
  const path = `/campaigns/${campaign.treeAddress}`;
  const recipient = single(search, "recipient");
  const page = pageNumber(search);
  const found = recipient ? await readLeavesOf(campaign, recipient) : await readLeaves(campaign, page);
  return (
    <>
      <Form action={path} className="mb-4 flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <Field id="recipient" label="Find a recipient">
            <Input
              id="recipient"
              name="recipient"
              defaultValue={recipient}
              placeholder="Paste an address"
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </div>
        <Button type="submit">Find</Button>
        {recipient && <ButtonLink href={path}>All recipients</ButtonLink>}
      </Form>
      {found.leaves.length > 0 ? (
        <RecipientsTable rows={found.leaves} token={token} />
      ) : (
        <EmptyState title={recipient ? "Not a recipient" : "No recipients on this page"}>
          {recipient && "This address has no allocation in the current root of the campaign."}
        </EmptyState>
      )}
      {!recipient && (
        <Pagination
          page={page}
          limit={found.limit}
          total={found.total}
          noun="allocations"
          href={(target) => withQuery(path, { page: target })}
        />
      )}
    </>
  );
}

async function Claims({ campaign, token, search }: ViewProps) {
  const { claims, total, nextCursor } = await readClaims(campaign, single(search, "cursor"));
  if (claims.length === 0) {
    return <EmptyState title="No claims yet">They appear here as soon as somebody claims.</EmptyState>;
  }
  return (
    <>
      <ClaimsTable claims={claims} token={token} />
      <More campaign={campaign} view="claims" total={total} nextCursor={nextCursor} />
    </>
  );
}

async function Timeline({ campaign, token, search }: ViewProps) {
  const { events, total, nextCursor } = await readTimeline(campaign, single(search, "cursor"));
  if (events.length === 0) {
    return (
      <EmptyState title="Nothing has happened yet">
        Claims, pauses, releases and other events appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <EventList events={events.map((event) => ({ event, token }))} />
      <More campaign={campaign} view="timeline" total={total} nextCursor={nextCursor} />
    </>
  );
}

type MoreProps = { campaign: CampaignDetail; view: string; total: number; nextCursor: string | null };

function More({ campaign, view, total, nextCursor }: MoreProps) {
  const path = `/campaigns/${campaign.treeAddress}`;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
      <span>{total.toLocaleString("en")} in total</span>
      {nextCursor && <ButtonLink href={withQuery(path, { view, cursor: nextCursor })}>Older</ButtonLink>}
    </div>
  );
}
