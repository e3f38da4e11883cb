import { shownNetwork } from "@/components/shell/network";
import { type Network, networkOf } from "@/lib/core/solana/networks";
import { ledger } from "./connection";
import { CheckFailure } from "./try-plan";

/** Which network the ledger is now. Throws CheckFailure when it is another one than the service indexes. */
export async function readNetwork(): Promise<Network> {
  const genesis = await ledger().getGenesisHash();
  const shown = shownNetwork();
  if (!shown) return networkOf(genesis);
  if (shown.genesis === genesis) return shown;
  throw new CheckFailure(
    `The ledger behind this service is ${networkOf(genesis).name} now, and its campaigns are on ${shown.name}. Sign nothing, and tell the operator.`,
  );
}
