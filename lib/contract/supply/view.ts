import * as z from "zod";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { asOfView } from "../campaign";
import { later, months, waiting } from "../creator-dashboard/view";
import { baseUnits, count, mint, unixSeconds } from "../field-schemas";
import type { Supply } from "./supply";

/** Response of GET /api/mints/:mint/supply. */
export const supplyView = z
  .object({
    mint,
    decimals: z
      .number()
      .int()
      .nullable()
      .describe("decimals of the mint; null while the network does not respond"),
    at: unixSeconds("time for which the amounts are computed"),
    campaigns: count("number of verified campaigns in the sums, the newest ones"),
    complete: z
      .boolean()
      .describe(
        "false if the mint has more campaigns or leaves than one response sums, or if lists are unregistered",
      ),
    unregistered: count(
      "number of these campaigns whose vault holds tokens and whose on-chain list is not registered; their rest counts as not vested",
    ),
    unsummed: count("number of these campaigns whose unlocks are not in the months yet"),
    allocated: baseUnits("sum of claimed, unclaimed, locked, returning and returned"),
    claimed: baseUnits("paid to recipients, stream settlements included"),
    unclaimed: baseUnits("vested and not claimed"),
    locked: baseUnits(
      "not vested: by time, by milestones, not allocated to a leaf, or paid by an earlier campaign at the address",
    ),
    returning: baseUnits("unvested rest of cancelled campaigns, not withdrawn yet"),
    returned: baseUnits("rest of refunded, settled and withdrawn campaigns"),
    missing: baseUnits("part of unclaimed, locked and returning that the vaults lacked at their last read"),
    lockedInVaults: baseUnits("locked and returning without their missing part, campaign by campaign"),
    ...{ months, later, waiting, asOf: asOfView },
  })
  .meta({ id: "MintSupply" });
export type SupplyView = z.infer<typeof supplyView>;

type Facts = Pick<SupplyView, "decimals" | "complete" | "unregistered" | "unsummed" | "asOf"> & {
  now: bigint;
};

export const toSupplyView = (supply: Supply, { now, ...facts }: Facts): SupplyView => ({
  ...{ mint: supply.mint, decimals: facts.decimals, at: now.toString(), campaigns: supply.campaigns },
  ...{ complete: facts.complete, unregistered: facts.unregistered, unsummed: facts.unsummed },
  ...{ allocated: supply.allocated.toString(), claimed: supply.claimed.toString() },
  unclaimed: supply.unclaimed.toString(),
  ...{ locked: supply.locked.toString(), returning: supply.returning.toString() },
  ...{ returned: supply.returned.toString(), missing: supply.missing.toString() },
  lockedInVaults: supply.lockedInVaults.toString(),
  months: supply.months.map(({ month, amount }) => ({ month: monthText(month), amount: amount.toString() })),
  ...{ later: supply.later.toString(), waiting: supply.waiting.toString(), asOf: facts.asOf },
});
