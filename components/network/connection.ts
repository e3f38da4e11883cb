import { Connection, PublicKey } from "@solana/web3.js";
import { ConnectionLostError } from "@/components/service/service-fetch";
import { english, type Translator } from "@/lib/core/i18n/translator";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { campaignIn } from "@/lib/core/solana/tree-account";
import { rpcEndpoint, rpcFetch } from "./rpc-call";

let connection: Connection | undefined;

/**
 * Returns the RPC connection. Its calls reject with ConnectionLostError if the service or the node does not
 * respond.
 */
export function solanaConnection(): Connection {
  connection ??= storeLost(
    new Connection(rpcEndpoint(), {
      commitment: "confirmed",
      fetch: rpcFetch,
      // Retries inside the library would hide the waiting time from the page.
      disableRetryOnRateLimit: true,
    }),
  );
  return connection;
}

/** The library converts some errors to text. This proxy restores ConnectionLostError with its message. */
function storeLost(connection: Connection): Connection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...input: unknown[]) => {
        const answer: unknown = value.apply(target, input);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          throw toConnectionLost(error);
        });
      };
    },
  });
}

function toConnectionLost(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ConnectionLostError) return error;
  const sentence = /ConnectionLostError: (.+)$/.exec(error.message)?.[1];
  return sentence === undefined ? error : new ConnectionLostError(sentence, { cause: error });
}

export type TreeKeys = { treeAddress: string; programId: string };

/**
 * Reads the account of a campaign. Returns null if the account does not exist or is closed.
 * @throws NotACampaignError if another program owns the account
 */
export async function readTree({ treeAddress, programId }: TreeKeys): Promise<VestingTree | null> {
  const account = await solanaConnection().getAccountInfo(new PublicKey(treeAddress));
  return campaignIn(account, { address: treeAddress, programId });
}

/**
 * Reads the account of a campaign.
 * @throws Error if the account does not exist
 */
export async function readTreeOrThrow(keys: TreeKeys, t: Translator = english): Promise<VestingTree> {
  const tree = await readTree(keys);
  if (!tree) throw new Error(t("This campaign does not exist on Solana."));
  return tree;
}
