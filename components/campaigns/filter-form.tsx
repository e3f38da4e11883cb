import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, ButtonLink, buttonClass } from "@/components/ui/button";
import { AddressInput, Field, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { readChoice, readParameter, type Search } from "@/components/ui/page/page-query";
import { readSorting, type Sorting, sortingQuery } from "@/components/ui/page/sorting";
import { QueryForm } from "@/components/ui/query-form";
import { STATUS_FILTERS } from "@/lib/contract/campaign";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import {
  CAMPAIGN_SORTS,
  type CampaignSort,
  MAX_SEARCH_CHARACTERS,
  usualOrder,
} from "@/lib/core/lists/campaign-list";
import { LIFECYCLE_LABELS } from "@/lib/core/vesting/lifecycle-labels";
import { SearchBox } from "./search-box";

type FilterFormProps = {
  filters: CampaignFilters;
  problem: { field: string; message: string } | null;
};

const SHEET = "filter-sheet";
/** The filters that are folded on wide screens too. */
const ADDRESSES = "address-filters";

/**
 * The filters of the list: search and status on wide screens, with a panel for the addresses, and on a phone a search
 * field with a sheet for the rest.
 * Works without scripts: a plain form whose fields become query parameters.
 */
export function FilterForm({ filters, problem }: FilterFormProps) {
  const t = useTranslator();
  const { q, creator, mint, status, ...sorting } = filters;
  const count = [creator, mint, status].filter(Boolean).length;
  const getError = (field: string) => (problem?.field === field ? errorText(t, problem.message) : null);
  return (
    <QueryForm
      action="/campaigns"
      className="mb-4 grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-2 sm:mb-6 sm:flex sm:[&_label]:sr-only max-sm:[&_[for=q]]:sr-only"
    >
      <div className="min-w-0 sm:flex-2">
        <Field id="q" label={t("Name or address")} error={getError("q")}>
          <SearchBox id="q" value={q} invalid={getError("q") !== null} />
        </Field>
      </div>
      <Button type="submit" className="max-sm:px-3">
        <Icon name="search" /> <span className="max-sm:sr-only">{t("Search")}</span>
      </Button>
      {Object.entries(sortingQuery(sorting, CAMPAIGN_LIST)).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <FiltersButton target={SHEET} count={count} className="sm:hidden" />
      <div
        id={SHEET}
        popover="auto"
        className="text-ink max-sm:fixed max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:m-0 max-sm:w-full max-sm:max-w-none max-sm:animate-sheet max-sm:gap-4 max-sm:rounded-t-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-5 max-sm:shadow-overlay max-sm:backdrop:bg-overlay max-sm:open:grid sm:contents"
      >
        <p className="text-lg font-semibold sm:hidden">{t("Filters")}</p>
        <div className="min-w-0 sm:flex-1">
          <Field id="status" label={t("Status")}>
            <Select id="status" name="status" defaultValue={status ?? ""} options={statusChoices(t)} />
          </Field>
        </div>
        <div
          id={ADDRESSES}
          popover="auto"
          className="text-ink max-sm:contents sm:m-auto sm:w-104 sm:max-w-[90vw] sm:gap-4 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-5 sm:shadow-overlay sm:backdrop:bg-overlay sm:open:grid sm:[&_label]:not-sr-only"
        >
          <p className="text-lg font-semibold max-sm:hidden">{t("Filters")}</p>
          <Field id="creator" label={t("Creator")} error={getError("creator")}>
            <AddressInput
              id="creator"
              name="creator"
              defaultValue={creator}
              placeholder={t("Wallet address")}
            />
          </Field>
          <Field id="mint" label={t("Token mint")}>
            <AddressInput id="mint" name="mint" defaultValue={mint} placeholder={t("Mint address")} />
          </Field>
          <Button type="submit" tone="primary">
            {t("Apply filters")}
          </Button>
        </div>
      </div>
      <FiltersButton
        target={ADDRESSES}
        count={[creator, mint].filter(Boolean).length}
        className="max-sm:hidden"
      />
      {(q || count > 0) && (
        <div className="max-sm:col-span-full">
          <ButtonLink href="/campaigns" tone="quiet">
            {t("Clear filters")}
          </ButtonLink>
        </div>
      )}
    </QueryForm>
  );
}

type FiltersButtonProps = { target: string; count: number; className: string };

/** Opens filters, with the number of those that are set. */
function FiltersButton({ target, count, className }: FiltersButtonProps) {
  const t = useTranslator();
  return (
    <button type="button" popoverTarget={target} className={buttonClass("secondary", className)}>
      {t("Filters")}
      {count > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-accent text-xs text-accent-ink">
          {count}
        </span>
      )}
    </button>
  );
}

type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The badge of a state, or the states that a filter combines. */
const STATUS_LABELS: Record<StatusFilter, Message> = {
  ...LIFECYCLE_LABELS,
  active: message("Vesting or claimable"),
  cancelled: message("Cancelled (any)"),
};

const statusChoices = (t: Translator): { value: StatusFilter | ""; label: string }[] => [
  { value: "", label: t("Any status") },
  ...STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_LABELS[value]) })),
];

/** The filters and the sort order of the list, all stored in the URL. The page number is separate. */
export type CampaignFilters = Sorting<CampaignSort> & {
  q?: string;
  creator?: string;
  mint?: string;
  status?: StatusFilter;
};

/** The sort options of the list with their defaults. */
export const CAMPAIGN_LIST = { sorts: CAMPAIGN_SORTS, getOrder: usualOrder };

export function readFilters(search: Search): CampaignFilters {
  return {
    ...readSorting(search, CAMPAIGN_LIST),
    q: readParameter(search, "q")?.slice(0, MAX_SEARCH_CHARACTERS),
    creator: readParameter(search, "creator"),
    mint: readParameter(search, "mint"),
    status: readChoice(search, "status", STATUS_FILTERS),
  };
}
