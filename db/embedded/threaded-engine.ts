import { createRequire } from "node:module";
import { join } from "node:path";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import type { Engine } from "./engine";
import type { Outcome, Statement } from "./thread";

const { resolve } = createRequire(import.meta.url);

/**
 * Opens the embedded database in a separate thread, so that no statement blocks the event loop of this
 * thread.
 */
export async function openThreadedEngine(folder: string): Promise<Engine> {
  const thread = new Piscina({
    filename: join(import.meta.dirname, "thread.ts"),
    workerData: folder,
    // No thread replaces one that failed: a transaction would continue on the other thread.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    // As CommonJS, the loader of TypeScript does not need a second thread to read modules.
    execArgv: ["--require", resolve("tsx/cjs")],
  });
  const engine = new ThreadedEngine(thread);
  try {
    await engine.query("select 1");
    return engine;
  } catch (error) {
    await engine.end();
    throw error;
  }
}

class ThreadedEngine implements Engine {
  closed = false;
  /** The database has one connection: a transaction blocks every other statement. */
  private readonly lock = pLimit(1);

  constructor(private readonly thread: Piscina) {
    // The thread failed without a statement. Statements that wait for it fail as well.
    thread.on("error", () => void this.end());
  }

  private readonly run: Engine["query"] = async (text, values = [], { rowMode = "object" } = {}) => {
    if (this.closed) throw new Error("the database is closed");
    const statement: Statement = { text, values, rowMode };
    const outcome: Outcome = await this.thread.run(statement).catch(async (error: unknown) => {
      await this.end();
      throw error;
    });
    if ("result" in outcome) return outcome.result;
    const { error, code } = outcome;
    throw code ? Object.assign(Object(error), { code }) : error;
  };

  query: Engine["query"] = (...statement) => this.lock(() => this.run(...statement));

  transaction: Engine["transaction"] = (work) =>
    this.lock(async () => {
      await this.run("begin");
      const result = await work({ query: this.run }).catch(async (error: unknown) => {
        await this.run("rollback");
        throw error;
      });
      await this.run("commit");
      return result;
    });

  async close(): Promise<void> {
    await this.thread.run(undefined, { name: "close" });
    await this.end();
  }

  async end(): Promise<void> {
    this.closed = true;
    await this.thread.destroy();
  }
}
