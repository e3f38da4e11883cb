"use client";

import { useQuery } from "@tanstack/react-query";
import { AddressInput, Checkbox, Field, Select } from "@/components/ui/field";
import { useWallet } from "@/components/wallet/wallet-store";
import { useWords } from "@/components/words/use-words";
import { type AuthorityHolder, authorityFault } from "./authorities";
import type { CampaignDraft, DraftFaults } from "./campaign-draft";

type RulesFormProps = {
  draft: CampaignDraft;
  set: (change: Partial<CampaignDraft>) => void;
  faults: DraftFaults;
};

/** Which rights there are over the campaign and who holds them; none can be taken back or added later. */
export function RulesForm({ draft, set, faults }: RulesFormProps) {
  const t = useWords();
  return (
    <div className="space-y-4">
      <Checkbox
        id="cancellable"
        label={t("It can be cancelled, and its allocations changed")}
        hint={t("Recipients see this. What has vested stays theirs for 7 days after a cancellation.")}
        checked={draft.cancellable}
        onChange={(event) => set({ cancellable: event.target.checked })}
      />
      {draft.cancellable && (
        <Authority
          id="cancel"
          label={t("Who can cancel and change it")}
          addressLabel={t("Address that can cancel")}
          meaning={t(
            "It alone can cancel, and give what is locked to other recipients: choose it as you would choose who holds the tokens. You keep the right to take back what a cancellation leaves, and to end or refund it as the creator.",
          )}
          mint={draft.mint}
          by={draft.cancelBy}
          address={draft.cancelAuthority}
          fault={faults.cancelAuthority}
          onChange={({ by, address }) => set({ cancelBy: by, cancelAuthority: address })}
        />
      )}
      <Checkbox
        id="pausable"
        label={t("Claims can be paused")}
        hint={t("Vesting goes on during a pause.")}
        checked={draft.pausable}
        onChange={(event) => set({ pausable: event.target.checked })}
      />
      {draft.pausable && (
        <Authority
          id="pause"
          label={t("Who can pause claims")}
          addressLabel={t("Address that can pause")}
          meaning={t("It alone can pause claims and resume them.")}
          mint={draft.mint}
          by={draft.pauseBy}
          address={draft.pauseAuthority}
          fault={faults.pauseAuthority}
          onChange={({ by, address }) => set({ pauseBy: by, pauseAuthority: address })}
        />
      )}
    </div>
  );
}

type AuthorityProps = {
  id: string;
  label: string;
  /** Of the field for another address. */
  addressLabel: string;
  /** What another address can do then, and what is left to the creator. */
  meaning: string;
  mint: string;
  by: AuthorityHolder;
  address: string;
  fault: string | undefined;
  onChange: (holder: { by: AuthorityHolder; address: string }) => void;
};

function Authority(props: AuthorityProps) {
  const { id, label, addressLabel, meaning, mint, by, address, fault, onChange } = props;
  const t = useWords();
  const kind = useKindOfAddress(address, mint);
  // A wrong address is said while it is typed; an empty one only once somebody has tried to go on.
  const error = by === "other" && address !== "" ? authorityFault(t, address, mint) : (fault ?? null);
  return (
    <div className="grid gap-4 pl-8 sm:grid-cols-2">
      <Field id={`${id}-by`} label={label} hint={by === "other" && meaning}>
        <Select
          id={`${id}-by`}
          value={by}
          onChange={(event) =>
            onChange({ by: event.target.value === "other" ? "other" : "creator", address })
          }
          options={[
            { value: "creator", label: t("I, the creator") },
            { value: "other", label: t("Another address, a multisig’s vault for example") },
          ]}
        />
      </Field>
      {by === "other" && (
        <Field id={`${id}-authority`} label={addressLabel} error={error} hint={kind}>
          <AddressInput
            id={`${id}-authority`}
            value={address}
            invalid={error !== null}
            onChange={(event) => onChange({ by, address: event.target.value.trim() })}
          />
        </Field>
      )}
    </div>
  );
}

/** What can be said of an address without the ledger, to whoever is about to trust it. */
function useKindOfAddress(address: string, mint: string): string | null {
  const t = useWords();
  const { account } = useWallet();
  const isWhole = authorityFault(t, address, mint) === null;
  const hasKey = useQuery({
    queryKey: ["has-key", address],
    queryFn: async () => (await import("@solana/web3.js")).PublicKey.isOnCurve(address),
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isWhole || hasKey.data === undefined) return null;
  if (address === account?.address) {
    return t("This is your own address: the same as choosing yourself.");
  }
  return hasKey.data
    ? t(
        "An ordinary address, for which one key signs. A multisig’s vault looks different: check that you did not copy a member.",
      )
    : t(
        "No key signs for this address. That is right for a multisig’s vault, and wrong for a person’s wallet.",
      );
}
