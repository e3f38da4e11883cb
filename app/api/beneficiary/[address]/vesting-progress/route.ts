import { MAX_PROGRESS_CAMPAIGNS, selectBeneficiaryCampaigns } from "@/db/queries/beneficiaries";
import { selectIndexedTo } from "@/db/queries/indexing-state";
import { otherMethods } from "@/lib/http/methods";
import { addressParams } from "@/lib/http/parameters";
import { route } from "@/lib/http/route";
import { vestingProgress } from "@/lib/views/beneficiary";
import { toVestingProgress } from "@/lib/views/beneficiary-rows";

/** GET /api/beneficiary/:address/vesting-progress — what has vested, was claimed and can be claimed. */
export const GET = route(
  {
    summary: "What has vested for an address, was claimed and can be claimed, by campaign and by mint",
    params: addressParams,
    response: vestingProgress,
  },
  async ({ params: { address }, services: { db, now } }) => {
    const [{ campaigns: rows }, asOf] = await Promise.all([
      selectBeneficiaryCampaigns(db, { address, page: 1, limit: MAX_PROGRESS_CAMPAIGNS }),
      selectIndexedTo(db),
    ]);
    return toVestingProgress({ address, asOf, rows }, now());
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
