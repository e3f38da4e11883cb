import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Fact } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { WholeAddress } from "@/components/ui/values/address";
import { TokenName } from "@/components/ui/values/token";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { Network } from "@/lib/core/solana/networks";

type PartiesProps = {
  network: Network;
  account: WalletAccount;
  treeAddress: string;
  token: Token;
};

/** Shows network, signer, campaign and token of a transaction. */
export function PartyFacts({ network, account, treeAddress, token }: PartiesProps) {
  const t = useTranslator();
  return (
    <>
      <Fact label={t("Network")}>{network.name}</Fact>
      <Fact label={t("Signed by {wallet}", { wallet: account.walletName })}>
        <WholeAddress address={account.address} name="signer" />
      </Fact>
      <Fact label={t("Campaign")}>
        <WholeAddress address={treeAddress} name="campaign" />
      </Fact>
      <Fact label={t("Token")}>
        <TokenName token={token} whole />
      </Fact>
    </>
  );
}

type SignaturesProps = { signatures: readonly string[]; treeAddress: string };

/** Shows the signatures of the sent transactions, with links. */
export function Signatures({ signatures, treeAddress }: SignaturesProps) {
  const t = useTranslator();
  if (signatures.length === 0) return null;
  return (
    <div className="mt-2 space-y-1 text-sm">
      <p>{signatures.length === 1 ? t("Signature:") : t("Signatures:")}</p>
      <ul className="space-y-1">
        {signatures.map((signature) => (
          <li key={signature}>
            <WholeAddress address={signature} name="signature" />
          </li>
        ))}
      </ul>
      <p>
        <Trans
          id="See the <timeline>campaign’s timeline</timeline>."
          components={{
            timeline: (words) => (
              <Link className="underline underline-offset-4" href={`/campaigns/${treeAddress}?view=timeline`}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </div>
  );
}

/** Explains the transaction that a wallet without message signing shows as proof of its owner. */
export function WalletProofNote({ account }: { account: WalletAccount }) {
  const t = useTranslator();
  if (account.signMessage) return null;
  return (
    <p className="text-sm text-ink-soft">
      {t(
        "{wallet} cannot sign messages. To prove your identity, it shows a transaction that contains only a memo. No network accepts this transaction: it moves nothing and costs nothing.",
        { wallet: account.walletName },
      )}
    </p>
  );
}
