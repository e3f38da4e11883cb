import { LIFECYCLE } from "@/components/campaign/lifecycle-badge";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, ButtonLink } from "@/components/ui/button";
import { AddressInput, Field, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { oneOf, type Search, single } from "@/components/ui/page/page-query";
import { readSorting, type Sorting, sortingQuery } from "@/components/ui/page/sorting";
import { QueryForm } from "@/components/ui/query-form";
import { STATUS_FILTERS } from "@/lib/contract/campaign";
import type { Translator } from "@/lib/core/i18n/translator";
import {
  CAMPAIGN_SORTS,
  type CampaignSort,
  MAX_SEARCH_CHARACTERS,
  usualOrder,
} from "@/lib/core/lists/campaign-list";
import { SearchBox } from "./search-box";

type FilterFormProps = {
  filters: CampaignFilters;
  problem: { field: string; message: string } | null;
};

/** The filters of the list. Works without scripts: a plain form whose fields become query parameters. */
export function FilterForm({ filters, problem }: FilterFormProps) {
  const t = useTranslator();
  const { q, creator, mint, status, ...sorting } = filters;
  const isFiltered = q || creator || mint || status;
  const errorOf = (field: string) => (problem?.field === field ? errorText(t, problem.message) : null);
  return (
    <QueryForm
      action="/campaigns"
      className="mb-6 grid gap-4 rounded-card border border-line bg-surface p-4 shadow-box sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
    >
      <Field
        id="q"
        label={t("Name or address")}
        hint={t("Words of a name, or the address of a campaign, creator, token mint or recipient")}
        error={errorOf("q")}
      >
        <SearchBox id="q" value={q} invalid={errorOf("q") !== null} />
      </Field>
      {Object.entries(sortingQuery(sorting, CAMPAIGN_LIST)).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Field id="status" label={t("Status")}>
        <Select id="status" name="status" defaultValue={status ?? ""} options={statusChoices(t)} />
      </Field>
      <Field id="creator" label={t("Creator")} error={errorOf("creator")}>
        <AddressInput id="creator" name="creator" defaultValue={creator} placeholder={t("Any")} />
      </Field>
      <Field id="mint" label={t("Token mint")}>
        <AddressInput id="mint" name="mint" defaultValue={mint} placeholder={t("Any")} />
      </Field>
      <div className="flex items-start gap-2 lg:pt-6">
        <Button type="submit" tone="primary">
          <Icon name="search" /> {t("Search")}
        </Button>
        {isFiltered && (
          <ButtonLink href="/campaigns" tone="quiet">
            {t("Clear filters")}
          </ButtonLink>
        )}
      </div>
    </QueryForm>
  );
}

type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Returns the options of the status filter, with the labels of the badges. */
const statusChoices = (t: Translator): { value: StatusFilter | ""; label: string }[] => [
  { value: "", label: t("Any status") },
  ...STATUS_FILTERS.map((value) => ({
    value,
    label: value === "cancelled" ? t("Cancelled (any)") : t(LIFECYCLE[value].label),
  })),
];

/** The filters and the sort order of the list, all stored in the URL. The page number is separate. */
export type CampaignFilters = Sorting<CampaignSort> & {
  q?: string;
  creator?: string;
  mint?: string;
  status?: StatusFilter;
};

/** The sort options of the list with their defaults. */
export const CAMPAIGN_LIST = { sorts: CAMPAIGN_SORTS, orderOf: usualOrder };

export function readFilters(search: Search): CampaignFilters {
  return {
    ...readSorting(search, CAMPAIGN_LIST),
    q: single(search, "q")?.slice(0, MAX_SEARCH_CHARACTERS),
    creator: single(search, "creator"),
    mint: single(search, "mint"),
    status: oneOf(search, "status", STATUS_FILTERS),
  };
}
