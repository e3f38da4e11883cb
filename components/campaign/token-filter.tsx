import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { QueryForm } from "@/components/ui/query-form";
import { type Token, unitWithMint } from "@/lib/contract/names";

type TokenFilterProps = {
  tokens: readonly Token[];
  /** The selected mint; undefined for all tokens. */
  current: string | undefined;
  /** The page of the list, and its other query parameters. */
  action: string;
  parameters: Readonly<Record<string, string | undefined>>;
};

/**
 * Filters a list by token. Works without scripts: the choice is the query parameter `mint`. Renders nothing if all
 * entries have the same token.
 */
export function TokenFilter({ tokens, current, action, parameters }: TokenFilterProps) {
  const t = useTranslator();
  if (tokens.length < 2 && current === undefined) return null;
  const options = [
    { value: "", label: t("All tokens") },
    ...tokens.map((token) => ({ value: token.mint, label: unitWithMint(token) })),
  ];
  return (
    <QueryForm action={action} scroll={false} className="flex min-w-0 items-center gap-2">
      {Object.entries(parameters).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Select
        id="mint"
        name="mint"
        aria-label={t("Token")}
        key={current}
        defaultValue={current ?? ""}
        options={options}
      />
      <Button type="submit">{t("Show")}</Button>
    </QueryForm>
  );
}
