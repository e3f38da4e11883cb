import * as z from "zod";
import { treeParams } from "@/lib/contract/parameters";
import { actionContract, transactionOptions } from "@/lib/service/actions/action-contract";
import { ACTIONS, buildTransaction } from "@/lib/service/actions/actions";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

// Only the canonical form, without "07" or "7.0", so that each milestone has one URL.
const idx = z
  .string()
  .regex(/^(0|[1-9]\d{0,2})$/, "must be a whole number from 0 to 255")
  .transform(Number)
  .refine((index) => index <= 255, "must be a whole number from 0 to 255")
  .describe("milestone index, 0 to 255");

const params = treeParams.extend({ idx });

/** POST /api/campaigns/:treeAddress/milestones/:idx — the unsigned set_milestone_released transaction. */
export const POST = route(
  {
    ...actionContract("MILESTONE_ALREADY_RELEASED", "ALREADY_CANCELLED", "FULLY_VESTED"),
    summary: "Builds the transaction that releases a milestone; the creator signs.",
    params,
    body: transactionOptions,
  },
  buildTransaction(ACTIONS.releaseMilestone),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
