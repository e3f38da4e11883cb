import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { TAX_TOOL_NAMES, TAX_TOOLS } from "@/lib/contract/csv/tax-tools";

/** Downloads the payments of an address as the file that an accounting tool imports. Works without scripts. */
export function TaxFileForm({ address }: { address: string }) {
  const t = useTranslator();
  return (
    <form
      action={`/api/activity/${address}/payments`}
      method="get"
      className="flex flex-wrap items-end gap-2 print:hidden"
    >
      <input type="hidden" name="format" value="csv" />
      <div className="min-w-0 basis-56">
        <Field id="tax-tool" label={t("Payments for an accounting tool")}>
          <Select
            id="tax-tool"
            name="tool"
            options={TAX_TOOLS.map((value) => ({ value, label: TAX_TOOL_NAMES[value] }))}
          />
        </Field>
      </div>
      <Button type="submit">
        <Icon name="download" className="size-4" /> {t("Export file")}
      </Button>
    </form>
  );
}
