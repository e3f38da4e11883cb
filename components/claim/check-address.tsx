"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { campaignHref } from "@/components/campaign/campaign-href";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { loadServiceApi } from "@/components/service/load-service-api";
import { Button } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { ErrorNotice } from "@/components/ui/notice";
import { QueryForm } from "@/components/ui/query-form";
import { Amount } from "@/components/ui/values/amount";
import { ApiClientError } from "@/lib/client/api-error";
import type { Token } from "@/lib/contract/names";
import { isAddress } from "@/lib/core/solana/addresses";

/** Returns the allocation of an address in the current list of recipients, in base units; null without one. */
async function fetchAllocated(treeAddress: string, address: string): Promise<bigint | null> {
  try {
    const { leaves } = await (await loadServiceApi()).proofs(treeAddress, address);
    return leaves.reduce((sum, { leaf }) => sum + BigInt(leaf.amount), 0n);
  } catch (error) {
    if (error instanceof ApiClientError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/**
 * Checks without a wallet whether an address is a recipient, and shows its allocation. Without scripts, the form
 * opens the list of recipients.
 */
export function CheckAddress({ treeAddress, token }: { treeAddress: string; token: Token }) {
  const t = useTranslator();
  const [checked, setChecked] = useState<string | null>(null);
  const isWrong = checked !== null && !isAddress(checked);
  const allocated = useQuery({
    queryKey: ["allocated", treeAddress, checked],
    queryFn: () => fetchAllocated(treeAddress, checked ?? ""),
    enabled: checked !== null && !isWrong,
    retry: false,
  });
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("recipient")).trim();
    if (text !== checked) setChecked(text);
    else void allocated.refetch();
  };
  return (
    <div className="mt-5 sm:max-w-md">
      <QueryForm
        action={`/campaigns/${treeAddress}`}
        onSubmit={check}
        className="flex flex-col gap-2 sm:flex-row sm:items-start"
      >
        <div className="min-w-0 flex-1">
          <Field
            id="recipient"
            label={t("Check whether an address is a recipient")}
            error={isWrong ? t("Enter a valid Solana address (32 bytes in base58).") : null}
          >
            <AddressInput
              id="recipient"
              name="recipient"
              invalid={isWrong}
              onChange={() => setChecked(null)}
              placeholder={t("Paste an address")}
            />
          </Field>
        </div>
        <div className="sm:pt-6.5">
          <Button type="submit" busy={allocated.isFetching}>
            {t("Check address")}
          </Button>
        </div>
      </QueryForm>
      <p role="status" className="mt-2 text-sm">
        {allocated.data === null && t("This address is not a recipient.")}
        {allocated.data && (
          <>
            <Trans
              id="This address is a recipient: {amount}"
              values={{ amount: <Amount value={allocated.data} token={token} exact /> }}
            />{" "}
            <Link
              href={campaignHref({ treeAddress, earlierGeneration: null }, { recipient: checked ?? "" })}
              className="underline underline-offset-4"
            >
              {t("View allocation")}
            </Link>
          </>
        )}
      </p>
      <ErrorNotice error={allocated.error} />
    </div>
  );
}
