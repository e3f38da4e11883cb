import { useTranslator } from "@/components/i18n/use-translator";
import { Fact, Facts } from "@/components/ui/card";
import { EXAMPLE_ADDRESSES, Example, ExampleAddress, ExampleRows } from "@/components/wallet/example";

/** An example of labels and of the totals per category, largest first. */
export function LabelsExample() {
  const t = useTranslator();
  const [first, second, third] = EXAMPLE_ADDRESSES;
  const [team, investor, advisor] = [t("team"), t("investor"), t("advisor")];
  const rows = [
    { address: first, note: t("Seed investment"), badge: investor },
    { address: second, note: t("Engineering"), badge: team },
    { address: third, note: t("Review in March"), badge: advisor },
  ];
  /** The amounts add up to 100, so each is also its share in percent. */
  const totals = [
    { category: investor, amount: 50 },
    { category: team, amount: 30 },
    { category: advisor, amount: 20 },
  ];
  return (
    <Example title={t("Your labels")}>
      <ExampleRows
        rows={rows.map(({ address, ...row }) => ({
          ...{ key: address, title: <ExampleAddress address={address} />, tone: "info" },
          ...row,
        }))}
      />
      <h3 className="mt-4 text-sm font-semibold">{t("Allocated by category")}</h3>
      <Facts>
        {totals.map(({ category, amount }) => (
          <Fact key={category} label={category}>
            {t.count(amount)} SOL{" "}
            <span className="text-ink-soft">
              · {t.count(amount)}
              {t.marks.percent}
            </span>
          </Fact>
        ))}
      </Facts>
    </Example>
  );
}
