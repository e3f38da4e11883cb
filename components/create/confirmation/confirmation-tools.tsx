"use client";

import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { chooseWallet, useWallet } from "@/components/wallet/wallet-store";
import type { SheetPart } from "./confirmation-fold";
import { ConfirmedSelection } from "./confirmed-selection";
import { CreateFromSheet } from "./create-from-sheet";

/** Creates a confirmation list from a sheet, and removes the rows of a sheet that are not confirmed. */
export default function ConfirmationTools(props: SheetPart) {
  const t = useTranslator();
  const { account } = useWallet();
  return (
    <div className="space-y-5 pb-4">
      <p className="text-ink-soft">
        <Trans
          id="Recipients sign that their wallet is theirs before you fund the campaign. Recipients without a wallet add it with an invite link. <more>Manage confirmation lists</more>"
          components={{ more: linked("/confirmations") }}
        />
      </p>
      {account ? (
        <div key={account.address} className="grid gap-5 lg:grid-cols-2">
          <CreateFromSheet sheet={props.sheet} signer={account} />
          <ConfirmedSelection {...props} signer={account} />
        </div>
      ) : (
        <Button onClick={chooseWallet}>{t("Connect a wallet")}</Button>
      )}
    </div>
  );
}
