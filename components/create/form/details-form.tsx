"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { AddressInput, Field, Input, Select } from "@/components/ui/field";
import { LookAlike, tokenTitle } from "@/components/ui/values/token";
import { DEMO_MINT, type TokenNames, toToken } from "@/lib/contract/names";
import { isAddress, NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { MintCheckResult } from "../preflight/mint";
import type { DraftPart } from "./campaign-draft";

const RETRY_MS = 2_000;
const SOL: MintCheckResult = {
  decimals: toToken(NATIVE_MINT, null).decimals,
  canFreeze: false,
  problem: null,
};

async function fetchMint(mint: string): Promise<MintCheckResult> {
  // SOL is the default and its facts are constant. The code that reads mints is the largest part of this
  // page, so it loads on demand.
  if (mint === NATIVE_MINT) return SOL;
  const { readMint } = await import("../preflight/mint");
  return readMint(mint);
}

/**
 * Fetches the decimals of a mint from the Solana network. `data` is undefined while the address is incomplete
 * or the request is pending.
 */
export function useMint(mint: string) {
  return useQuery({
    queryKey: ["mint", mint],
    queryFn: () => fetchMint(mint),
    enabled: isAddress(mint),
    staleTime: Number.POSITIVE_INFINITY,
    // A missing mint can appear at any time. The demo mint is created when the demo creator connects.
    refetchInterval: ({ state }) => (state.data?.problem ? RETRY_MS : false),
  });
}

/** Returns the names in the metadata of a mint, if the mint has any. */
export const getNames = (answer: MintCheckResult | undefined): TokenNames | undefined =>
  answer?.problem === null ? answer.names : undefined;

type DetailsFormProps = DraftPart & {
  mint: ReturnType<typeof useMint>;
  /** The local ledger offers a demo token. */
  isLocalLedger: boolean;
};

const MINT_OF: Record<string, string> = { native: NATIVE_MINT, demo: DEMO_MINT, token: "" };

export function DetailsForm({ draft, set, errors, mint, isLocalLedger }: DetailsFormProps) {
  const t = useTranslator();
  const isDemo = isLocalLedger && draft.mint === DEMO_MINT;
  const kind = isDemo ? "demo" : draft.mint === NATIVE_MINT ? "native" : "token";
  const refusal = mint.data?.problem;
  const problem = refusal ? t(refusal) : mint.error ? errorText(t, mint.error) : errors.mint;
  const decimals = mint.data?.decimals;
  const names = getNames(mint.data);
  const [isOpen, setIsOpen] = useState(false);
  // A draft or a clone can have details.
  const hasDetails = draft.description !== "" || draft.logoUri !== "";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id="token-kind"
        label={t("Token")}
        hint={isDemo && t("The demo creator has a large balance of this token.")}
        error={isDemo ? problem : null}
      >
        <Select
          id="token-kind"
          value={kind}
          onChange={(event) => set({ mint: MINT_OF[event.target.value] ?? "" })}
          options={[
            { value: "native", label: "SOL" },
            ...(isLocalLedger ? [{ value: "demo", label: t("Demo token") }] : []),
            { value: "token", label: t("Token by mint address") },
          ]}
        />
      </Field>
      {kind === "token" && (
        <Field
          id="mint"
          label={t("Token mint")}
          error={problem}
          hint={
            mint.isFetching
              ? t("Looking up the token…")
              : typeof decimals === "number" && <FoundMint {...{ decimals, names }} />
          }
        >
          <AddressInput
            id="mint"
            value={draft.mint}
            invalid={Boolean(problem)}
            onChange={(event) => set({ mint: event.target.value.trim() })}
          />
        </Field>
      )}
      <Field id="name" label={t("Name (optional)")} hint={t("Visible to everyone")}>
        <Input
          id="name"
          value={draft.name}
          maxLength={80}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <details
        className="-my-2 sm:col-span-2"
        open={isOpen || hasDetails}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary className="inline-flex min-h-11 items-center text-sm font-medium md:pointer-fine:min-h-8">
          {t("Description and logo")}
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <Field id="description" label={t("Description (optional)")}>
            <Input
              id="description"
              value={draft.description}
              maxLength={500}
              onChange={(event) => set({ description: event.target.value })}
            />
          </Field>
          <Field id="logo" label={t("Logo (optional)")} hint={t("URL of an image")}>
            <Input
              id="logo"
              value={draft.logoUri}
              maxLength={2_048}
              autoComplete="off"
              onChange={(event) => set({ logoUri: event.target.value })}
            />
          </Field>
        </div>
      </details>
    </div>
  );
}

/** Shows the names and decimals of the mint, with a warning about a look-alike before the creator signs. */
function FoundMint({ decimals, names }: { decimals: number; names: TokenNames | undefined }) {
  const t = useTranslator();
  const title = names && tokenTitle(names);
  return (
    <>
      {title ? (
        <Trans
          id="{token}, {decimals, plural, one {# decimal} other {# decimals}}"
          values={{ token: <bdi className="font-medium text-ink">{title}</bdi>, decimals }}
        />
      ) : (
        t("{decimals, plural, one {# decimal} other {# decimals}}", { decimals })
      )}{" "}
      <LookAlike names={names} />
    </>
  );
}
