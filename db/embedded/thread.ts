import { parentPort, workerData } from "node:worker_threads";
import { openEngine } from "./engine";

/** A worker thread that runs the embedded database. It closes the database at any message. */
async function run({ folder, socket }: { folder: string; socket: string }): Promise<void> {
  const engine = await openEngine(folder, socket);
  parentPort?.once("message", () => void engine.close());
  parentPort?.postMessage("listening");
}

void run(workerData);
