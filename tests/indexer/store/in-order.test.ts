import fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder } from "@/lib/service/indexer/store/apply";

test("returns results in order, with bounded concurrency and never far ahead of the consumer", async () => {
  const plan = fc.record({
    width: fc.integer({ min: 1, max: 4 }),
    count: fc.nat(20),
    scheduler: fc.scheduler(),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ width, count, scheduler }) => {
      let [running, started, taken] = [0, 0, 0];
      const work = async (item: number) => {
        running += 1;
        started += 1;
        expect(running).toBeLessThanOrEqual(width);
        // One more than the limit: the result that is being returned.
        expect(started - taken).toBeLessThanOrEqual(2 * width + 1);
        await scheduler.schedule(Promise.resolve());
        running -= 1;
        return item;
      };
      const items = Array.from({ length: count }, (_, item) => item);
      const results: number[] = [];
      const taking = (async () => {
        for await (const result of inOrder(items, width, work)) {
          results.push(result);
          taken += 1;
        }
      })();
      await scheduler.waitFor(taking);
      expect(results).toEqual(items);
    }),
  );
});

test("throws a failure at its item's turn", async () => {
  const results: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error("second");
    return item;
  };
  const taking = (async () => {
    for await (const result of inOrder([1, 2, 3], 3, work)) results.push(result);
  })();
  await expect(taking).rejects.toThrow("second");
  expect(results).toEqual([1]);
});

test("starts nothing more once the consumer has left", async () => {
  const begun: number[] = [];
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const work = async (item: number) => {
    begun.push(item);
    if (item > 1) await released;
  };
  for await (const _ of inOrder([1, 2, 3, 4, 5, 6, 7, 8], 2, work)) break;
  const before = begun.length;
  letGo();
  await new Promise(setImmediate);
  expect(begun).toHaveLength(before);
});
