import Link from "next/link";
import { type Network, transactionPage } from "@/lib/core/solana/networks";
import { WholeAddress } from "./parties";

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
