import { shownNetwork } from "@/components/shell/network";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { identifyNetwork, type Network } from "@/lib/core/solana/networks";
import { solanaConnection } from "./connection";
import { CheckFailedError } from "./simulate-plan";

/**
 * Returns the current Solana network.
 * @throws CheckFailedError if the service indexes another network
 */
export async function readNetwork(t: Translator = english): Promise<Network> {
  const genesis = await solanaConnection().getGenesisHash();
  const shown = shownNetwork();
  if (!shown) return identifyNetwork(genesis);
  if (shown.genesis === genesis) return shown;
  throw new CheckFailedError(
    t(
      "This service is now connected to {now}, but its campaigns are on {network}. Do not sign anything. Contact the operator.",
      { now: identifyNetwork(genesis).name, network: shown.name },
    ),
  );
}
