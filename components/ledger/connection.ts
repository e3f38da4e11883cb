import { Connection, PublicKey } from "@solana/web3.js";
import { ConnectionLost, serviceFetch } from "@/components/service/service-api";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { campaignIn } from "@/lib/core/solana/tree-account";
import { english, message, type Words } from "@/lib/core/words/words";

/** The service passes ledger calls on, so browsers need neither the node's address nor its key. */
export const ledgerEndpoint = () => `${window.location.origin}/rpc`;

let connection: Connection | undefined;

/** The ledger. Its calls fail with ConnectionLost when the service or the node behind it does not answer. */
export function ledger(): Connection {
  connection ??= keepLost(
    new Connection(ledgerEndpoint(), {
      commitment: "confirmed",
      fetch: ledgerFetch,
      // The library's own waits would hide from the page that it is waiting.
      disableRetryOnRateLimit: true,
    }),
  );
  return connection;
}

/** The library turns what some calls fail with into text; a connection that was lost stays one, with its sentence. */
function keepLost(connection: Connection): Connection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const answer: unknown = value.apply(target, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          throw asLost(error);
        });
      };
    },
  });
}

function asLost(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ConnectionLost) return error;
  const sentence = /ConnectionLost: (.+)$/.exec(error.message)?.[1];
  return sentence === undefined ? error : new ConnectionLost(sentence, { cause: error });
}

const ledgerFetch: typeof fetch = async (input, init) => {
  const response = await serviceFetch(input, init);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const said = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  throw new ConnectionLost(
    typeof said === "string" ? said : message("The ledger does not answer right now; try again in a moment."),
  );
};

type TreeKeys = { treeAddress: string; programId: string };

/** Reads a campaign's account; null when there is none, or none any more. Throws NotACampaign for another program's account. */
export async function readTree({ treeAddress, programId }: TreeKeys): Promise<VestingTree | null> {
  const account = await ledger().getAccountInfo(new PublicKey(treeAddress));
  return campaignIn(account, { address: treeAddress, programId });
}

/** The account of a campaign that must be there. */
export async function readTreeOrThrow(keys: TreeKeys, t: Words = english): Promise<VestingTree> {
  const tree = await readTree(keys);
  if (!tree) throw new Error(t("The ledger has no such campaign."));
  return tree;
}
