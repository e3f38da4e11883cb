import { expect, test, vi } from "vitest";
import { PATIENT } from "@/ledger/tests/support/long";
import { csvResponse } from "@/lib/service/exports/csv-response";
import { readerStream } from "@/lib/service/http/reader-stream";
import { StreamReply } from "@/lib/service/http/reply";

const COLUMNS = [["n", (n: number) => n]] as const;

test("produces 100,000 rows page by page as they are read, and never holds them together", async () => {
  let made = 0;
  const readPage = async (cursor: string | undefined) => {
    const from = Number(cursor ?? 0);
    made = from + 500;
    const rows = Array.from({ length: 500 }, (_, at) => from + at);
    return { rows, nextCursor: made < 100_000 ? String(made) : null };
  };
  const answer = await csvResponse({ method: "GET" }, { name: "x.csv", columns: COLUMNS, readPage });
  if (!(answer instanceof StreamReply)) throw new Error("The list is not streamed.");
  let [taken, longest] = [0, 0];
  const decoder = new TextDecoder();
  for await (const chunk of answer.chunks) {
    longest = Math.max(longest, chunk.byteLength);
    taken += decoder.decode(chunk).split("\r\n").length - 1;
    expect(made - taken).toBeLessThan(1_000);
  }
  expect(taken).toBe(100_001);
  expect(longest).toBeLessThan(8_192);
});

const bytes = (size: number) => new Uint8Array(size);

/** Ten chunks of a kilobyte; `ended` once the reader has left or the source ends. */
function tenChunks() {
  const state = { made: 0, ended: false };
  async function* chunks() {
    try {
      for (; state.made < 10; state.made++) yield bytes(1_024);
    } finally {
      state.ended = true;
    }
  }
  return { state, chunks: chunks() };
}

test("ends a reader that is too slow, and keeps one that is slow for the amount it read", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const pace = { timeoutMs: 1_000, minRate: 1_024 };
    const slow = tenChunks();
    const onEnd = vi.fn();
    const left = readerStream(slow.chunks, { ...pace, onEnd }).getReader();
    await left.read();
    await vi.advanceTimersByTimeAsync(2_001);
    await expect(left.read()).rejects.toThrow("too slowly");
    expect(onEnd).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(slow.state.ended).toBe(true), PATIENT);

    const patient = tenChunks();
    const onPatientEnd = vi.fn();
    const reader = readerStream(patient.chunks, { ...pace, onEnd: onPatientEnd }).getReader();
    for (let taken = 0; taken < 10; taken++) {
      expect((await reader.read()).value?.byteLength).toBe(1_024);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect((await reader.read()).done).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onPatientEnd).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test("produces nothing before it is read, and stops when the reader leaves", async () => {
  const { state, chunks } = tenChunks();
  const stream = readerStream(chunks);
  await new Promise(setImmediate);
  expect(state.made).toBe(0);
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(state).toEqual({ made: 0, ended: true });
});
