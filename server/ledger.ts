import { join } from "node:path";
import { type Clock, systemClock } from "@/lib/service/clock";
import type { Env } from "@/lib/service/env";

export type OpenLedger = { env: Env; clock: Clock; close(): Promise<void> };

/**
 * The ledger of the settings or, without SOLANA_RPC_URL, a local one in this process. A local ledger's time can be moved
 * ahead, and the service goes by it; its port is the first free one from LEDGER_PORT on.
 */
export async function openLedger(env: Env): Promise<OpenLedger> {
  if (env.SOLANA_RPC_URL) return { env, clock: systemClock, close: async () => undefined };
  const { startLedger } = await import("@vesting-index/ledger");
  const ledger = await startLedger({
    port: env.LEDGER_PORT,
    orNextPort: true,
    dataDir: join(env.DATA_DIR, "ledger"),
    programId: env.VESTING_PROGRAM_ID,
    controls: true,
  });
  const port = Number(new URL(ledger.url).port);
  // Next's own copy of the settings reads the environment.
  process.env.LEDGER_PORT = String(port);
  const clock = { now: () => BigInt(ledger.controls.now()), nowMs: systemClock.nowMs };
  return { env: { ...env, LEDGER_PORT: port }, clock, close: () => ledger.close() };
}
