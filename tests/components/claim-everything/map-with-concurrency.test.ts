import { describe, expect, test } from "vitest";
import { mapWithConcurrency } from "@/components/claim-everything/collect-claims";

const ITEMS = Array.from({ length: 10 }, (_, at) => at);

/** Returns a query whose calls end when the test ends them, and the items of the started calls. */
function controlled() {
  const started: number[] = [];
  const calls = ITEMS.map(deferred);
  const query = (item: number, at: number) => {
    started.push(at);
    return calls[item]?.promise ?? Promise.reject(new Error("unknown item"));
  };
  return { started, calls, query };
}

// Node.js 20 has no `Promise.withResolvers`.
function deferred() {
  let resolve: (answer: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("mapWithConcurrency", () => {
  test("starts the next call when any of the four running calls ends", async () => {
    const { started, calls, query } = controlled();
    const answers = mapWithConcurrency(ITEMS, query);
    await settled();
    expect(started).toEqual([0, 1, 2, 3]);
    calls[2]?.resolve("2");
    await settled();
    expect(started).toEqual([0, 1, 2, 3, 4]);
    for (const [at, { resolve }] of calls.entries()) resolve(String(at));
    await answers;
  });

  test("returns the results in the order of the items", async () => {
    const { calls, query } = controlled();
    const answers = mapWithConcurrency(ITEMS, query);
    for (const [at, { resolve }] of [...calls.entries()].reverse()) resolve(String(at));
    expect(await answers).toEqual(ITEMS.map(String));
    expect(await mapWithConcurrency([], query)).toEqual([]);
  });

  test("rejects with the first error and starts no further call", async () => {
    const { started, calls, query } = controlled();
    const answers = mapWithConcurrency(ITEMS, query);
    calls[1]?.reject(new Error("first"));
    await expect(answers).rejects.toThrow("first");
    calls[0]?.reject(new Error("second"));
    calls[2]?.resolve("2");
    await settled();
    expect(started).toEqual([0, 1, 2, 3]);
  });
});
