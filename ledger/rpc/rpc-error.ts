import { type TransactionErrorJson, transactionErrorText } from "../bank/transactions/transaction-error";

/** The codes of JSON-RPC and of a Solana node. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  slotSkipped: -32007,
  noSnapshot: -32008,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const;

/** An error in a method's response, in a node's words. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidParams, message);
}

/** Returns the error of a failed preflight: the transaction error and the whole report of the simulation. */
export function preflightFailure(err: TransactionErrorJson, simulation: Record<string, unknown>): RpcError {
  const message = `Transaction simulation failed: ${transactionErrorText(err)}`;
  return new RpcError(RPC_CODES.preflightFailure, message, simulation);
}
