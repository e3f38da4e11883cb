import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Results } from "@electric-sql/pglite";
import pLimit from "p-limit";
import type { Engine } from "./engine";
import type { StatementRequest, StatementResponse } from "./thread";

const { resolve } = createRequire(import.meta.url);
const LOADS = [resolve("tsx/cjs"), join(import.meta.dirname, "thread.ts")];
/**
 * A worker cannot start with TypeScript. As CommonJS, the loader does not need a second thread to read
 * modules.
 */
const SCRIPT = LOADS.map((path) => `require(${JSON.stringify(path)});`).join("");

/**
 * Opens the embedded database in a separate thread, so that no statement blocks the event loop of this
 * thread.
 */
export async function openThreadedEngine(folder: string): Promise<Engine> {
  const worker = new Worker(SCRIPT, { eval: true, workerData: folder, execArgv: [] });
  const engine = new ThreadedEngine(worker);
  await engine.opened;
  return engine;
}

type Waiting = { resolve(result: Results | undefined): void; reject(error: unknown): void };

class ThreadedEngine implements Engine {
  readonly opened: Promise<void>;
  closed = false;
  private readonly waiting = new Map<number, Waiting>();
  /** The database has one connection: a transaction blocks every other statement. */
  private readonly lock = pLimit(1);
  private sent = 0;

  constructor(private readonly worker: Worker) {
    this.opened = new Promise((resolve, reject) => {
      worker.once("message", () => {
        worker.on("message", (response: StatementResponse) => this.settle(response));
        resolve();
      });
      // A thread that fails emits its error before it exits.
      const end = (error: Error) => {
        reject(error);
        this.end(error);
      };
      worker.on("error", end).on("exit", () => end(new Error("the database's thread has ended")));
    });
  }

  private readonly run: Engine["query"] = async (text, values = [], { rowMode = "object" } = {}) => {
    const result = await this.send({ text, values, rowMode });
    if (!result) throw new Error("The statement had no result.");
    return result;
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
    await this.send({});
    this.closed = true;
    await this.worker.terminate();
  }

  private send(request: Omit<StatementRequest, "id">): Promise<Results | undefined> {
    if (this.closed) return Promise.reject(new Error("the database is closed"));
    return new Promise((resolve, reject) => {
      const id = ++this.sent;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...request } satisfies StatementRequest);
    });
  }

  private settle(response: StatementResponse): void {
    const waiting = this.waiting.get(response.id);
    this.waiting.delete(response.id);
    if ("result" in response) waiting?.resolve(response.result);
    else if (response.code) waiting?.reject(Object.assign(Object(response.error), { code: response.code }));
    else waiting?.reject(response.error);
  }

  private end(error: Error): void {
    this.closed = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
