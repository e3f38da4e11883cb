import { serveWorker } from "@/components/workers/serve-worker";
import { readTree, type TreeKeys } from "./connection";

serveWorker(async (keys: TreeKeys) => (await readTree(keys))?.merkleRoot ?? null);
