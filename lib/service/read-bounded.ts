/**
 * Reads a body of at most `maxBytes` bytes. For a longer body, stops reading and throws the error that `whenLonger`
 * creates, or returns the first `maxBytes` bytes if it is "cut".
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  whenLonger: (() => Error) | "cut",
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left >= 0) continue;
    if (whenLonger === "cut") break;
    throw whenLonger();
  }
  return Buffer.concat(chunks);
}
