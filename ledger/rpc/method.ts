import type * as z from "zod";
import type { Bank } from "../bank/bank";
import type { Commitment } from "../bank/commitment";
import { parseParams } from "./params";
import { RPC_CODES, RpcError } from "./rpc-error";

export const API_VERSION = "4.0.0";

/** Answers one request; params are unchecked. */
export type Method = (params: readonly unknown[]) => unknown;

/** Returns a method whose parameters are validated by a schema before the handler runs. */
export function method<Schema extends z.ZodType>(
  schema: Schema,
  handler: (params: z.output<Schema>) => unknown,
): Method {
  return (params) => handler(parseParams(schema, params));
}

export type ContextConfig = { commitment?: Commitment | undefined; minContextSlot?: number | undefined };

/**
 * Returns the slot whose state a request reads: that of its commitment, finalized by default.
 *
 * @throws RpcError -32016 when the node has not reached the slot that the caller has already seen
 */
export function contextSlot(bank: Bank, config: ContextConfig): number {
  const slot = bank.slotAt(config.commitment ?? "finalized");
  if (config.minContextSlot !== undefined && slot < config.minContextSlot) {
    const message = "Minimum context slot has not been reached";
    throw new RpcError(RPC_CODES.minContextSlotNotReached, message, { contextSlot: slot });
  }
  return slot;
}

export function withContext<Value>(slot: number, value: Value) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
