import { useTranslator } from "@/components/i18n/use-translator";
import { Fact, Facts } from "@/components/ui/card";
import { EXAMPLE_ADDRESSES, Example, ExampleRows } from "@/components/wallet/example";

/** An example of labels and of the totals per category. */
export function LabelsExample() {
  const t = useTranslator();
  const [first, second, third] = EXAMPLE_ADDRESSES;
  const [employee, investor, advisor] = [t("Employee"), t("Investor"), t("Advisor")];
  return (
    <Example title={t("Your labels")}>
      <ExampleRows
        rows={[
          { title: first, note: t("Engineering, joined in 2025"), badge: employee, tone: "info" },
          { title: second, note: t("Seed investment"), badge: investor, tone: "info" },
          { title: third, note: t("Review in March"), badge: advisor, tone: "info" },
        ]}
      />
      <h3 className="mt-4 text-sm font-semibold">{t("Allocated by category")}</h3>
      <Facts>
        <Fact label={employee}>{t.count(48_000)} SOL</Fact>
        <Fact label={investor}>{t.count(120_000)} SOL</Fact>
        <Fact label={advisor}>{t.count(6_000)} SOL</Fact>
      </Facts>
    </Example>
  );
}
