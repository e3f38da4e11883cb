import * as z from "zod";
import { address, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import type { CallOptions, RpcClient } from "./rpc-client";

/** Response of getTokenLargestAccounts. */
const largestAnswer = z.object({
  context: z.object({ slot: u64 }),
  value: z.array(z.object({ address, amount: u64 })),
});

/**
 * Returns the largest token account of each mint, in the order of the mints; null for a mint without tokens and
 * for one that the node rejects. All mints are read in one batch.
 * @throws NetworkUnavailableError if no endpoint responds
 */
export async function readLargestHolders(
  rpc: RpcClient,
  mints: readonly string[],
  { config, options }: { config: object; options: CallOptions },
): Promise<(string | null)[]> {
  const requests = mints.map((mint) => ({ method: "getTokenLargestAccounts", params: [mint, config] }));
  const answers = await rpc.callAll(requests, largestAnswer, options);
  return answers.map((answer) => {
    if ("value" in answer) {
      const [first] = answer.value.value;
      return first && first.amount > 0n ? first.address : null;
    }
    if (answer.name === "RpcRejectionError") return null;
    throw answer;
  });
}
