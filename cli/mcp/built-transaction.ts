import { toBase64 } from "@/lib/core/offline/export-file";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { type AgentContext, ToolRefusedError } from "./context";
import type { Reviewed } from "./review/review-transaction";

const NEXT =
  "The transaction is unsigned. Show `words` to the user. Only the user's wallet can sign and send it, for about one minute.";
const NOT_SIMULATED = "Not simulated by this server. Start it with --rpc to simulate transactions on a node.";

/**
 * Returns the answer for a reviewed transaction: the bytes, and its description from the offline reader. With a node, the
 * transaction was executed there without sending it.
 * @throws ToolRefusedError with the reason if the network would reject the transaction
 */
export async function describeTransaction(
  { node, programId }: AgentContext,
  { wire, description }: Reviewed,
  plan: Pick<TransactionPlan, "instructions">,
) {
  const transaction = toBase64(wire);
  const simulated = await node?.simulate(transaction);
  const failure =
    simulated &&
    describeFailure({ ...simulated, logs: [...simulated.logs], instructions: plan.instructions, programId });
  if (failure)
    throw new ToolRefusedError(
      `The network would reject this transaction: ${failure.message} (${failure.name})`,
    );
  const { version, feePayer, signers, lifetime, fee, lines } = description;
  return {
    ...{ transaction, encoding: "base64", signed: false, version, feePayer, signers },
    blockhash: lifetime.kind === "blockhash" ? lifetime.value : null,
    maxFeeLamports: fee?.total ?? null,
    words: lines,
    simulation: simulated ? { ok: true, unitsConsumed: simulated.unitsConsumed } : NOT_SIMULATED,
    next: NEXT,
  };
}
