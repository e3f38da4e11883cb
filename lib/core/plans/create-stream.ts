import type { Struct } from "@/lib/core/solana/idl-types";
import { createStreamInstruction, createStreamNativeInstruction } from "@/lib/core/solana/instructions";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens";
import { isOrderedSchedule, isReleaseType } from "@/lib/core/vesting/leaf";
import { vaultAccounts } from "./campaign-accounts";
import { campaignKeys } from "./create-campaign";
import { planTransaction, type TransactionPlan } from "./plan";
import { demand } from "./program-refusal";

/** A one-recipient campaign to create; `amount` in base units, times in unix seconds. */
export type NewStream = Struct<"CreateStreamArgs"> & { creator: string; mint: string; programId?: string };

/**
 * create_stream, which creates and funds at once. Tokens come from `sourceAta`, by default the creator's associated
 * token account. Throws ProgramRefusal for what the program would refuse. Source: program interface, Instructions.
 */
export function planCreateStream(stream: NewStream, options: { sourceAta?: string } = {}): TransactionPlan {
  const { creator, mint, programId } = stream;
  demand(stream.amount > 0n, "ZeroAmount");
  demand(isOrderedSchedule(stream), "InvalidSchedule");
  demand(isReleaseType(stream.releaseType), "InvalidScheduleType");
  demand(!stream.cancellable || stream.cancelAuthority !== null, "MissingCancelAuthority");
  const keys = campaignKeys(stream);
  const tree = { creator, vestingTree: keys.treeAddress };
  const { vaultAuthority, vault } = vaultAccounts(keys);
  if (vaultAuthority === null) {
    return planTransaction("create_stream_native", createStreamNativeInstruction(tree, stream, programId));
  }
  const sourceAta = options.sourceAta ?? findAssociatedTokenAddress({ owner: creator, mint }).address;
  const accounts = { ...tree, mint, vaultAuthority, vault, sourceAta };
  return planTransaction("create_stream", createStreamInstruction(accounts, stream, programId));
}
