import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "@/lib/env";
import { openServices } from "@/lib/services";
import { startServer } from "@/server/start";
import { type SampleStatus, storeSamples } from "./sample-campaigns";

export type Dashboard = { url: string; trees: Record<SampleStatus, string>; close(): Promise<void> };

/** The production build on a database of its own with the sample campaigns, at a free port. */
export async function startDashboard(): Promise<Dashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "vesting-dashboard-"));
  const env = readEnv({
    DATA_DIR: dataDir,
    PORT: "0",
    LEDGER_PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMIT: "off",
    ...offline,
  });
  const opened = await openServices(env);
  const trees = await storeSamples({ ...opened.services, chain: null });
  await opened.close();
  const server = await startServer({ env });
  return {
    url: server.url,
    trees,
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** No price provider is asked: nothing listens at this address. */
const offline = { PRICE_API_URL: "http://127.0.0.1:9" };
