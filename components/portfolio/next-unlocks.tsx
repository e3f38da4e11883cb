import { CampaignLink } from "@/components/campaign/campaign-link";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { campaignKey, type Token } from "@/lib/contract/names";
import type { NextUnlock, NextUnlocks } from "@/lib/contract/portfolio/next-unlocks";
import type { Translator } from "@/lib/core/i18n/translator";

const SHOWN = 5;

const columns = (t: Translator, tokenOf: (mint: string) => Token): Column<NextUnlock>[] => [
  { title: t("When"), cell: ({ at }) => <Time at={at} /> },
  { title: t("Campaign"), cell: (unlock) => <CampaignLink campaign={unlock} /> },
  {
    title: t("Unlocks"),
    align: "right",
    cell: ({ amount, mint }) =>
      amount > 0n ? <Amount of={amount} token={tokenOf(mint)} withMint /> : t("linear vesting starts"),
  },
];

type NextUnlocksProps = { unlocks: NextUnlocks; tokenOf: (mint: string) => Token };

/** Shows the next unlocks of all campaigns. Renders nothing without future unlocks. */
export function NextUnlocksCard({ unlocks: { dated, running }, tokenOf }: NextUnlocksProps) {
  const t = useTranslator();
  if (dated.length === 0 && running === 0) return null;
  const rest = dated.length - SHOWN;
  return (
    <Card title={t("Next unlocks")}>
      {running > 0 && (
        <p className="text-sm text-ink-soft">
          {t("{count, plural, one {# campaign vests continuously.} other {# campaigns vest continuously.}}", {
            count: running,
          })}
        </p>
      )}
      {dated.length > 0 && (
        <Table
          caption={t("Next unlocks")}
          columns={columns(t, tokenOf)}
          rows={dated.slice(0, SHOWN)}
          rowKey={campaignKey}
        />
      )}
      {rest > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {t("{count, plural, one {# more campaign unlocks later.} other {# more campaigns unlock later.}}", {
            count: rest,
          })}
        </p>
      )}
    </Card>
  );
}
