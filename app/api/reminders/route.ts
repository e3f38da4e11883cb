import { reminderCreatedView, remindersView } from "@/lib/contract/reminder";
import { reminderBody } from "@/lib/contract/requests/reminders";
import { consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { createSubscription, listSubscriptions } from "@/lib/service/reminders/subscriptions";

/** GET /api/reminders — the reminder subscriptions of the signing wallet, without their secrets. */
export const GET = route(
  {
    summary: "Lists the wallet's reminder subscriptions, without their secrets",
    response: remindersView,
    auth: "wallet",
  },
  ({ wallet, services }) => listSubscriptions(services, wallet),
);

/** POST /api/reminders — subscribes a webhook, a Slack channel or an email address to reminders. */
export const POST = route(
  {
    summary: "Subscribes a webhook, a Slack channel or an email address to reminders of a wallet's dates",
    body: reminderBody,
    response: reminderCreatedView,
    errors: ["FORBIDDEN"],
    status: 201,
    auth: "wallet",
  },
  async ({ body, wallet, services, request }) => {
    const limit = Math.max(10, services.env.REMINDER_SUBSCRIPTIONS / 20);
    const share = { name: "reminder subscriptions", limit };
    const consumeShare = () => consumeNetworkShare(services, request, share);
    return reply(201, await createSubscription(services, request, { ...body, wallet, consumeShare }));
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
