import { describe, expect, test } from "vitest";
import { Admission } from "@/lib/service/http/admission/admission";
import { Lane } from "@/lib/service/http/admission/lane";

const LIMITS = {
  ...{ running: 3, runningEach: 2, waiting: 3, waitingEach: 2 },
  ...{ waitMs: 60_000, fullWaitMs: 60_000, retrySeconds: 7 },
};
const settled = () => new Promise(setImmediate);

describe("a lane", () => {
  test("gives each client its places, and everybody theirs", async () => {
    const lane = new Lane({ ...LIMITS, waiting: 0, waitingEach: 0 });
    await lane.enter("a");
    const leave = await lane.enter("a");
    await expect(lane.enter("a")).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      headers: { "retry-after": "7" },
    });
    await lane.enter("b");
    await expect(lane.enter("c")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    leave();
    leave();
    await lane.enter("c");
    await expect(lane.enter("d")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("gives a free place to who has fewest, then to who waits longest", async () => {
    const lane = new Lane({ ...LIMITS, running: 2 });
    const first = await lane.enter("a");
    const second = await lane.enter("a");
    const order: string[] = [];
    const wait = (client: string, name: string) =>
      lane.enter(client).then((leave) => {
        order.push(name);
        return leave;
      });
    const third = wait("a", "a3");
    const fourth = wait("b", "b1");
    first();
    await settled();
    expect(order).toEqual(["b1"]);
    second();
    (await third)();
    (await fourth)();
    expect(order).toEqual(["b1", "a3"]);
  });

  test("lets nobody wait longer than its time, and forgets who gave up", async () => {
    const lane = new Lane({ ...LIMITS, running: 1, fullWaitMs: 50 });
    const leave = await lane.enter("a");
    await expect(lane.enter("b")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    leave();
    (await lane.enter("b"))();
  });

  test("lets a client wait longer for its own requests than for everybody's", async () => {
    const lane = new Lane({ ...LIMITS, runningEach: 1, fullWaitMs: 0 });
    const leave = await lane.enter("a");
    const own = lane.enter("a");
    const others = [await lane.enter("b"), await lane.enter("c")];
    await expect(lane.enter("d")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    leave();
    (await own)();
    for (const leaveToo of others) leaveToo();
  });

  test("keeps no more waiting than it says, of all and of each", async () => {
    const lane = new Lane({ ...LIMITS, running: 1 });
    const leave = await lane.enter("z");
    const refused: number[] = [];
    const all = ["a", "a", "a", "b", "c"].map((client, at) =>
      lane.enter(client).then(
        (leaveToo) => leaveToo(),
        () => refused.push(at),
      ),
    );
    await settled();
    expect(refused).toEqual([2, 4]);
    leave();
    await Promise.all(all);
    expect(refused).toEqual([2, 4]);
  });
});

describe("bodies held at once", () => {
  const SIZE = 64 * 1024 * 1024;
  const admission = () => new Admission({ MAX_BODY_BYTES: SIZE, RATE_LIMIT: "on" });

  test("are two largest ones of a client and three of all, until they leave", async () => {
    const gate = admission();
    const [one, two] = [await gate.enter("upload", "1.1.1.1"), await gate.enter("upload", "1.1.1.1")];
    one.hold(SIZE);
    two.hold(SIZE);
    expect(() => two.hold(1)).toThrow(/busy/);
    const other = await gate.enter("upload", "2.2.2.2");
    other.hold(SIZE - 1);
    expect(() => other.hold(1)).toThrow(/busy/);
    one.leave();
    one.leave();
    const again = await gate.enter("upload", "1.1.1.1");
    again.hold(SIZE - 2);
  });

  test("leave with the work that was begun with them", async () => {
    const gate = admission();
    const ticket = await gate.enter("upload", "1.1.1.1");
    await ticket.work();
    const next = await gate.enter("upload", "1.1.1.1");
    const working = next.work();
    ticket.leave();
    (await working)();
  });
});

test("a client's allowance is used up by requests and comes back with time, each client's own", () => {
  let nowMs = 0;
  const gate = new Admission({ MAX_BODY_BYTES: 1, RATE_LIMIT: "on" }, () => nowMs);
  let passed = 0;
  while (gate.secondsToWait("1.1.1.1", 1) === 0) passed++;
  expect(passed).toBe(400);
  expect(gate.secondsToWait("1.1.1.1", 1)).toBe(1);
  expect(gate.secondsToWait("2.2.2.2", 1)).toBe(0);
  expect(gate.secondsToWait("unknown", 1000)).toBe(0);
  nowMs = 1000;
  passed = 0;
  while (gate.secondsToWait("1.1.1.1", 1) === 0) passed++;
  expect(passed).toBe(40);
});
