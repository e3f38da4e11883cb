import * as z from "zod";
import { selectClaimsOfTree } from "@/db/queries/events/claims";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { claimsPage, toClaimView } from "@/lib/contract/event";
import { address, creation, labels, limit, proof, treeParams, u64 } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { exportClaims, onlyInCsv } from "@/lib/service/exports/campaign-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { readCreatorLabels } from "@/lib/service/labels/creator-labels";
import { proveClaims } from "@/lib/service/response-proofs";

const query = z.object({
  beneficiary: address.optional().describe("Only claims of this recipient, base58"),
  fromSlot: u64.optional().describe("Only claims in this slot or later"),
  limit: limit(100, 50),
  cursor,
  ...listFormat,
  creation,
  proof,
  labels: labels.describe("CSV only: adds the creator's private labels; requires a signature of the creator"),
});

/** GET …/claims — a campaign's claims, newest slot first. */
export const GET = route(
  {
    summary: "Lists a campaign's claims, newest slot first",
    params: treeParams,
    query,
    response: claimsPage,
    errors: ["NOT_FOUND"],
    csv: true,
    signedWith: "labels",
  },
  async ({ params, query: { proof, labels: hasLabels, ...query }, request, services, asCsv, wallet }) => {
    if (hasLabels && !asCsv) throw onlyInCsv("labels");
    const labels = await readCreatorLabels(services, { ...params, creation: query.creation, wallet });
    if (asCsv) return exportClaims(services, { request, labels, ...params, ...query });
    const found = await selectClaimsOfTree(services.reads, { ...query, ...params });
    if (!found) throw notFound("campaign");
    const { claims, total, hasDrift, nextCursor } = found;
    const page = { claims: claims.map(toClaimView), total, hasDrift, nextCursor };
    return pageReply(request, proof ? await proveClaims(services, page, claims) : page);
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
