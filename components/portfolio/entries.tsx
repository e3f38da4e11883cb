import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import type { ColumnSort, ColumnSorts } from "@/components/ui/data-table/columns";
import { Time } from "@/components/ui/values/time";
import { campaignKey, campaignName } from "@/lib/contract/names";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import {
  knownPrice,
  PORTFOLIO_SORTS,
  type PortfolioSort,
  type TokenMarketData,
} from "@/lib/contract/portfolio/order";
import { groupBy } from "@/lib/core/group-by";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import {
  EntryAction,
  EntryClaimable,
  EntryClaimed,
  EntryDetail,
  EntryName,
  EntryNotes,
  type EntryProps,
  EntryStatus,
  EntryUnlock,
} from "./entry-cells";
import { type EntryRow, EntryTable } from "./entry-table";

const DIRECTIONS: Record<PortfolioSort, ColumnSort["direction"]> = {
  claimable: "descending",
  unlock: "ascending",
  name: "ascending",
  newest: "descending",
};

/**
 * Returns the sort links of the list. `buildHref` returns the URL of the list in a sort order, or in the default
 * order.
 */
export const portfolioSorts = (
  now: PortfolioSort = PORTFOLIO_SORTS[0],
  buildHref: (sort?: PortfolioSort) => string,
): ColumnSorts<PortfolioSort> =>
  Object.fromEntries(
    PORTFOLIO_SORTS.map((sort): [PortfolioSort, ColumnSort] => [
      sort,
      {
        href: buildHref(sort === PORTFOLIO_SORTS[0] ? undefined : sort),
        direction: sort === now ? DIRECTIONS[sort] : null,
      },
    ]),
  );

type EntriesProps = Pick<EntryProps, "address" | "programId"> & {
  entries: readonly PortfolioEntry[];
  unsolicited: ReadonlySet<string>;
  market: TokenMarketData;
  sorts: ColumnSorts<PortfolioSort>;
};

/** Shows a page of campaigns. Ended campaigns, and campaigns from unknown creators, are collapsed at the end. */
export function PortfolioEntries({ entries, unsolicited, market, sorts, ...rest }: EntriesProps) {
  const t = useTranslator();
  const closable = entries
    .filter(({ mayHaveRecord }) => mayHaveRecord)
    .map(({ campaign }) => campaign.treeAddress);
  const groups = groupBy(entries, ({ campaign, progress }) =>
    unsolicited.has(campaign.treeAddress) ? "unknown" : isEnded(campaign, progress) ? "ended" : "open",
  );
  const toRows = (group: EntryGroup) =>
    (groups.get(group) ?? []).map((entry) => {
      const { mint } = entry.campaign;
      const [token, price] = [market.getToken(mint), knownPrice(market, mint)];
      return toRow({ ...rest, ...{ entry, closable, token, price } }, t);
    });
  const [open, ended, unknown] = [toRows("open"), toRows("ended"), toRows("unknown")];
  return (
    <>
      {open.length > 0 && (
        <Card>
          <EntryTable title={t("Campaigns")} caption={t("Campaigns")} rows={open} sorts={sorts} />
        </Card>
      )}
      {ended.length > 0 && (
        <FoldedEntries
          title={t("{count, plural, one {# ended campaign} other {# ended campaigns}}", {
            count: ended.length,
          })}
          isOpen={open.length === 0}
        >
          <EntryTable caption={t("Ended campaigns")} rows={ended} sorts={open.length === 0 ? sorts : {}} />
        </FoldedEntries>
      )}
      {unknown.length > 0 && (
        <FoldedEntries
          title={t(
            "{count, plural, one {# campaign from an unknown creator} other {# campaigns from unknown creators}}",
            { count: unknown.length },
          )}
        >
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            {t(
              "Anyone can allocate a newly created token to any address. This section lists campaigns in tokens without a known price, by creators from whom this address has never claimed.",
            )}
          </p>
          <EntryTable caption={t("Campaigns from unknown creators")} rows={unknown} sorts={{}} />
        </FoldedEntries>
      )}
    </>
  );
}

type EntryGroup = "open" | "ended" | "unknown";

const ENDED: readonly LifecycleStatus[] = ["instant_refunded", "settled", "cancelled_expired"];

/** Returns whether an allocation pays nothing more: its campaign ended, or everything is claimed. */
export const isEnded = (
  { status }: Pick<PortfolioEntry["campaign"], "status">,
  { claimedSoFar, totalEntitled }: Pick<PortfolioEntry["progress"], "claimedSoFar" | "totalEntitled">,
): boolean => ENDED.includes(status) || claimedSoFar >= totalEntitled;

type FoldedEntriesProps = { title: string; isOpen?: boolean; children: ReactNode };

function FoldedEntries({ title, isOpen = false, children }: FoldedEntriesProps) {
  return (
    <details
      open={isOpen}
      className="mt-4 rounded-card border border-line bg-surface px-4 py-1 shadow-box first:mt-0 open:pb-4 sm:px-5 print:[&::details-content]:[content-visibility:visible]"
    >
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{title}</summary>
      {children}
    </details>
  );
}

const toRow = (props: EntryProps, t: Translator): EntryRow => ({
  id: campaignKey(props.entry.campaign),
  name: campaignName(props.entry.campaign, t),
  campaign: <EntryName {...props} />,
  status: <EntryStatus {...props} />,
  claimable: <EntryClaimable {...props} />,
  claimed: <EntryClaimed {...props} />,
  unlock: <EntryUnlock {...props} />,
  created: <Time at={props.entry.campaign.createdAt} dayOnly />,
  action: <EntryAction {...props} />,
  notes: <EntryNotes {...props} />,
  detail: <EntryDetail {...props} />,
});
