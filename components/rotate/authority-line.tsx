"use client";

import { useViewer } from "@/components/campaign/viewer/viewer";
import { Trans } from "@/components/i18n/trans";
import { WholeAddress } from "@/components/ui/values/address";

type AuthorityLineProps = {
  /** The cancel authority, which signs an update of the recipients. */
  authority: string;
  /** The wallet of the last visit, which reconnects after the page loads. */
  lastWallet: string | null;
};

/** States which wallet must sign. Renders nothing if it is the connected one. */
export function AuthorityLine({ authority, lastWallet }: AuthorityLineProps) {
  const { address } = useViewer(lastWallet === null ? null : { address: lastWallet, isRecipient: false });
  if (address === authority) return null;
  return (
    <p className="mt-1">
      <Trans
        id="This change needs the signature of the cancel authority: {authority}"
        values={{ authority: <WholeAddress address={authority} name="cancel authority" /> }}
      />
    </p>
  );
}
