import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { OpenEngine } from "./engine";

const { resolve } = createRequire(import.meta.url);

/**
 * Opens the embedded database in a separate thread, so that no statement blocks the event loop of this thread.
 * No thread replaces one that failed: its connections are lost, and new ones are refused.
 */
export const openThreadedEngine: OpenEngine = async (folder, socket, onFailure = () => undefined) => {
  const file = join(import.meta.dirname, "thread.ts");
  // As CommonJS, the loader of TypeScript does not need a second thread to read modules.
  const worker = new Worker(`require(${JSON.stringify(file)})`, {
    eval: true,
    workerData: { folder, socket },
    execArgv: ["--require", resolve("tsx/cjs")],
  });
  const exited = new Promise((done) => worker.once("exit", done));
  await once(worker, "message");
  worker.on("error", onFailure);
  const close = async () => {
    worker.postMessage("close");
    await exited;
  };
  return { close };
};
