import { Connection, PublicKey } from "@solana/web3.js";
import { z } from "zod";
import { ConnectionLost, serviceFetch } from "@/components/service/service-api";
import { english, message, type Translator } from "@/lib/core/i18n/translator";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { campaignIn } from "@/lib/core/solana/tree-account";

/** The service proxies RPC calls, so that browsers need neither the URL nor the key of the node. */
export const ledgerEndpoint = () => `${window.location.origin}/rpc`;

let connection: Connection | undefined;

/**
 * Returns the RPC connection. Its calls reject with ConnectionLost if the service or the node does not
 * respond.
 */
export function ledger(): Connection {
  connection ??= storeLost(
    new Connection(ledgerEndpoint(), {
      commitment: "confirmed",
      fetch: ledgerFetch,
      // Retries inside the library would hide the waiting time from the page.
      disableRetryOnRateLimit: true,
    }),
  );
  return connection;
}

/** The library converts some errors to text. This proxy restores ConnectionLost with its message. */
function storeLost(connection: Connection): Connection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const answer: unknown = value.apply(target, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          throw toConnectionLost(error);
        });
      };
    },
  });
}

function toConnectionLost(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ConnectionLost) return error;
  const sentence = /ConnectionLost: (.+)$/.exec(error.message)?.[1];
  return sentence === undefined ? error : new ConnectionLost(sentence, { cause: error });
}

const ledgerFetch: typeof fetch = async (input, init) => {
  const response = await serviceFetch(input, init);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const reason = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  throw new ConnectionLost(
    typeof reason === "string" ? reason : message("Solana is unreachable. Try again in a moment."),
  );
};

const rpcAnswer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

/**
 * Sends a JSON-RPC call and returns its unvalidated result. It is for answers that the library cannot read,
 * such as transactions of version 1.
 * @throws ConnectionLost if the service or the node does not respond
 */
export async function callRpc(method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await ledgerFetch(ledgerEndpoint(), { method: "POST", headers, body });
  const answer = rpcAnswer.parse(await response.json());
  if ("error" in answer) throw new Error(answer.error.message);
  return answer.result;
}

type TreeKeys = { treeAddress: string; programId: string };

/**
 * Reads the account of a campaign. Returns null if the account does not exist or is closed.
 * @throws NotACampaign if another program owns the account
 */
export async function readTree({ treeAddress, programId }: TreeKeys): Promise<VestingTree | null> {
  const account = await ledger().getAccountInfo(new PublicKey(treeAddress));
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
