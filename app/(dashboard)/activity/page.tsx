import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, AddressLookupSection, AddressPrompt } from "@/components/address/address-form";
import { PrimaryName } from "@/components/address/primary-name";
import { ActivityTable } from "@/components/campaign/activity-table";
import {
  EVENT_KIND_NAMES,
  EVENT_KINDS,
  type EventKind,
  EventKinds,
  FilterLink,
} from "@/components/campaign/event-kinds";
import { TokenFilter } from "@/components/campaign/token-filter";
import { DownloadLinks } from "@/components/export/download-links";
import { TaxFileForm } from "@/components/export/tax-file-form";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CHART_ACTION } from "@/components/ui/chart/chart-action";
import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { givenAddress, readChoice, readParameter, withQuery } from "@/components/ui/page/page-query";
import { ListPosition } from "@/components/ui/paging/list-position";
import { CursorPager } from "@/components/ui/paging/pagination";
import { Address } from "@/components/ui/values/address";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { isCreator, readActivity } from "@/lib/service/pages/beneficiary";

export async function generateMetadata({ searchParams }: PageProps<"/activity">): Promise<Metadata> {
  const { address } = givenAddress(await searchParams);
  const t = await requestTranslator();
  return {
    title: address ? t("Activity of {address}", { address: shortAddress(address) }) : t("Activity"),
  };
}

export default async function ActivityPage({ searchParams }: PageProps<"/activity">) {
  const search = await searchParams;
  const { text, address, problem } = givenAddress(search);
  const t = await requestTranslator();
  const form = <AddressForm action="/activity" address={text} problem={problem} />;
  return (
    <>
      <PageHeader title={t("Activity")}>
        {address ? (
          <>
            <Trans
              id="Events in campaigns of {address}"
              values={{ address: <Address address={address} name="address" /> }}
            />{" "}
            <PrimaryName address={address} />
            <ZoneNote />
          </>
        ) : (
          t("Events in the campaigns that an address created or receives from, newest first.")
        )}
      </PageHeader>
      {address ? (
        <div className="space-y-4 sm:space-y-6">
          <Activity
            address={address}
            cursor={readParameter(search, "cursor")}
            kind={readChoice(search, "kind", EVENT_KIND_NAMES)}
            mint={readParameter(search, "mint") || undefined}
            only={readChoice(search, "only", ["address", "all"])}
          />
          <AddressLookupSection>{form}</AddressLookupSection>
        </div>
      ) : (
        <>
          {form}
          <AddressPrompt path="/activity" title={t("No address selected")} isGiven={text !== undefined}>
            <p>{t(CONTENTS)}</p>
          </AddressPrompt>
        </>
      )}
    </>
  );
}

const CONTENTS = message(
  "Claims, released milestones, changed allocations, pauses and cancellations appear here, with amounts and transactions.",
);

type ActivityProps = {
  address: string;
  cursor: string | undefined;
  kind: EventKind | undefined;
  mint: string | undefined;
  /** Whether the list has only the events that name the address; by default, if it created no campaign. */
  only: "address" | "all" | undefined;
};

async function Activity({ address, cursor, kind, mint, only }: ActivityProps) {
  const t = await requestTranslator();
  const isOwn = only === undefined ? !(await isCreator(address)) : only === "address";
  const filter = { mint, types: kind && EVENT_KINDS[kind].types, isOwn };
  const found = await readActivity(address, { cursor, ...filter }, t);
  const buildHref = (query: object) => withQuery("/activity", { address, kind, mint, only, ...query });
  if (!found || (cursor && found.events.length === 0)) notFound();
  const { events, tokens } = found;
  if (events.length === 0 && !kind && !mint && !only && (!isOwn || tokens.length === 0))
    return <EmptyState title={t("No activity yet")}>{t(CONTENTS)}</EmptyState>;
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <EventKinds current={kind} buildHref={(item) => buildHref({ kind: item })} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilterLink
            label={t("This address only")}
            href={buildHref({ only: isOwn ? "all" : "address" })}
            isOn={isOwn}
          />
          <TokenFilter
            tokens={tokens}
            current={mint}
            action="/activity"
            parameters={{ address, kind, only }}
          />
          <Exports address={address} />
        </div>
      </div>
      {events.length === 0 ? (
        <p className="py-10 text-center text-sm text-ink-soft">{t("No events match the filters.")}</p>
      ) : (
        <ListPosition label={t("Events")} page={cursor ?? ""}>
          <ActivityTable events={events} wallet={address} />
          <CursorPager
            {...found}
            shown={events.length}
            noun="events"
            href={(position) => buildHref({ cursor: position })}
          />
        </ListPosition>
      )}
    </Card>
  );
}

/** The files of an address below one button. Works without scripts. */
function Exports({ address }: { address: string }) {
  const t = useTranslator();
  return (
    <details className="relative print:hidden">
      <summary className={buttonClass("secondary", "before:hidden", "small")}>
        <Icon name="download" className="size-4" /> {t("Export")}
      </summary>
      <div className="absolute z-20 mt-1.5 w-80 max-w-[80vw] space-y-3 rounded-card border border-line bg-surface p-4 shadow-raised sm:right-0">
        <DownloadLinks
          files={[
            { label: t("Export all events as CSV"), list: `/api/activity/${address}` },
            { label: t("Export payments for accounting as CSV"), list: `/api/activity/${address}/payments` },
          ]}
          linkClass={`${CHART_ACTION} text-sm`}
        />
        <TaxFileForm address={address} />
      </div>
    </details>
  );
}
