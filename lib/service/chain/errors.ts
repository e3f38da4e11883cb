/** No endpoint gave a usable answer in time: the ledger, or the way to it, is down. */
export class LedgerUnavailable extends Error {
  override readonly name: string = "LedgerUnavailable";
}

/** Endpoints answered, but not with what the method answers. To a caller it is as good as no answer. */
export class LedgerAnswerInvalid extends LedgerUnavailable {
  override readonly name: string = "LedgerAnswerInvalid";
}

/** The ledger understood the request and refused it; asking again would change nothing. */
export class LedgerRefusal extends Error {
  override readonly name = "LedgerRefusal";

  constructor(
    /** The JSON-RPC error code, such as -32004 for a block that is not available. */
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
