import Link from "next/link";
import { Fact } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/values/copy-button";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Network, transactionPage } from "@/lib/core/solana/networks";
import type { Token } from "@/lib/core/views/names";

/** An address with all its characters: what is signed is compared whole. */
export function WholeAddress({ address, name }: { address: string; name: string }) {
  return (
    <span className="font-mono break-all">
      {address} <CopyButton text={address} label={`Copy ${name} ${address}`} />
    </span>
  );
}

type PartiesProps = {
  network: string;
  signer: string;
  walletName: string;
  treeAddress: string;
  token: Token;
};

/** Where, by whom, on which campaign and with which token. */
export function PartyFacts({ network, signer, walletName, treeAddress, token }: PartiesProps) {
  return (
    <>
      <Fact label="Network">{network}</Fact>
      <Fact label={`Signed by ${walletName}`}>
        <WholeAddress address={signer} name="signer" />
      </Fact>
      <Fact label="Campaign">
        <WholeAddress address={treeAddress} name="campaign" />
      </Fact>
      <Fact label="Token">
        {token.mint === NATIVE_MINT ? (
          "SOL"
        ) : (
          <>
            {token.unit}, mint <WholeAddress address={token.mint} name="mint" />
          </>
        )}
      </Fact>
    </>
  );
}

type SignaturesProps = { signatures: readonly string[]; network: Network | null; treeAddress: string };

/** The signatures of what was sent, and where to see it. */
export function Signatures({ signatures, network, treeAddress }: SignaturesProps) {
  if (signatures.length === 0) return null;
  return (
    <div className="mt-2 space-y-1 text-sm">
      <p>{signatures.length === 1 ? "Signature:" : "Signatures:"}</p>
      <ul className="space-y-1">
        {signatures.map((signature) => {
          const page = network && transactionPage(network, signature);
          return (
            <li key={signature}>
              <WholeAddress address={signature} name="signature" />
              {page && (
                <a className="ml-1 underline underline-offset-4" href={page} target="_blank" rel="noreferrer">
                  See it in the explorer
                </a>
              )}
            </li>
          );
        })}
      </ul>
      <p>
        It is in the{" "}
        <Link className="underline underline-offset-4" href={`/campaigns/${treeAddress}?view=timeline`}>
          campaign’s timeline
        </Link>
        .
      </p>
    </div>
  );
}

/** What a wallet that signs transactions only will show when it proves who its owner is. */
export function WalletProofNote({ account }: { account: WalletAccount }) {
  if (account.signMessage) return null;
  return (
    <p className="text-sm text-ink-soft">
      {account.walletName} signs no messages. To prove who you are it shows a transaction with nothing but a
      memo, which no ledger takes: it moves nothing and costs nothing.
    </p>
  );
}
