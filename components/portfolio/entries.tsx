import { useTranslator } from "@/components/i18n/use-translator";
import { campaignKey } from "@/lib/contract/names";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import { knownPrice, type Market } from "@/lib/contract/portfolio/order";
import { PortfolioEntryCard } from "./entry-card";

type EntriesProps = {
  entries: readonly PortfolioEntry[];
  unsolicited: ReadonlySet<string>;
  market: Market;
  address: string;
  programId: string;
};

/** Shows a page of campaigns. Campaigns of strangers are collapsed at the end. */
export function PortfolioEntries({ entries, unsolicited, ...of }: EntriesProps) {
  const t = useTranslator();
  const isUnsolicited = ({ campaign }: PortfolioEntry) => unsolicited.has(campaign.treeAddress);
  const unsolicitedEntries = entries.filter(isUnsolicited);
  const closable = entries
    .filter(({ mayHaveRecord }) => mayHaveRecord)
    .map(({ campaign }) => campaign.treeAddress);
  return (
    <>
      <Cards {...of} closable={closable} entries={entries.filter((entry) => !isUnsolicited(entry))} />
      {unsolicitedEntries.length > 0 && (
        <details className="mt-4 rounded-box border border-line p-4">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
            {t(
              "{count, plural, one {# campaign from an unknown creator} other {# campaigns from unknown creators}}",
              {
                count: unsolicitedEntries.length,
              },
            )}
          </summary>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            {t(
              "Anyone can allocate a newly created token to any address. This section lists campaigns in tokens without a known price, by creators from whom this address has never claimed.",
            )}
          </p>
          <Cards {...of} closable={closable} entries={unsolicitedEntries} />
        </details>
      )}
    </>
  );
}

type CardsProps = Omit<EntriesProps, "unsolicited"> & { closable: readonly string[] };

function Cards({ entries, market, address, programId, closable }: CardsProps) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {entries.map((entry) => (
        <li key={campaignKey(entry.campaign)} className="min-w-0">
          <PortfolioEntryCard
            {...{ entry, address, programId, closable }}
            token={market.tokenOf(entry.campaign.mint)}
            price={knownPrice(market, entry.campaign.mint)}
          />
        </li>
      ))}
    </ul>
  );
}
