import { selectReminderBacklog } from "@/db/queries/reminders/reminder-queue";
import { INDEX_PROBLEM_CODES } from "@/lib/contract/index-problem";
import { expensiveWork } from "@/lib/service/http/limits/expensive-work";
import { metrics } from "@/lib/service/metrics/metrics";
import { diskSpace } from "@/lib/service/monitoring/disk-space";
import { type Health, measureHealth } from "@/lib/service/monitoring/health";
import type { Services } from "@/lib/service/services";
import { observedSetup } from "@/lib/service/setup/observed";
import { reviewSetup } from "@/lib/service/setup/review-setup";
import { findUnknownSettings } from "@/lib/service/setup/unknown-settings";
import { settleReservations } from "@/lib/service/sponsored-claims/settle-reservations";
import { readSponsorFigures } from "@/lib/service/sponsored-claims/sponsored-claims";
import { webhookBacklog } from "@/lib/service/webhooks/deliveries";

/** Returns all metrics in the Prometheus text format. Gauges are measured at the time of the call. */
export async function scrape(services: Services): Promise<string> {
  const { registry, lag, checkpoint, problems, setup, expensive, held, pool } = metrics();
  const { health, indexAge } = await measureHealth(services);
  const { db, indexer } = health;
  describeDependencies(health);
  describeDeployment(health);
  if (db) checkpoint.set(Number(indexer.lastSyncedSlot));
  for (const code of INDEX_PROBLEM_CODES) {
    problems.set({ code }, indexer.problems.find((problem) => problem.code === code)?.count ?? 0);
  }
  lag.reset();
  // A gauge without labels is 0 after a reset, which would be no lag at all.
  lag.set(indexAge ?? Number.NaN);
  setup.set(reviewSetup(services.env).length + findUnknownSettings().length + observedSetup().length);
  await measureBacklogs(services, db);
  const { work, exports, bodies } = expensiveWork(services.env);
  for (const [kind, limit] of Object.entries({ work, exports }))
    for (const [state, count] of Object.entries(limit.counts)) expensive.set({ kind, state }, count);
  held.set(bodies.bytes);
  for (const [state, count] of Object.entries(services.connections?.() ?? {})) pool.set({ state }, count);
  await measureDisk(services.env.DATA_DIR);
  await measureSponsor(services, db);
  return registry.metrics();
}

/** Measures the waiting webhooks and reminders. While the database is away, their number is unknown. */
async function measureBacklogs(services: Services, hasDatabase: boolean): Promise<void> {
  const { webhookBacklog: waiting, webhookAge, reminderBacklog, reminderAge } = metrics();
  const [webhooks, due] = hasDatabase
    ? await Promise.all([
        webhookBacklog(services).catch(() => null),
        selectReminderBacklog(services.db, services.now()).catch(() => null),
      ])
    : [null, null];
  waiting.set(webhooks?.pending ?? Number.NaN);
  webhookAge.set(webhooks ? (webhooks.oldestSeconds ?? 0) : Number.NaN);
  reminderBacklog.set(due?.pending ?? Number.NaN);
  reminderAge.set(due?.oldestSeconds ?? Number.NaN);
}

/** A dependency that is not configured has no sample. */
function describeDependencies({ db, writable, rpc, store, stream }: Health): void {
  const { up } = metrics();
  up.set({ what: "database" }, Number(db));
  up.set({ what: "storage" }, Number(writable));
  up.set({ what: "ledger" }, Number(rpc));
  if (store !== undefined) up.set({ what: "store" }, Number(store));
  if (stream !== undefined && stream !== "unknown")
    up.set({ what: "stream" }, Number(stream === "connected"));
}

/** Without a sponsor, its gauge has no samples. */
async function measureSponsor(services: Services, hasDatabase: boolean): Promise<void> {
  const { sponsorLamports } = metrics();
  if (!services.sponsor || !hasDatabase) return;
  await settleReservations(services);
  const { paid, reserved, limit } = await readSponsorFigures(services);
  for (const [state, lamports] of Object.entries({ paid, reserved, limit }))
    sponsorLamports.set({ state }, Number(lamports));
}

async function measureDisk(folder: string): Promise<void> {
  const { disk } = metrics();
  const space = await diskSpace(folder);
  disk.set({ kind: "size" }, space?.size ?? Number.NaN);
  disk.set({ kind: "free" }, space?.free ?? Number.NaN);
}

/** The clock and the program as health found them; unknown is NaN or no sample. */
function describeDeployment({ clock, program }: Health): void {
  const { clockSkew, blockAge, program: info } = metrics();
  clockSkew.set(clock?.aheadOfDatabase ?? Number.NaN);
  blockAge.set(clock?.newestBlockAge ?? Number.NaN);
  info.reset();
  if (!program) return;
  const { authority, deployedSlot, sha256, tested } = program;
  info.set({ authority: authority ?? "none", slot: deployedSlot ?? "", sha256, tested: String(tested) }, 1);
}
