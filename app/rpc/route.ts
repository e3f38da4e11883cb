import { z } from "zod";
import { ApiError } from "@/lib/http/errors";
import { route } from "@/lib/http/route";
import { rpcUrls } from "@/lib/services";

/** What the dashboard asks of a node: enough to try, send and follow a transaction, and to look at its accounts. */
const METHODS = [
  "getAccountInfo",
  "getBalance",
  "getBlockHeight",
  "getFeeForMessage",
  "getGenesisHash",
  "getLatestBlockhash",
  "getMinimumBalanceForRentExemption",
  "getMultipleAccounts",
  "getSignatureStatuses",
  "sendTransaction",
  "simulateTransaction",
] as const;

/** On the local ledger alone: its faucet, and its clock. */
const LOCAL_METHODS = ["requestAirdrop", "ledger_advanceTime"] as const;

const CALLS_A_MINUTE = 600;
const TIMEOUT_MS = 15_000;

const call = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]),
  method: z.enum([...METHODS, ...LOCAL_METHODS]),
  params: z.array(z.unknown()).default([]),
});

/** POST /rpc — passes the dashboard's calls on to the ledger, so that browsers need neither its address nor its key. */
export const POST = route(
  { summary: "Passes a call of the dashboard on to the ledger", body: call, limit: CALLS_A_MINUTE },
  async ({ body, services: { env, log } }) => {
    const isLocal = env.SOLANA_RPC_URL === undefined;
    if (!isLocal && LOCAL_METHODS.some((method) => method === body.method)) {
      throw new ApiError("FORBIDDEN", "Only the local ledger does that.");
    }
    const [url = ""] = rpcUrls(env);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return new Response(await response.text(), {
        status: response.status,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
      });
    } catch (error) {
      log.warn({ error: String(error) }, "the ledger did not answer a call of the dashboard");
      throw new ApiError(
        "LEDGER_UNAVAILABLE",
        "The ledger does not answer right now; try again in a moment.",
      );
    }
  },
);
