/**
 * Measures how long after it is sent a claim appears in an answer: a ledger in another process executes claims at a
 * steady rate, the production build follows it, and this process reads the list of claims. Needs the build and Linux.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@/db/client";
import { campaigns } from "@/db/schema";
import { AttackedService } from "../tests/load/service/service";
import { createDatabase } from "./support/database";
import type { LiveLedger, SentClaims } from "./support/live-ledger";
import { getMessage, launch, stop } from "./support/process";
import { quantile, record } from "./support/report";

const [RATE, SECONDS] = [200, 30];
const GOAL_MS = 1_000;
/** Between two reads of the list. */
const PAUSE_MS = 50;
const LATEST_MS = 30_000;

type ClaimsPage = { claims: { signature: string }[]; nextCursor: string | null };

/** Reads the newest claims until all are known or the time ends. Returns when each was first in an answer, in unix ms. */
async function observe(url: string, count: number): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const endMs = Date.now() + SECONDS * 1_000 + LATEST_MS;
  while (seen.size < count && Date.now() < endMs) {
    for (let cursor: string | null = ""; cursor !== null; ) {
      const response = await fetch(`${url}?limit=100${cursor && `&cursor=${cursor}`}`);
      const page = (await response.json()) as ClaimsPage;
      const nowMs = Date.now();
      const before = seen.size;
      for (const { signature } of page.claims) if (!seen.has(signature)) seen.set(signature, nowMs);
      const isAllNew = page.claims.length > 0 && seen.size === before + page.claims.length;
      cursor = isAllNew ? page.nextCursor : null;
    }
    await sleep(PAUSE_MS);
  }
  return seen;
}

const count = RATE * SECONDS;
const child = launch("bench/support/live-ledger.ts", { args: [String(RATE), String(count)] });
const { url: ledgerUrl, registration } = await getMessage<LiveLedger>(child);
const database = await createDatabase();
const { db, close } = await openDatabase({ url: database.url, maxConnections: 1 });
await db.insert(campaigns).values(registration);
const settings = {
  DATABASE_URL: database.url,
  SOLANA_RPC_URL: ledgerUrl,
  RATE_LIMIT: "off",
  LOG_LEVEL: "warn",
};
const service = await AttackedService.start({ settings });
const observing = observe(`${service.url}/api/campaigns/${registration.treeAddress}/claims`, count);
child.send("begin");
const { sent, seconds } = await getMessage<SentClaims>(child);
const seen = await observing;
const delays = sent.map(
  ({ signature, sentMs }) => (seen.get(signature) ?? Number.POSITIVE_INFINITY) - sentMs,
);
record("live", [
  {
    ...{ "events/s": Math.round(count / seconds), events: count, missing: count - seen.size },
    ...{ "p50 ms": quantile(delays, 0.5), "p99 ms": quantile(delays, 0.99), "max ms": Math.max(...delays) },
    "goal of p99 ms": `≤ ${GOAL_MS}`,
  },
]);
await service.remove();
await close();
await database.remove();
await stop(child);
