import { doneView } from "@/lib/contract/field-schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { tokenBody } from "@/lib/service/reminders/schemas";
import { confirmByToken } from "@/lib/service/reminders/subscriptions";

/**
 * POST /api/reminders/confirm — confirms the email address of a subscription. Not a GET, because mail programs
 * open links.
 */
export const POST = route(
  {
    summary: "Confirms the email address of a reminder subscription with the token of the email",
    body: tokenBody,
    response: doneView,
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  ({ body, services }) => confirmByToken(services, body.token),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
