import Form from "next/form";
import { Button, ButtonLink } from "@/components/ui/button";
import { AddressInput, Field, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { type CampaignFilters, STATUS_CHOICES } from "./filters";

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
