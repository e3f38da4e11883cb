"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { copyText } from "@/components/ui/values/copy-text";
import { shortAddress } from "@/lib/core/views/names";
import { WalletDialog } from "./wallet-dialog";
import { requestWallets, useWallet, type WalletState } from "./wallet-store";

/** Connect, or the connected account and what can be done with it. */
export function WalletButton() {
  const wallet = useWallet();
  const [open, setOpen] = useState(false);
  if (wallet.account) return <AccountMenu wallet={wallet} account={wallet.account} />;
  return (
    <>
      <Button
        tone="primary"
        busy={wallet.connecting}
        onClick={() => {
          requestWallets();
          setOpen(true);
        }}
      >
        <Icon name="wallet" className="size-5 max-sm:hidden" />
        Connect
      </Button>
      <WalletDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

function AccountMenu({
  wallet,
  account,
}: {
  wallet: WalletState;
  account: NonNullable<WalletState["account"]>;
}) {
  const demos = wallet.options.filter(({ isDemo }) => isDemo);
  const trigger = (
    <Button aria-label={`Wallet ${account.walletName}, ${account.address}`}>
      <Icon name="wallet" className="size-5 max-sm:hidden" />
      <span className="max-w-28 truncate">
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
    <Menu trigger={trigger} label="Wallet">
      <MenuHeading>
        {account.walletName} · <span className="font-mono">{shortAddress(account.address)}</span>
      </MenuHeading>
      <MenuItem onSelect={() => void copyText(account.address)}>
        <Icon name="copy" className="size-4" /> Copy address
      </MenuItem>
      <MenuLink href={`/portfolio?address=${account.address}`}>
        <Icon name="chart" className="size-4" /> My allocations
      </MenuLink>
      <MenuLink href={`/campaigns?creator=${account.address}`}>
        <Icon name="list" className="size-4" /> My campaigns
      </MenuLink>
      {demos.length > 0 && (
        <>
          <MenuSeparator />
          <MenuHeading>Play someone else</MenuHeading>
          {demos.map(({ name }) => (
            <MenuChoice key={name} checked={name === account.walletName} onSelect={() => wallet.select(name)}>
              {name}
            </MenuChoice>
          ))}
        </>
      )}
      <MenuSeparator />
      <MenuItem onSelect={wallet.disconnect}>
        <Icon name="close" className="size-4" /> Disconnect
      </MenuItem>
    </Menu>
  );
}
