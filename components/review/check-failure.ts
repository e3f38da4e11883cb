/** What stands in the way of signing, and what to do about it, as a sentence for the person. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}
