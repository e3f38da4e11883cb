import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import type { ColumnSort, ColumnSorts } from "@/components/ui/data-table/columns";
import { Time } from "@/components/ui/values/time";
import { campaignKey, campaignName } from "@/lib/contract/names";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import { knownPrice, type Market, PORTFOLIO_SORTS, type PortfolioSort } from "@/lib/contract/portfolio/order";
import type { Translator } from "@/lib/core/i18n/translator";
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
 * Returns the sort links of the list. `hrefOf` returns the URL of the list in a sort order, or in the default
 * order.
 */
export const portfolioSorts = (
  now: PortfolioSort = PORTFOLIO_SORTS[0],
  hrefOf: (sort?: PortfolioSort) => string,
): ColumnSorts<PortfolioSort> =>
  Object.fromEntries(
    PORTFOLIO_SORTS.map((sort): [PortfolioSort, ColumnSort] => [
      sort,
      {
        href: hrefOf(sort === PORTFOLIO_SORTS[0] ? undefined : sort),
        direction: sort === now ? DIRECTIONS[sort] : null,
      },
    ]),
  );

type EntriesProps = Pick<EntryProps, "address" | "programId"> & {
  entries: readonly PortfolioEntry[];
  unsolicited: ReadonlySet<string>;
  market: Market;
  sorts: ColumnSorts<PortfolioSort>;
};

/** Shows a page of campaigns. Campaigns from unknown creators are collapsed at the end. */
export function PortfolioEntries({ entries, unsolicited, market, sorts, ...of }: EntriesProps) {
  const t = useTranslator();
  const closable = entries
    .filter(({ mayHaveRecord }) => mayHaveRecord)
    .map(({ campaign }) => campaign.treeAddress);
  const rowsOf = (isUnsolicited: boolean) =>
    entries
      .filter(({ campaign }) => unsolicited.has(campaign.treeAddress) === isUnsolicited)
      .map((entry) => {
        const { mint } = entry.campaign;
        const [token, price] = [market.tokenOf(mint), knownPrice(market, mint)];
        return rowOf({ ...of, ...{ entry, closable, token, price } }, t);
      });
  const unsolicitedRows = rowsOf(true);
  return (
    <>
      <Card>
        <EntryTable title={t("Campaigns")} caption={t("Campaigns")} rows={rowsOf(false)} sorts={sorts} />
      </Card>
      {unsolicitedRows.length > 0 && (
        <details className="mt-4 rounded-box border border-line p-4">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
            {t(
              "{count, plural, one {# campaign from an unknown creator} other {# campaigns from unknown creators}}",
              {
                count: unsolicitedRows.length,
              },
            )}
          </summary>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            {t(
              "Anyone can allocate a newly created token to any address. This section lists campaigns in tokens without a known price, by creators from whom this address has never claimed.",
            )}
          </p>
          <EntryTable caption={t("Campaigns from unknown creators")} rows={unsolicitedRows} sorts={{}} />
        </details>
      )}
    </>
  );
}

const rowOf = (props: EntryProps, t: Translator): EntryRow => ({
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
