import { Fact } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/values/copy-button";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
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
