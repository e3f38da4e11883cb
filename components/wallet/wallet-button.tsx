"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { connectOfflineAccount } from "@/components/offline-signing/offline-account";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AddressInput, Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { Notice, Skeleton } from "@/components/ui/notice";
import { copyText } from "@/components/ui/values/copy-button";
import { shortAddress } from "@/lib/contract/names";
import { isAddress } from "@/lib/core/solana/addresses";
import { isPhone, walletLinks } from "./phone";
import { useDisconnect } from "./use-disconnect";
import { chooseWallet, updateWallet, useWallet, type WalletAccount, type WalletOption } from "./wallet-store";

const VaultDialog = dynamic(() => import("@/components/squads/vault-dialog"), { ssr: false });
const NonceDialog = dynamic(() => import("@/components/offline-signing/nonce-dialog"), { ssr: false });

/** The connect button, or the menu of the connected account. */
export function WalletButton() {
  const t = useTranslator();
  const wallet = useWallet();
  const isChosen = wallet.account !== null && wallet.choosing;
  // The dialog unmounts together with its button. An open state would show the dialog again after a
  // disconnect.
  useEffect(() => {
    if (isChosen) updateWallet({ choosing: false });
  }, [isChosen]);
  const [showsNonces, setShowsNonces] = useState(false);
  const [choosesVault, setChoosesVault] = useState(false);
  if (wallet.account) {
    return (
      <>
        <AccountMenu
          account={wallet.account}
          onNonces={() => setShowsNonces(true)}
          onVault={() => setChoosesVault(true)}
        />
        {choosesVault && <VaultDialog account={wallet.account} onClose={() => setChoosesVault(false)} />}
        {showsNonces && <NonceDialog onClose={() => setShowsNonces(false)} />}
      </>
    );
  }
  return (
    <>
      <Button className="max-sm:px-3" busy={wallet.connecting} onClick={chooseWallet}>
        <Icon name="wallet" className="size-5 max-sm:hidden" />
        {t("Connect")}
      </Button>
      <WalletDialog />
    </>
  );
}

type AccountMenuProps = { account: WalletAccount; onNonces: () => void; onVault: () => void };

function AccountMenu({ account, onNonces, onVault }: AccountMenuProps) {
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
        {account.walletName} · <span className="font-mono">{shortAddress(account.address)}</span>
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
      <MenuLink href="/webhooks">
        <Icon name="pulse" className="size-4" /> {t("My webhooks")}
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

/** Lists the wallets of this browser, and the demo accounts on the local ledger. */
function WalletDialog() {
  const t = useTranslator();
  const { phase, options, problem, choosing, select } = useWallet();
  const demos = options.filter(({ isDemo }) => isDemo);
  const installed = options.filter(({ isDemo }) => !isDemo);
  return (
    <Dialog
      open={choosing}
      onOpenChange={(open) => updateWallet({ choosing: open })}
      title={t("Connect a wallet")}
      description={t(
        "You can browse without a wallet. Connecting shows your address to this page. Nothing is signed or sent without your approval.",
      )}
    >
      {problem && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      {phase !== "ready" && <Skeleton label={t("Searching for wallets")} />}
      {demos.length > 0 && (
        <Choices title={t("Demo accounts of the local ledger")} options={demos} onSelect={select} />
      )}
      {installed.length > 0 && (
        <Choices title={t("Wallets in this browser")} options={installed} onSelect={select} />
      )}
      {phase === "ready" && installed.length === 0 && isPhone(navigator) && <InsideWallets />}
      {phase === "ready" && installed.length === 0 && !isPhone(navigator) && (
        <p className="text-sm text-ink-soft">
          {t(
            "No Solana wallet was found in this browser. Install one that supports the Wallet Standard, such as Phantom, Solflare or Backpack, and reload this page.",
          )}
        </p>
      )}
      <OfflineSigningChoice />
    </Dialog>
  );
}

/** Shown on phones without a wallet: links that open the page in the browsers of wallet apps. */
function InsideWallets() {
  const t = useTranslator();
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{t("Open this page in your wallet app")}</h3>
      <ul className="grid gap-2">
        {walletLinks(window.location.href).map(({ name, href }) => (
          <li key={name}>
            <a href={href} rel="noreferrer" className={buttonClass("secondary", "w-full justify-start")}>
              {name} <Icon name="external" className="ml-auto size-4" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Connects an address for offline signing. */
function OfflineSigningChoice() {
  const t = useTranslator();
  const [address, setAddress] = useState("");
  const isWrong = address !== "" && !isAddress(address);
  return (
    <details className="rounded-box border border-line p-3 text-sm">
      <summary className="cursor-pointer font-medium">{t("Sign offline with another key")}</summary>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAddress(address)) connectOfflineAccount(t, address);
        }}
      >
        <Field
          id="offline-address"
          label={t("Signer address")}
          error={isWrong ? t("Enter a valid Solana address.") : null}
          hint={t(
            "For a cold key, a hardware wallet on another computer, or a multisig vault. Export each transaction, sign it there, and import it here.",
          )}
        >
          <AddressInput
            id="offline-address"
            value={address}
            invalid={isWrong}
            onChange={(event) => setAddress(event.target.value.trim())}
          />
        </Field>
        <Button type="submit" disabled={!isAddress(address)}>
          {t("Use this address")}
        </Button>
      </form>
    </details>
  );
}

type ChoicesProps = { title: string; options: readonly WalletOption[]; onSelect: (name: string) => void };

function Choices({ title, options, onSelect }: ChoicesProps) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{title}</h3>
      <ul className="grid gap-2">
        {options.map(({ name, icon, address }) => (
          <li key={name}>
            <button
              type="button"
              className={buttonClass("secondary", "w-full justify-start")}
              onClick={() => onSelect(name)}
            >
              {/* biome-ignore lint/performance/noImgElement: wallets hand over their icon as a data URL. */}
              {icon && <img src={icon} alt="" className="size-6 rounded" />}
              <span>{name}</span>
              {address && <span className="ml-auto font-mono text-ink-soft">{shortAddress(address)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
