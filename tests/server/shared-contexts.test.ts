import { AsyncLocalStorage } from "node:async_hooks";
import { spawnSync } from "node:child_process";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedStorages } from "@/server/shared-contexts";

type Storage = Pick<AsyncLocalStorage<number>, "run" | "exit" | "enterWith" | "getStore" | "disable">;
type Kind = {
  new (): Storage;
  bind<F extends (...args: never[]) => unknown>(work: F): F;
  snapshot(): (work: () => unknown) => unknown;
};

/** What somebody does with storages: in order, within one another, or at the same time as others. */
type Step =
  | { do: "run"; storage: number; enters: boolean; steps: Step[] }
  | { do: "exit"; storage: number }
  | { do: "wait" | "tick" | "look" | "bind" | "snapshot" }
  | { do: "callBound" | "callSnapshot" }
  | { do: "together"; steps: Step[] };

const STORAGES = 3;
const storage = fc.nat(STORAGES - 1);
const { step } = fc.letrec<{ step: Step }>((tie) => {
  const steps = fc.array(tie("step"), { maxLength: 4 });
  return {
    step: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.record({
        do: fc.constantFrom("wait", "tick", "look", "bind", "snapshot", "callBound", "callSnapshot"),
      }),
      fc.record({ do: fc.constant("run"), storage, enters: fc.boolean(), steps }),
      fc.record({ do: fc.constant("exit"), storage }),
      fc.record({ do: fc.constant("together"), steps }),
    ) as fc.Arbitrary<Step>,
  };
});

/** Everything that is seen while the steps are done with storages of one kind. */
async function observe(kind: Kind, steps: readonly Step[]): Promise<string[]> {
  const storages = Array.from({ length: STORAGES }, () => new kind());
  const seen: string[] = [];
  // Each another: what is stored again where it is already, the runtime leaves as it is.
  let stored = 0;
  const look = (where: string) => void seen.push(`${where} ${storages.map((one) => one.getStore()).join()}`);
  let [bound, snapshot] = [() => look("bound"), (work: () => unknown) => work()];
  const doAll = async (list: readonly Step[], at: string): Promise<void> => {
    for (const [place, step] of list.entries()) await doOne(step, `${at}.${place}`);
  };
  const doOne = async (step: Step, at: string): Promise<void> => {
    const one = "storage" in step ? storages[step.storage] : undefined;
    const within = () => {
      if ("enters" in step && step.enters) one?.enterWith(stored++);
      return "steps" in step ? doAll(step.steps, at) : undefined;
    };
    if (step.do === "run") await one?.run(stored++, within);
    else if (step.do === "exit") await one?.exit(() => doAll([{ do: "look" }, { do: "wait" }], at));
    else if (step.do === "wait") await turn();
    else if (step.do === "tick") await new Promise<void>((resolve) => process.nextTick(resolve));
    else if (step.do === "bind") bound = kind.bind(() => look(`bound at ${at}`));
    else if (step.do === "snapshot") snapshot = kind.snapshot();
    else if (step.do === "callBound") bound();
    else if (step.do === "callSnapshot") snapshot(() => look(`snapshot at ${at}`));
    else if (step.do === "together")
      await Promise.all(step.steps.map((inner, n) => doAll([inner], `${at}/${n}`)));
    look(at);
  };
  const around = new AsyncLocalStorage();
  await around.run(0, () => doAll(steps, ""));
  // The runtime tells every promise to each that is left, in all files that this process runs later.
  for (const one of [...storages, around]) one.disable();
  return seen;
}

test("shared storages hold what the runtime's own hold, wherever one looks", async () => {
  const program = fc.array(step, { minLength: 1, maxLength: 8 });
  const shared = sharedStorages() as unknown as Kind;
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      const expected = await observe(AsyncLocalStorage as unknown as Kind, steps);
      expect(await observe(shared, steps)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("a storage that is disabled finds nothing more, and others what they hold", () => {
  const kind = sharedStorages();
  const [one, other] = [new kind<number>(), new kind<number>()];
  one.run(1, () =>
    other.run(2, () => {
      one.disable();
      expect([one.getStore(), other.getStore(), one.run(3, () => one.getStore())]).toEqual([undefined, 2, 3]);
    }),
  );
});

test("whoever makes a storage afterwards makes a shared one, also where it was imported before", () => {
  const script = `
    import asyncHooks, { AsyncLocalStorage } from "node:async_hooks";
    import { createRequire } from "node:module";
    const own = AsyncLocalStorage;
    const { shareContexts } = await import("@/server/shared-contexts");
    shareContexts();
    const all = [AsyncLocalStorage, asyncHooks.AsyncLocalStorage, createRequire(import.meta.url)("async_hooks").AsyncLocalStorage, globalThis.AsyncLocalStorage];
    console.log(new Set(all).size, all[0] === own);`;
  const env = { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" };
  const child = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    env,
  });
  const isOld = Number.parseInt(process.versions.node, 10) < 24;
  expect(child.stdout.toString().trim(), child.stderr.toString()).toBe(isOld ? "1 false" : "2 true");
});
