/** A snapshot that is refused. The message names the file and the line or offset. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
  constructor(
    /** The file and the line or bytes, such as `files/ab…, line 7`. */
    readonly location: string,
    reason: string,
  ) {
    super(`${location}: ${reason}`);
  }
}
