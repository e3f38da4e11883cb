"use client";

import { Field, Input, Select } from "@/components/ui/field";
import { NATIVE_MINT } from "@/lib/solana/addresses";
import type { CampaignDraft } from "./campaign-draft";
import type { useMint } from "./use-mint";

type DetailsFormProps = {
  draft: CampaignDraft;
  set: (change: Partial<CampaignDraft>) => void;
  mint: ReturnType<typeof useMint>;
  fault: string | undefined;
};

export function DetailsForm({ draft, set, mint, fault }: DetailsFormProps) {
  const isNative = draft.mint === NATIVE_MINT;
  const problem = mint.data?.problem ?? mint.error?.message ?? fault;
  const decimals = mint.data?.decimals;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="name" label="Name" hint="Shown to everyone. Optional.">
        <Input
          id="name"
          value={draft.name}
          maxLength={80}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field id="description" label="Description" hint="Optional.">
        <Input
          id="description"
          value={draft.description}
          maxLength={500}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field id="token-kind" label="What is locked">
        <Select
          id="token-kind"
          value={isNative ? "native" : "token"}
          onChange={(event) => set({ mint: event.target.value === "native" ? NATIVE_MINT : "" })}
          options={[
            { value: "native", label: "SOL" },
            { value: "token", label: "A token" },
          ]}
        />
      </Field>
      {!isNative && (
        <Field
          id="mint"
          label="Token mint"
          error={problem}
          hint={
            mint.isFetching ? "Looking it up…" : typeof decimals === "number" ? `${decimals} decimals` : null
          }
        >
          <Input
            id="mint"
            value={draft.mint}
            invalid={Boolean(problem)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ mint: event.target.value.trim() })}
          />
        </Field>
      )}
    </div>
  );
}
