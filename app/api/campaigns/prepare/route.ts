import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { textStream } from "@/lib/http/text-stream";
import { recipientList } from "@/lib/registration/leaves";
import { preparedJson } from "@/lib/registration/prepare";
import { prepareCampaign } from "@/lib/registration/prepare-campaign";
import { prepareRotation } from "@/lib/registration/prepare-rotation";
import { prepareBody } from "@/lib/registration/schemas";
import { preparedView } from "@/lib/views/operations";

/** POST /api/campaigns/prepare — the Merkle tree of a list of recipients, new or in a campaign's place, with every proof. */
export const POST = route(
  {
    summary: "Builds the Merkle tree of a list of recipients, with every proof; stores nothing",
    body: prepareBody,
    list: recipientList,
    response: preparedView,
    limit: 10,
    largeBody: true,
  },
  async ({ body, services }) => {
    const { treeAddress } = body;
    const { head, prepared } = treeAddress
      ? await prepareRotation(services, { ...body, treeAddress })
      : await prepareCampaign(body, { programId: services.env.VESTING_PROGRAM_ID });
    return new Response(textStream(preparedJson(head, prepared, body)), {
      headers: { "content-type": "application/json" },
    });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
