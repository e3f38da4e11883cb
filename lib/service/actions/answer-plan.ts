import bs58 from "bs58";
import { namedFailure } from "@/lib/core/plans/named-failure";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/wire";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import type { Chain } from "@/lib/service/chain/chain";
import { ApiError } from "@/lib/service/http/errors";
import type { ActionInput } from "./action-contract";

/** Builds a plan on the latest blockhash and answers it to be signed, tried out first when the query asks for it. */
export async function answerPlan(
  plan: TransactionPlan,
  { query, services }: Pick<ActionInput, "query" | "services">,
): Promise<BuiltTransaction> {
  const { chain, env } = services;
  if (!chain) throw new ApiError("LEDGER_UNAVAILABLE", "No ledger is connected; set SOLANA_RPC_URL.");
  const { blockhash, ...latest } = await chain.getLatestBlockhash();
  const recent = { blockhash, lastValidBlockHeight: Number(latest.lastValidBlockHeight) };
  const bytes = unsignedBytes(plan, recent);
  return {
    transaction: query.encoding === "base58" ? bs58.encode(bytes) : Buffer.from(bytes).toString("base64"),
    encoding: query.encoding,
    instruction: plan.instruction,
    feePayer: plan.feePayer,
    signers: [...plan.signers],
    accounts: { ...plan.accounts },
    ...recent,
    ...(query.simulate && {
      simulation: await simulatePlan(chain, { plan, bytes, programId: env.VESTING_PROGRAM_ID }),
    }),
  };
}

async function simulatePlan(
  chain: Chain,
  of: { plan: TransactionPlan; bytes: Uint8Array; programId: string },
) {
  const { err, logs, unitsConsumed } = await chain.simulate(Buffer.from(of.bytes).toString("base64"));
  const error = namedFailure({
    err,
    logs,
    instructions: of.plan.instructions,
    programId: of.programId,
  });
  return {
    ok: error === null,
    logs,
    error,
    unitsConsumed: unitsConsumed === null ? null : Number(unitsConsumed),
  };
}
