"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AddressInput, Field, Input } from "@/components/ui/field";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { isAddress } from "@/lib/core/solana/addresses";
import type { Multisig } from "@/lib/core/squads/accounts";
import { findSquadsVaultAddress, MAX_VAULT_INDEX, type SquadsVault } from "@/lib/core/squads/addresses";
import { readMultisigOrThrow, requireMember } from "./run-proposal";
import { actAsVault } from "./vault-account";

type VaultDialogProps = { account: WalletAccount; onClose: () => void };

/** Checks a multisig on the network, and lets its member act as one of its vaults. */
export default function VaultDialog({ account, onClose }: VaultDialogProps) {
  const t = useTranslator();
  const [multisig, setMultisig] = useState("");
  const [index, setIndex] = useState("0");
  const vaultIndex = /^\d{1,3}$/.test(index) ? Number(index) : Number.NaN;
  const isWrong = multisig !== "" && !isAddress(multisig);
  const isIndex = vaultIndex <= MAX_VAULT_INDEX;
  const check = useMutation({
    mutationFn: async () => {
      const found = await readMultisigOrThrow(t, multisig);
      const member = requireMember(t, found, account.address);
      if (!member.canInitiate)
        throw new Error(t("This member cannot propose transactions. Connect another member’s wallet."));
      return { found, vault: { multisig, vaultIndex } };
    },
  });
  const change = (apply: () => void) => {
    apply();
    check.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Act as a Squads vault")}
      description={t(
        "Your wallet proposes the transactions of a vault. Enter the address of the multisig, not of the vault.",
      )}
    >
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Field
          id="multisig-address"
          label={t("Multisig address")}
          error={isWrong ? t("Enter a valid Solana address.") : null}
          hint={t("Squads shows it in the settings of the multisig.")}
        >
          <AddressInput
            id="multisig-address"
            value={multisig}
            invalid={isWrong}
            onChange={(event) => change(() => setMultisig(event.target.value.trim()))}
          />
        </Field>
        <VaultIndexField value={index} isValid={isIndex} onChange={(text) => change(() => setIndex(text))} />
        {!check.data && (
          <Button
            type="submit"
            tone="primary"
            busy={check.isPending}
            disabled={!isAddress(multisig) || !isIndex}
          >
            {t("Check multisig")}
          </Button>
        )}
        <ErrorNotice error={check.error} />
      </form>
      {check.data && (
        <FoundVault
          {...check.data}
          onUse={(vault) => {
            actAsVault(t, account, vault);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type FoundVaultProps = { found: Multisig; vault: SquadsVault; onUse: (vault: SquadsVault) => void };

/** Shows the vault of a checked multisig before the member acts as it. */
function FoundVault({ found, vault, onUse }: FoundVaultProps) {
  const t = useTranslator();
  const { members, threshold, configAuthority } = found;
  return (
    <>
      <Notice tone="info" title={t("Vault")} live>
        <p className="font-mono break-all">{findSquadsVaultAddress(vault)}</p>
        <p>
          {t("You are one of {members} members. {threshold} must approve.", {
            ...{ members: String(members.length), threshold: String(threshold) },
          })}
        </p>
      </Notice>
      {configAuthority !== null && (
        <Notice tone="warn">
          {t("One key can change the members of this multisig: {address}", { address: configAuthority })}
        </Notice>
      )}
      <Button tone="primary" onClick={() => onUse(vault)}>
        {t("Act as this vault")}
      </Button>
    </>
  );
}

type VaultIndexProps = { value: string; isValid: boolean; onChange: (text: string) => void };

function VaultIndexField({ value, isValid, onChange }: VaultIndexProps) {
  const t = useTranslator();
  return (
    <Field
      id="vault-index"
      label={t("Vault index")}
      error={isValid ? null : t("Enter a number from 0 to 255.")}
      hint={t("0 is the first vault.")}
    >
      <Input
        id="vault-index"
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    </Field>
  );
}
