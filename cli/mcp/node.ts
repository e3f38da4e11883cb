import * as z from "zod";
import { campaignOfAccount } from "@/lib/client/verify/accounts";
import { NetworkReader } from "@/lib/client/verify/network-reader";
import { httpRpc, type RpcCall, RpcCallError } from "@/lib/client/verify/rpc-call";
import type { RecentBlockhash } from "@/lib/core/plans/serialize-plan";
import type { VestingTree } from "@/lib/core/solana/accounts";

const TIMEOUT_MS = 20_000;
const COMMITMENT = "confirmed";

const blockhashAnswer = z.object({
  value: z.object({ blockhash: z.string().max(44), lastValidBlockHeight: z.coerce.number().int() }),
});

const simulationAnswer = z.object({
  value: z.object({
    err: z.unknown().optional(),
    logs: z.array(z.string()).nullish(),
    unitsConsumed: z.coerce.number().nullish(),
  }),
});

/** The result of a transaction that was executed without being sent. `err` is null for a success. */
export type Simulated = { err: unknown; logs: readonly string[]; unitsConsumed: number | null };

/** A Solana node that the user chose. Every method throws RpcCallError if the node does not respond usably. */
export class Node {
  private readonly call: RpcCall;

  constructor(
    readonly url: string,
    private readonly programId: string,
  ) {
    this.call = httpRpc(url);
  }

  /**
   * Returns a campaign's account with the slot and the network's time in unix seconds; null if the account does not
   * exist.
   * @throws CheckStoppedError for an account of another program or kind
   */
  async campaign(treeAddress: string): Promise<{ slot: bigint; time: bigint; tree: VestingTree | null }> {
    const limits = { timeoutMs: TIMEOUT_MS, deadlineMs: TIMEOUT_MS, maxTransactions: 0 };
    const { programId } = this;
    const reader = new NetworkReader({ call: this.call, programId, ...limits });
    const { slot, time, accounts } = await reader.accounts([treeAddress]);
    return { slot, time, tree: campaignOfAccount(accounts[0], { treeAddress, programId }) };
  }

  async latestBlockhash(): Promise<RecentBlockhash> {
    const config = [{ commitment: COMMITMENT }];
    return (await this.read("getLatestBlockhash", config, blockhashAnswer)).value;
  }

  /** Executes an unsigned transaction, in base64, on the node's state. */
  async simulate(transaction: string): Promise<Simulated> {
    const config = { encoding: "base64", sigVerify: false, commitment: COMMITMENT };
    const { value } = await this.read("simulateTransaction", [transaction, config], simulationAnswer);
    return { err: value.err ?? null, logs: value.logs ?? [], unitsConsumed: value.unitsConsumed ?? null };
  }

  private async read<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: S,
  ): Promise<z.output<S>> {
    const result = await this.call(method, params, AbortSignal.timeout(TIMEOUT_MS)).catch((error) => {
      throw error instanceof RpcCallError
        ? error
        : new RpcCallError("UNAVAILABLE", "The node cannot be reached.");
    });
    const { success, data } = schema.safeParse(result);
    if (!success) throw new RpcCallError("MALFORMED", `The node's response to ${method} is invalid.`);
    return data;
  }
}
