import type { IndexerContext } from "@/lib/service/indexer/context";

type Fault = NonNullable<IndexerContext["fault"]>;

/**
 * Does work once to learn its steps, then once more for the first and the last time that it reaches each of them,
 * killed there. `prepare` sets the scene each time, `check` sees what is left, with the step's name or null.
 */
export async function killAnywhere(params: {
  prepare: () => Promise<void>;
  work: (fault: Fault) => Promise<unknown>;
  check: (killedAt: string | null) => Promise<void>;
  /** The steps of interest; without it, all. */
  at?: RegExp;
}): Promise<string[]> {
  const { prepare, work, check, at: wanted = /./ } = params;
  const reached: string[] = [];
  await prepare();
  await work((step) => void reached.push(step));
  await check(null);
  const points = reached.flatMap((step, at) =>
    wanted.test(step) && (at === reached.indexOf(step) || at === reached.lastIndexOf(step)) ? [at] : [],
  );
  for (const point of points) {
    await prepare();
    let at = 0;
    let isDead = false;
    const fault = (step: string) => {
      // Nothing goes on after a kill, whoever catches it.
      isDead ||= at++ === point;
      if (isDead) throw new Error(`killed at ${step}`);
    };
    await work(fault).catch((error: Error) => {
      if (!error.message.startsWith("killed at ")) throw error;
    });
    await check(reached[point] ?? "");
  }
  return [...new Set(reached)];
}
