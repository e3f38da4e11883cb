/** No endpoint gave a usable answer in time: the ledger, or the way to it, is down. */
export class LedgerUnavailable extends Error {
  override readonly name: string = "LedgerUnavailable";
}

/** Endpoints answered, but not with what the method answers. To a caller it is as good as no answer. */
export class LedgerAnswerInvalid extends LedgerUnavailable {
  override readonly name: string = "LedgerAnswerInvalid";
}

/** Compares names, since Next bundles this module several times in one process. */
export const isLedgerUnavailable = (error: unknown): boolean =>
  error instanceof Error && ["LedgerUnavailable", "LedgerAnswerInvalid"].includes(error.name);

/** Compares names, as above. */
export const isLedgerRefusal = (error: unknown): boolean =>
  error instanceof Error && ["LedgerRefusal", "UnknownCursor"].includes(error.name);

/** The ledger understood the request and refused it; asking again would change nothing. */
export class LedgerRefusal extends Error {
  override readonly name: string = "LedgerRefusal";

  constructor(
    /** The JSON-RPC error code, such as -32004 for a block that is not available. */
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The node lacks the transaction at which a list was to begin. */
export class UnknownCursor extends LedgerRefusal {
  override readonly name: string = "UnknownCursor";
}

/** Since Agave 4.0, for a `before` or `until` that the node lacks. Source: anza-xyz/agave, pull request 7937. */
const CURSOR_NOT_FOUND = -32020;

export const isCursorRefusal = (error: unknown): error is LedgerRefusal =>
  error instanceof LedgerRefusal && error.code === CURSOR_NOT_FOUND;
