import { expect, test } from "vitest";
import { ConcurrencyLimit } from "@/lib/service/http/limits/concurrency-limit";
import { BodyMemory } from "@/lib/service/http/limits/expensive-work";

const LIMITS = { concurrency: 2, queued: 3, perClient: 4, waitMs: 60_000 };
const BUSY = { code: "SERVICE_UNAVAILABLE", headers: { "retry-after": "5" } };
const settled = () => new Promise(setImmediate);

test("gives a permit to the client with the fewest tasks, then in order of arrival", async () => {
  const limit = new ConcurrencyLimit(LIMITS);
  const [first, second] = [await limit.acquire("a"), await limit.acquire("a")];
  const order: string[] = [];
  const wait = async (client: string, name: string) => {
    const release = await limit.acquire(client);
    order.push(name);
    return release;
  };
  const third = wait("a", "a3");
  const other = wait("b", "b1");
  first();
  await settled();
  expect(order).toEqual(["b1"]);
  second();
  (await third)();
  (await other)();
  expect(order).toEqual(["b1", "a3"]);
  await settled();
  expect(limit.counts).toEqual({ running: 0, waiting: 0 });
});

test("gives a permit to the task with the highest priority, whoever has more tasks", async () => {
  const limit = new ConcurrencyLimit({ ...LIMITS, concurrency: 1 });
  const first = await limit.acquire("a");
  const order: string[] = [];
  const waiting = [
    ["b", 10],
    ["c", 30],
    ["a", 20],
  ] as const;
  const tasks = waiting.map(async ([client, priority]) => {
    const release = await limit.acquire(client, priority);
    order.push(client);
    release();
  });
  first();
  await Promise.all(tasks);
  expect(order).toEqual(["c", "a", "b"]);
});

test("removes expired tasks from the queue with the next free permit, before tasks of a higher priority", async () => {
  const limit = new ConcurrencyLimit({ ...LIMITS, concurrency: 1, waitMs: 20 });
  const release = await limit.acquire("a");
  const expired = [limit.acquire("b", 1), limit.acquire("c", 1), limit.acquire("d", 1)];
  for (const task of expired) await expect(task).rejects.toMatchObject(BUSY);
  release();
  await settled();
  expect(limit.counts).toEqual({ running: 0, waiting: 0 });
});

test("refuses requests beyond the queue or the share of one client at once", async () => {
  const limit = new ConcurrencyLimit(LIMITS);
  const running = [await limit.acquire("a"), await limit.acquire("b")];
  const waiting = ["a", "a", "a"].map((client) => limit.acquire(client));
  expect(() => limit.acquire("a")).toThrow(expect.objectContaining(BUSY));
  expect(() => limit.acquire("c")).toThrow(expect.objectContaining(BUSY));
  for (const release of running) release();
  for (const release of waiting) (await release)();
  await settled();
  (await limit.acquire("c"))();
});

test("refuses a request that waited too long, which takes no permit afterwards", async () => {
  const limit = new ConcurrencyLimit({ ...LIMITS, concurrency: 1, waitMs: 20 });
  const release = await limit.acquire("a");
  await expect(limit.acquire("b")).rejects.toMatchObject(BUSY);
  release();
  release();
  (await limit.acquire("c"))();
  await settled();
  expect(limit.counts).toEqual({ running: 0, waiting: 0 });
});

test("holds at most two of the largest bodies per client and three in all in memory", () => {
  const SIZE = 64 * 1024 * 1024;
  const memory = new BodyMemory({ MAX_BODY_BYTES: SIZE });
  const [one, two, other] = [memory.open("1.1.1.1"), memory.open("1.1.1.1"), memory.open("2.2.2.2")];
  one.add(SIZE);
  two.add(SIZE);
  expect(() => two.add(1)).toThrow(/busy/);
  two.add(-1);
  other.add(SIZE);
  expect(() => other.add(1)).toThrow(/busy/);
  one.release();
  one.release();
  two.add(1);
  two.release();
  other.release();
  expect(memory.bytes).toBe(0);
});
