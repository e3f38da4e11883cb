import { runWorker, type WorkerRun } from "@/components/workers/run-worker";
import type { TreeKeys } from "./connection";

/**
 * Returns the root in the campaign account on the Solana network, or null if the account is closed. A worker
 * reads it, because starting @solana/web3.js would block a phone for a quarter of a second.
 * @throws the errors of `runWorker`
 */
export async function readTreeRoot(keys: TreeKeys, run: WorkerRun): Promise<string | null> {
  if (typeof Worker === "undefined") {
    const { readTree } = await import("./connection");
    return (await readTree(keys))?.merkleRoot ?? null;
  }
  const worker = new Worker(new URL("./tree-root-worker.ts", import.meta.url), { type: "module" });
  return runWorker<string | null>(worker, keys, run);
}
