"use client";

import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { connectOfflineAccount } from "@/components/offline-signing/offline-account";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AddressInput, Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice, Skeleton } from "@/components/ui/notice";
import { shortAddress } from "@/lib/contract/names";
import { isAddress } from "@/lib/core/solana/addresses";
import { isPhone, walletLinks } from "./phone";
import { updateWallet, useWallet, type WalletOption } from "./wallet-store";

/** Lists the wallets of this browser, and the demo accounts on the local ledger. */
export default function WalletDialog() {
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
