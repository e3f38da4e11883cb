import Form from "next/form";
import { LIFECYCLE } from "@/components/campaign/lifecycle-badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { AddressInput, Field, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { pageNumber, type Search, single } from "@/components/ui/page/page-query";
import { STATUS_FILTERS } from "@/lib/core/views/campaign";

/** Works without scripts: a plain form whose fields become the page's address. */
export function FilterForm({ filters, problem }: { filters: CampaignFilters; problem: string | null }) {
  const { q, creator, mint, status } = filters;
  const isFiltered = q || creator || mint || status;
  return (
    <Form
      action="/campaigns"
      className="mb-6 grid gap-4 rounded-box border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
    >
      <Field
        id="q"
        label="Find by address"
        hint="Campaign, creator, token mint or beneficiary"
        error={problem}
      >
        <AddressInput
          id="q"
          name="q"
          type="search"
          defaultValue={q}
          invalid={problem !== null}
          placeholder="Paste an address"
        />
      </Field>
      <Field id="status" label="Status">
        <Select id="status" name="status" defaultValue={status ?? ""} options={STATUS_CHOICES} />
      </Field>
      <Field id="creator" label="Creator">
        <AddressInput id="creator" name="creator" defaultValue={creator} placeholder="Any" />
      </Field>
      <Field id="mint" label="Token mint">
        <AddressInput id="mint" name="mint" defaultValue={mint} placeholder="Any" />
      </Field>
      <div className="flex items-start gap-2 lg:pt-6">
        <Button type="submit" tone="primary">
          <Icon name="search" /> Search
        </Button>
        {isFiltered && (
          <ButtonLink href="/campaigns" tone="quiet">
            Clear
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The choices of the status filter, named as the badges name what they find. */
const STATUS_CHOICES: readonly { value: StatusFilter | ""; label: string }[] = [
  { value: "", label: "Any status" },
  ...STATUS_FILTERS.map((value) => ({
    value,
    label: value === "cancelled" ? "Cancelled (any)" : LIFECYCLE[value].label,
  })),
];

/** The filters of the list, all of them in the page's address. */
type CampaignFilters = {
  q?: string;
  creator?: string;
  mint?: string;
  status?: StatusFilter;
  page: number;
};

export function readFilters(search: Search): CampaignFilters {
  const status = single(search, "status");
  return {
    q: single(search, "q"),
    creator: single(search, "creator"),
    mint: single(search, "mint"),
    status: STATUS_FILTERS.find((value) => value === status),
    page: pageNumber(search),
  };
}
