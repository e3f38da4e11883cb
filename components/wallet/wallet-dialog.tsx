"use client";

import { useEffect } from "react";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice, Skeleton } from "@/components/ui/notice";
import { shortAddress } from "@/lib/core/views/names";
import { useWallet, type WalletOption } from "./wallet-store";

type WalletDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The wallets of this browser, and on the local ledger the demo accounts. */
export function WalletDialog({ open, onOpenChange }: WalletDialogProps) {
  const { phase, options, account, problem, select } = useWallet();
  useEffect(() => {
    if (account && open) onOpenChange(false);
  }, [account, open, onOpenChange]);
  const demos = options.filter(({ isDemo }) => isDemo);
  const installed = options.filter(({ isDemo }) => !isDemo);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Connect a wallet"
      description="Reading needs no wallet. Connecting shows your address to this page; nothing is signed or sent without your consent."
    >
      {problem && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      {phase !== "ready" && <Skeleton label="Looking for wallets" />}
      {demos.length > 0 && (
        <Choices title="Demo accounts of the local ledger" options={demos} onSelect={select} />
      )}
      {installed.length > 0 && (
        <Choices title="Wallets in this browser" options={installed} onSelect={select} />
      )}
      {phase === "ready" && installed.length === 0 && (
        <p className="text-sm text-ink-soft">
          No Solana wallet was found in this browser. Install one that supports the Wallet Standard, such as
          Phantom, Solflare or Backpack, and reload this page.
        </p>
      )}
    </Dialog>
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
