/** No endpoint returned a usable response in time: the network or the connection to it is down. */
export class NetworkUnavailableError extends Error {
  override readonly name: string = "NetworkUnavailableError";
}

/** Endpoints responded, but in an unexpected format. Callers handle this error like a missing response. */
export class InvalidRpcResponseError extends NetworkUnavailableError {
  override readonly name: string = "InvalidRpcResponseError";
}

/** Compares names, because Next bundles this module several times in one process. */
export const isNetworkUnavailable = (error: unknown): boolean =>
  error instanceof Error && ["NetworkUnavailableError", "InvalidRpcResponseError"].includes(error.name);

/** Compares names for the same reason as `isNetworkUnavailable`. */
export const isRpcRejection = (error: unknown): boolean =>
  error instanceof Error && ["RpcRejectionError", "UnknownCursor"].includes(error.name);

/** The network understood the request and rejected it; a retry would not help. */
export class RpcRejectionError extends Error {
  override readonly name: string = "RpcRejectionError";

  constructor(
    /** The JSON-RPC error code, such as -32004 for a block that is not available. */
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The node lacks the transaction at which a list should begin. */
export class UnknownCursor extends RpcRejectionError {
  override readonly name: string = "UnknownCursor";
}

/**
 * Since Agave 4.0, for a `before` or `until` that the node lacks. Source: anza-xyz/agave, pull request 7937.
 */
const CURSOR_NOT_FOUND = -32020;

export const isUnknownCursor = (error: unknown): error is RpcRejectionError =>
  error instanceof RpcRejectionError && error.code === CURSOR_NOT_FOUND;
