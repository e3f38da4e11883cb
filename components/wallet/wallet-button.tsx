"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { PartBoundary } from "@/components/shell/part-boundary";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { chooseWallet, updateWallet, useWallet } from "./wallet-store";

const loadWalletDialog = () => import("./wallet-dialog");
// Most visitors only read. The menu and the dialogs load with the first use.
const WalletDialog = lazy(loadWalletDialog);
const AccountMenu = lazy(() => import("./account-menu"));

/** The connect button, or the menu of the connected account. */
export function WalletButton() {
  const wallet = useWallet();
  const isChosen = wallet.account !== null && wallet.choosing;
  // The dialog unmounts together with its button. An open state would show the dialog again after a
  // disconnect.
  useEffect(() => {
    if (isChosen) updateWallet({ choosing: false });
  }, [isChosen]);
  const connect = <ConnectButton busy={wallet.connecting || wallet.account !== null} />;
  return (
    <PartBoundary>
      <Suspense fallback={connect}>
        {wallet.account ? <AccountMenu account={wallet.account} /> : connect}
      </Suspense>
      {wallet.account === null && <WalletDialogHost isOpen={wallet.choosing} />}
    </PartBoundary>
  );
}

function ConnectButton({ busy }: { busy: boolean }) {
  const t = useTranslator();
  const loadAhead = () => void loadWalletDialog().catch(() => undefined);
  return (
    <Button
      className="max-sm:px-3"
      busy={busy}
      onClick={chooseWallet}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
    >
      <Icon name="wallet" className="size-5 max-sm:hidden" />
      {t("Connect")}
    </Button>
  );
}

/** Keeps the dialog after its first use, so that it can return the focus when it closes. */
function WalletDialogHost({ isOpen }: { isOpen: boolean }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense>
        <WalletDialog />
      </Suspense>
    )
  );
}
