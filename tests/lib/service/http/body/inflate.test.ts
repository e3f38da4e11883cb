import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { collectBytes, inflate, openBody } from "@/lib/service/http/body/body";

type Bytes = Uint8Array<ArrayBuffer>;

let uncaught: Error[] = [];
beforeEach(() => {
  uncaught = [];
  process.setUncaughtExceptionCaptureCallback((error) => uncaught.push(error));
});
afterEach(() => process.setUncaughtExceptionCaptureCallback(null));

const packed = (bytes: Uint8Array): Bytes => new Uint8Array(gzipSync(bytes));

/** Returns a source that sends chunks on demand, and counts the sent bytes. */
function sent(bytes: Bytes, size: number) {
  const taken = { bytes: 0 };
  const stream = new ReadableStream<Bytes>(
    {
      pull(controller) {
        controller.enqueue(bytes.slice(taken.bytes, taken.bytes + size));
        taken.bytes += size;
        if (taken.bytes >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

async function getText(chunks: AsyncIterable<Bytes>): Promise<string> {
  return Buffer.from(await collectBytes(chunks)).toString();
}

test("inflates members of any content in any chunks to the original bytes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 300 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (members, size) => {
        const parts = members.map((text) => packed(Buffer.from(text)));
        expect(await getText(inflate(sent(new Uint8Array(Buffer.concat(parts)), size).stream))).toBe(
          members.join(""),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  ["cut off", packed(Buffer.alloc(100_000, "ab")).slice(0, -20)],
  ["no gzip", new Uint8Array(Buffer.from("hello, hello, hello"))],
  ["nothing", new Uint8Array(0)],
])("fails the reader of a body that is %s", async (_, bytes) => {
  await expect(getText(inflate(sent(bytes, 7).stream))).rejects.toThrow();
});

test("passes on the error of its source", async () => {
  const gone = new Error("gone");
  const bytes = packed(Buffer.alloc(100_000, "ab"));
  let isSent = false;
  const source = new ReadableStream<Bytes>({
    pull(controller) {
      if (isSent) controller.error(gone);
      else controller.enqueue(bytes.slice(0, 30));
      isSent = true;
    },
  });
  await expect(getText(inflate(source))).rejects.toBe(gone);
});

test("reads no further than its consumer, which may stop at any chunk", async () => {
  const bytes = packed(new Uint8Array(1_000_000).map((_, at) => (at * at) >> 7));
  const readSlowly = async (chunks: number) => {
    const { stream, taken } = sent(bytes, 1_000);
    const headers = { "content-encoding": "gzip" };
    const init: RequestInit & { duplex: "half" } = { method: "PUT", headers, body: stream, duplex: "half" };
    let left = chunks;
    for await (const chunk of openBody(new Request("http://localhost", init), { maxBytes: 10_000_000 })) {
      expect(chunk.length).toBeLessThanOrEqual(65_536);
      if (--left === 0) break;
      await pause(2);
    }
    expect(taken.bytes).toBeLessThan(chunks * 65_536 + 200_000);
  };
  await Promise.all(Array.from({ length: 40 }, (_, chunks) => readSlowly(chunks + 1)));
  await pause(20);
  expect(uncaught).toEqual([]);
});
