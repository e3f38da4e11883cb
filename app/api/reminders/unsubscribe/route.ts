import { doneView } from "@/lib/contract/field-schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { getToken, tokenBody, tokenQuery } from "@/lib/service/reminders/schemas";
import { unsubscribeByToken } from "@/lib/service/reminders/subscriptions";

/**
 * POST /api/reminders/unsubscribe — stops a subscription with the token of a message: in a JSON body, or in
 * the query with a form (RFC 8058).
 */
export const POST = route(
  {
    summary: "Stops a reminder subscription with the token of a message, also with one click (RFC 8058)",
    query: tokenQuery,
    body: tokenBody.optional(),
    acceptsForm: true,
    response: doneView,
    errors: ["NOT_FOUND"],
  },
  ({ query, body, services }) => unsubscribeByToken(services, getToken(query, body)),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
