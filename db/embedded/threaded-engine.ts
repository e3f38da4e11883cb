import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Results } from "@electric-sql/pglite";
import { createPacer, inPieces } from "@/lib/core/pacer";
import type { Engine } from "./engine";
import type { Answer, Asked, Question } from "./thread-messages";

const { resolve } = createRequire(import.meta.url);
const LOADS = [resolve("tsx/cjs"), join(import.meta.dirname, "thread.ts")];
/** A thread cannot begin with TypeScript; as CommonJS it needs no second thread that reads it. */
const SCRIPT = LOADS.map((path) => `require(${JSON.stringify(path)});`).join("");

/** Opens the embedded database in a thread of its own, so that no statement holds this one's event loop. */
export async function openThreadedEngine(folder: string): Promise<Engine> {
  const worker = new Worker(SCRIPT, { eval: true, workerData: folder, execArgv: [] });
  const engine = new ThreadedEngine(worker);
  await engine.opened;
  return engine;
}

type Waiting = { resolve(result: Results | null): void; reject(error: unknown): void };

class ThreadedEngine implements Engine {
  readonly opened: Promise<void>;
  closed = false;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  constructor(private readonly worker: Worker) {
    this.opened = new Promise((resolve, reject) => {
      worker.once("message", () => {
        worker.on("message", (answer: Answer) => this.take(answer));
        resolve();
      });
      // A thread that fails also exits, and what it failed of comes first.
      const end = (error: Error) => {
        reject(error);
        this.end(error);
      };
      worker.on("error", end).on("exit", () => end(new Error("the database's thread has ended")));
    });
  }

  query: Engine["query"] = (text, values = [], { rowMode = "object" } = {}) =>
    this.ask({ ask: "query", text, values, rowMode }).then(withJson);

  transaction: Engine["transaction"] = async (work) => {
    const transaction = ++this.asked;
    await this.ask({ ask: "begin", transaction });
    const query: Engine["query"] = (text, values = [], { rowMode = "object" } = {}) =>
      this.ask({ ask: "query", text, values, rowMode, transaction }).then(withJson);
    const done = await work({ query }).catch(async (error: unknown) => {
      await this.ask({ ask: "roll back", transaction });
      throw error;
    });
    await this.ask({ ask: "commit", transaction });
    return done;
  };

  async close(): Promise<void> {
    await this.ask({ ask: "close" });
    this.closed = true;
    await this.worker.terminate();
  }

  private ask(question: Question): Promise<Results | null> {
    if (this.closed) return Promise.reject(new Error("the database is closed"));
    return new Promise((resolve, reject) => {
      const id = ++this.asked;
      this.waiting.set(id, { resolve, reject });
      const asked: Asked = { id, question };
      this.worker.postMessage(asked);
    });
  }

  private take(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ("result" in answer) waiting?.resolve(answer.result);
    else
      waiting?.reject(
        answer.code ? Object.assign(Object(answer.error), { code: answer.code }) : answer.error,
      );
  }

  private end(error: Error): void {
    this.closed = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** Of json and jsonb. Source: Postgres, pg_type.dat. */
const JSON_TYPES: readonly number[] = [114, 3802];

/** Rows parsed between two looks at the clock: with proofs, a millisecond of work. */
const ROWS_A_LOOK = 32;

/** Parses what came as text, giving way to other work in between; rows are arrays or objects. */
async function withJson(result: Results | null): Promise<Results> {
  if (!result) throw new Error("The statement had no result.");
  const { fields, rows } = result;
  const columns = [...fields.entries()].filter(([, { dataTypeID }]) => JSON_TYPES.includes(dataTypeID));
  if (columns.length === 0) return result;
  await inPieces({ count: rows.length, piece: ROWS_A_LOOK, pacer: createPacer() }, (from, to) => {
    for (const row of rows.slice(from, to)) {
      for (const [index, { name }] of columns) {
        const key = Array.isArray(row) ? index : name;
        const text: unknown = Reflect.get(row, key);
        if (typeof text === "string") Reflect.set(row, key, JSON.parse(text));
      }
    }
  });
  return result;
}
