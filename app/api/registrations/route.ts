import { registeredView } from "@/lib/contract/operations";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { listBodyParser } from "@/lib/service/registration/list-body-parser";
import { registerFromNetwork } from "@/lib/service/registration/register-from-network";
import { provedRegistrationBody } from "@/lib/service/registration/schemas";

/**
 * POST /api/registrations — registers a campaign whose account contains the root of the given leaves, or records
 * the rotation of a registered campaign to that root.
 */
export const POST = route(
  {
    summary:
      "Registers a campaign, or records its rotation, without a signature: the network's account contains the root of the leaves",
    body: provedRegistrationBody,
    parseBody: listBodyParser("provedRegistration"),
    response: registeredView,
    errors: [
      "CONFLICT",
      "LEDGER_UNAVAILABLE",
      "FORBIDDEN",
      "NOT_CANCELLABLE",
      "ALREADY_CANCELLED",
      "FULLY_VESTED",
      "SAME_ROOT",
    ],
    status: [201, 200],
    limit: 10,
    largeBody: true,
  },
  async ({ body, services, request: { signal } }) => {
    const { created, campaignRowId, ...outcome } = await registerFromNetwork(services, body, signal);
    return reply(created ? 201 : 200, { ok: true, campaignId: campaignRowId, ...outcome });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
