import * as z from "zod";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { addressParams, proof, unverified } from "@/lib/contract/parameters";
import { vestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { toVestingProgress } from "@/lib/contract/portfolio/rows";
import { MAX_PROGRESS_CAMPAIGNS } from "@/lib/core/lists/progress-limits";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { proveProgress } from "@/lib/service/response-proofs";

/**
 * GET /api/beneficiary/:address/vesting-progress — the vested, claimed and claimable amounts of an address.
 */
export const GET = route(
  {
    summary: "Returns the vested, claimed and claimable amounts of an address, by campaign and by mint",
    params: addressParams,
    query: z.object({ unverified, proof }),
    response: vestingProgress,
  },
  async ({ params: { address }, query: { unverified, proof }, services }) => {
    if (proof) return proveProgress(services, { address, unverified });
    const { reads: db, now } = services;
    const [{ campaigns: rows, nextCursor }, asOf] = await Promise.all([
      selectBeneficiaryCampaigns(db, { address, page: 1, limit: MAX_PROGRESS_CAMPAIGNS }),
      selectIndexedTo(db),
    ]);
    return toVestingProgress({ address, asOf, rows, truncated: nextCursor !== null, unverified }, now());
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
