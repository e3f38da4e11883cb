import { treeParams } from "@/lib/contract/parameters";
import { readClaimOffer } from "@/lib/service/actions/claim/claim-offer";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { drawPicture } from "./draw-picture";

const HEADERS = { "content-type": "image/png", "cache-control": "public, max-age=300" };

/**
 * GET /api/actions/claim/:treeAddress/picture — a picture with name, token and totals of a campaign, for
 * previews of its claim link.
 */
export const GET = route(
  {
    summary: "Returns the image of a campaign's claim link as PNG",
    params: treeParams,
    ignoresQuery: true,
    errors: ["NOT_FOUND"],
    mediaType: "image/png",
    limit: 30,
    isSlowRead: true,
  },
  async ({ params, services, request }) => {
    const { campaign, token } = await readClaimOffer(services, params);
    const { treeAddress, metadata, totalSupply, totalClaimed, leafCount } = campaign;
    const facts = { treeAddress, metadata, totalSupply, totalClaimed, leafCount, token };
    const props = { ...facts, siteName: services.env.BRAND_NAME };
    return new Response(await drawPicture(services, request, props), { headers: HEADERS });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
