import { preparedView } from "@/lib/contract/operations";
import { otherMethods } from "@/lib/service/http/methods";
import { byteStream } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { listBodyParser } from "@/lib/service/registration/list-body-parser";
import { prepareCampaign, prepareRotation } from "@/lib/service/registration/prepare-campaign";
import { preparedJson } from "@/lib/service/registration/prepared-json";
import { prepareBody } from "@/lib/service/registration/schemas";

/**
 * POST /api/campaigns/prepare — builds the Merkle tree of a list of recipients with all proofs, for a new
 * campaign or a rotation.
 */
export const POST = route(
  {
    summary: "Builds the Merkle tree of a recipient list with all proofs; stores nothing",
    body: prepareBody,
    parseBody: listBodyParser("prepare"),
    response: preparedView,
    errors: ["NOT_FOUND", "CONFLICT", "NOT_CANCELLABLE", "ALREADY_CANCELLED", "FULLY_VESTED"],
    limit: 10,
    largeBody: true,
  },
  async ({ body, services, request }) => {
    const { treeAddress } = body;
    const { head, prepared } = treeAddress
      ? await prepareRotation(services, { ...body, treeAddress }, request)
      : await prepareCampaign(services, body, request);
    return new Response(byteStream(preparedJson(head, prepared, body)), {
      headers: { "content-type": "application/json" },
    });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
