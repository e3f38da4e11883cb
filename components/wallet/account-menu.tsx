"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { PrimaryName } from "@/components/address/primary-name";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { copyText } from "@/components/ui/values/copy-button";
import { shortAddress } from "@/lib/contract/names";
import { useDisconnect } from "./use-disconnect";
import { useWallet, type WalletAccount } from "./wallet-store";

const VaultDialog = dynamic(() => import("@/components/squads/vault-dialog"), { ssr: false });
const NonceDialog = dynamic(() => import("@/components/offline-signing/nonce-dialog"), { ssr: false });

/** The menu of the connected account, with the dialogs that it opens. */
export default function AccountMenu({ account }: { account: WalletAccount }) {
  const [showsNonces, setShowsNonces] = useState(false);
  const [choosesVault, setChoosesVault] = useState(false);
  return (
    <>
      <AccountItems
        account={account}
        onNonces={() => setShowsNonces(true)}
        onVault={() => setChoosesVault(true)}
      />
      {choosesVault && <VaultDialog account={account} onClose={() => setChoosesVault(false)} />}
      {showsNonces && <NonceDialog onClose={() => setShowsNonces(false)} />}
    </>
  );
}

type AccountItemsProps = { account: WalletAccount; onNonces: () => void; onVault: () => void };

function AccountItems({ account, onNonces, onVault }: AccountItemsProps) {
  const t = useTranslator();
  const { options, select } = useWallet();
  const disconnect = useDisconnect();
  const demos = options.filter(({ isDemo }) => isDemo);
  const trigger = (
    <Button
      aria-label={t("Wallet {wallet}, {address}", {
        ...{ wallet: account.walletName, address: account.address },
      })}
      className="max-sm:gap-1 max-sm:px-3"
    >
      <Icon name="wallet" className="size-5 max-sm:hidden" />
      <span className="max-w-20 truncate sm:max-w-28">
        {demos.length > 0 ? (
          account.walletName.replace(/^Demo beneficiary /, "")
        ) : (
          <span className="font-mono">{shortAddress(account.address)}</span>
        )}
      </span>
      <Icon name="chevron" className="size-4" />
    </Button>
  );
  return (
    <Menu trigger={trigger} label={t("Wallet")}>
      <MenuHeading>
        {account.walletName} · <span className="font-mono">{shortAddress(account.address)}</span>{" "}
        <PrimaryName address={account.address} />
      </MenuHeading>
      <MenuItem onSelect={() => void copyText(account.address)}>
        <Icon name="copy" className="size-4" /> {t("Copy address")}
      </MenuItem>
      <MenuLink href={`/portfolio?address=${account.address}`}>
        <Icon name="chart" className="size-4" /> {t("My allocations")}
      </MenuLink>
      <MenuLink href={`/campaigns?creator=${account.address}`}>
        <Icon name="list" className="size-4" /> {t("My campaigns")}
      </MenuLink>
      {!account.signPlan && (
        <MenuItem onSelect={onNonces}>
          <Icon name="clock" className="size-4" /> {t("Nonce accounts")}
        </MenuItem>
      )}
      <MenuLink href="/labels">
        <Icon name="list" className="size-4" /> {t("My labels")}
      </MenuLink>
      <MenuLink href="/webhooks">
        <Icon name="pulse" className="size-4" /> {t("My webhooks")}
      </MenuLink>
      <MenuLink href="/reminders">
        <Icon name="clock" className="size-4" /> {t("My reminders")}
      </MenuLink>
      <MenuLink href="/confirmations">
        <Icon name="check" className="size-4" /> {t("My wallet confirmations")}
      </MenuLink>
      {!account.signPlan && (
        <MenuItem onSelect={onVault}>
          <Icon name="columns" className="size-4" /> {t("Act as a Squads vault")}
        </MenuItem>
      )}
      {account.vault && <VaultItems account={account} />}
      {demos.length > 0 && (
        <>
          <MenuSeparator />
          <MenuHeading>{t("Switch demo account")}</MenuHeading>
          {demos.map(({ name }) => (
            <MenuChoice key={name} checked={name === account.walletName} onSelect={() => select(name)}>
              {name}
            </MenuChoice>
          ))}
        </>
      )}
      <MenuSeparator />
      <MenuItem onSelect={disconnect}>
        <Icon name="close" className="size-4" /> {t("Disconnect")}
      </MenuItem>
    </Menu>
  );
}

/** Shows the multisig of a vault, and returns to the wallet of its member. */
function VaultItems({ account }: { account: WalletAccount }) {
  const t = useTranslator();
  if (!account.vault) return null;
  const { multisig, member } = account.vault;
  return (
    <>
      <MenuSeparator />
      <MenuHeading>
        <span className="block max-w-64 font-mono break-all">{account.address}</span>
        {t("Vault of the multisig {multisig}. You are its member {member}.", {
          ...{ multisig: shortAddress(multisig), member: shortAddress(member) },
        })}
      </MenuHeading>
      <MenuItem
        onSelect={async () => (await import("@/components/squads/vault-account")).stopActingAsVault(account)}
      >
        <Icon name="back" className="size-4" /> {t("Use my own wallet")}
      </MenuItem>
    </>
  );
}
