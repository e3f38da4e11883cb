import { type BackgroundLoop, startBackgroundLoop } from "@/lib/service/background-loop";
import { systemClock } from "@/lib/service/clock";
import { countWebhooks } from "@/lib/service/metrics/count";
import type { Services } from "@/lib/service/services";
import { sweepChanges } from "@/lib/service/stream/sweep-changes";
import { type DeliveryContext, deliverDue, POLL_INTERVAL_MS, sweepDeliveries } from "./deliver";
import { createWebhookSender } from "./post";

/** Pause while the database is unavailable. */
const RETRY_AFTER_ERROR_MS = 5_000;
const SWEEP_MS = 60_000;

const { nowMs } = systemClock;

const deliveryContext = ({
  db,
  log,
  env,
  fetchPublic,
}: Pick<Services, "db" | "log" | "env" | "fetchPublic">): DeliveryContext => ({
  ...{ db, log, nowMs },
  post: createWebhookSender({ env, fetchPublic, nowMs }),
  retrySeconds: env.WEBHOOK_RETRY_SECONDS,
});

/** Sends webhooks while the process runs, concurrently with the other processes of the service. */
export function startDeliverer(
  services: Services,
  { leaseMs, pollIntervalMs = POLL_INTERVAL_MS }: Pick<DeliveryContext, "leaseMs" | "pollIntervalMs"> = {},
): BackgroundLoop {
  const context = { ...deliveryContext(services), leaseMs, pollIntervalMs };
  // A counter that appears with its first increment would hide that increment from `increase`.
  countWebhooks({ delivered: 0, failed: 0 });
  let sweptMs = 0;
  const deliver = async (signal: AbortSignal) => void (await deliverDue(context, { signal }));
  const sweep = async () => {
    if (nowMs() - sweptMs < SWEEP_MS) return;
    const hasMore = [await sweepDeliveries(context), await sweepChanges(context)];
    if (!hasMore.includes(true)) sweptMs = nowMs();
  };
  // Under load, `deliverDue` never returns.
  const loops = [deliver, sweep].map((work) =>
    startBackgroundLoop(work, {
      ...{ pauseMs: pollIntervalMs, pauseAfterErrorMs: RETRY_AFTER_ERROR_MS },
      onError: (error) => context.log.warn({ error }, "webhooks: deliveries could not be read"),
    }),
  );
  return { close: async () => void (await Promise.all(loops.map((loop) => loop.close()))) };
}

/** Sends due webhooks within `timeLimitMs`, for a scheduler without a permanent process. */
export async function deliverScheduled(services: Services, timeLimitMs: number): Promise<void> {
  const context = deliveryContext(services);
  try {
    await deliverDue(context, { deadlineMs: nowMs() + timeLimitMs });
    await sweepDeliveries(context);
    await sweepChanges(context);
  } catch (error) {
    context.log.warn({ error }, "webhooks: deliveries could not be read");
  }
}
