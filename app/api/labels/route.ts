import { labelsChangedView, labelsPage } from "@/lib/contract/label";
import { labelsBody } from "@/lib/contract/requests/labels";
import { exportLabels } from "@/lib/service/exports/label-list";
import { consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import { otherMethods } from "@/lib/service/http/methods";
import { pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { listLabels, putLabels, removeLabels } from "@/lib/service/labels/labels";
import { labelsQuery } from "@/lib/service/labels/schemas";

/** GET /api/labels — the private labels of the signing wallet. */
export const GET = route(
  {
    summary: "Lists the private labels that the wallet gave to recipients",
    query: labelsQuery,
    response: labelsPage,
    errors: ["NOT_FOUND"],
    csv: true,
    auth: "wallet",
    isSlowRead: true,
  },
  async ({ query: { campaign, ...page }, wallet, services, request, asCsv }) => {
    const query = { wallet, campaign };
    if (asCsv) return exportLabels(services, { request, ...query });
    return pageReply(request, await listLabels(services, { ...query, ...page }));
  },
);

/** PUT /api/labels — stores labels, and deletes those without category and note. */
export const PUT = route(
  {
    summary: "Stores labels of recipients, and deletes those without category and note, all at once",
    body: labelsBody,
    response: labelsChangedView,
    errors: ["FORBIDDEN"],
    auth: "wallet",
  },
  async ({ body, wallet, services, request }) => {
    const limit = Math.max(1_000, services.env.LABELS / 5);
    const share = { name: "labels", limit, points: body.labels.length };
    const consumeShare = () => consumeNetworkShare(services, request, share);
    return putLabels(services, { ...body, wallet, consumeShare });
  },
);

/** DELETE /api/labels — deletes all labels of the signing wallet. */
export const DELETE = route(
  {
    summary: "Deletes all labels of the wallet, also those that the service cannot decrypt",
    response: labelsChangedView,
    auth: "wallet",
  },
  ({ wallet, services }) => removeLabels(services, wallet),
);

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
