import { doneView } from "@/lib/contract/field-schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { reminderParams } from "@/lib/service/reminders/schemas";
import { removeSubscription } from "@/lib/service/reminders/subscriptions";

/** DELETE /api/reminders/:subscriptionId — deletes a subscription with its reminders. */
export const DELETE = route(
  {
    summary: "Deletes a reminder subscription with its reminders",
    params: reminderParams,
    response: doneView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  ({ params, wallet, services }) => removeSubscription(services, { ...params, wallet }),
);

export const { GET, HEAD, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
