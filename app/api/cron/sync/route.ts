import { indexerRunView } from "@/lib/contract/indexer-run";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { runScheduled } from "@/lib/service/indexer/requests";
import { sendScheduledReminders } from "@/lib/service/reminders/run-reminders";
import { deliverScheduled } from "@/lib/service/webhooks/deliverer";

/** Time limit for webhooks and reminders after a run. The next run sends the rest. */
const DELIVERY_MS = 15_000;

/**
 * GET /api/cron/sync — a scheduled run of the indexer from the checkpoint within its time limit, followed by
 * webhooks and reminders.
 */
export const GET = route(
  {
    summary: "Runs the indexer from the checkpoint, and sends due webhooks and reminders",
    auth: "cron",
    limit: "none",
    response: indexerRunView,
    errors: ["LEDGER_UNAVAILABLE"],
  },
  async ({ services }) => {
    try {
      return await runScheduled(services);
    } finally {
      await Promise.all([
        deliverScheduled(services, DELIVERY_MS),
        sendScheduledReminders(services, DELIVERY_MS),
      ]);
    }
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
