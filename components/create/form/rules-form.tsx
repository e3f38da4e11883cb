"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { AddressInput, Checkbox, Field, Select } from "@/components/ui/field";
import { useWallet } from "@/components/wallet/wallet-store";
import { message } from "@/lib/core/i18n/translator";
import { findAuthorityError } from "./authorities";
import type { DraftPart } from "./campaign-draft";

const RIGHTS = [
  {
    right: "cancel",
    may: "cancellable",
    label: message("The campaign can be cancelled and its allocations changed"),
    hint: message(
      "Recipients can see this setting. After a cancellation, they have 7 days to claim vested tokens.",
    ),
    holderLabel: message("Cancel authority"),
    addressLabel: message("Address that can cancel"),
    // Explains the powers of another address and the rights that the creator keeps.
    meaning: message(
      "Only this address can cancel the campaign and reassign the locked tokens to other recipients. Choose it as carefully as a custodian of the tokens. After a cancellation, you can still withdraw the rest. As the creator, you can also end or refund the campaign.",
    ),
  },
  {
    right: "pause",
    may: "pausable",
    label: message("Claims can be paused"),
    hint: message("Vesting continues during a pause."),
    holderLabel: message("Pause authority"),
    addressLabel: message("Address that can pause"),
    meaning: message("Only this address can pause and resume claims."),
  },
] as const;

/**
 * Lets the creator choose the rights over the campaign and their holders. A right cannot be added or removed
 * later.
 */
export function RulesForm({ draft, set, errors }: DraftPart) {
  const t = useTranslator();
  return (
    <div className="space-y-4">
      {RIGHTS.map((rule) => (
        <Fragment key={rule.may}>
          <Checkbox
            id={rule.may}
            label={t(rule.label)}
            hint={t(rule.hint)}
            checked={draft[rule.may]}
            onChange={(event) => set({ [rule.may]: event.target.checked })}
          />
          {draft[rule.may] && <Authority {...{ draft, set, errors, rule }} />}
        </Fragment>
      ))}
    </div>
  );
}

function Authority({ draft, set, errors, rule }: DraftPart & { rule: (typeof RIGHTS)[number] }) {
  const t = useTranslator();
  const { right, holderLabel, addressLabel, meaning } = rule;
  const by = draft[`${right}By`];
  const address = draft[`${right}Authority`];
  const isOther = by === "other";
  const kind = useKindOfAddress(address, draft.mint);
  // The error of an invalid address appears while the user types. The error of an empty field appears after
  // the user tries to continue.
  const error =
    isOther && address !== "" ? findAuthorityError(t, address, draft.mint) : errors[`${right}Authority`];
  return (
    <div className="grid gap-4 pl-8 sm:grid-cols-2">
      <Field id={`${right}-by`} label={t(holderLabel)} hint={isOther && t(meaning)}>
        <Select
          id={`${right}-by`}
          value={by}
          onChange={(event) => set({ [`${right}By`]: event.target.value === "other" ? "other" : "creator" })}
          options={[
            { value: "creator", label: t("You, the creator") },
            { value: "other", label: t("Another address, such as a multisig vault") },
          ]}
        />
      </Field>
      {isOther && (
        <Field id={`${right}-authority`} label={t(addressLabel)} error={error} hint={kind}>
          <AddressInput
            id={`${right}-authority`}
            value={address}
            invalid={Boolean(error)}
            onChange={(event) => set({ [`${right}Authority`]: event.target.value.trim() })}
          />
        </Field>
      )}
    </div>
  );
}

/** Returns a hint about the kind of an address, derived without a request to the Solana network. */
function useKindOfAddress(address: string, mint: string): string | null {
  const t = useTranslator();
  const { account } = useWallet();
  const isWhole = findAuthorityError(t, address, mint) === null;
  const hasKey = useQuery({
    queryKey: ["has-key", address],
    queryFn: async () => (await import("@solana/web3.js")).PublicKey.isOnCurve(address),
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isWhole || hasKey.data === undefined) return null;
  if (address === account?.address) {
    return t("This is your own address. It has the same effect as “You, the creator”.");
  }
  return t(
    hasKey.data
      ? "A single key signs for this address. A multisig vault has no key, so check that you did not copy a member’s address."
      : "This address has no key. That is correct for a multisig vault, but wrong for a personal wallet.",
  );
}
