import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { ApiError, notFound } from "@/lib/service/http/errors";
import type { ActionInput } from "./action-contract";

/** The campaign that an action is about. NOT_FOUND when unknown, FORBIDDEN unless the signer is its cancel authority. */
export async function getControlledCampaignOrThrow({
  params,
  wallet,
  services,
}: Pick<ActionInput, "params" | "wallet" | "services">) {
  const campaign = await selectCampaign(services.db, params);
  if (!campaign) throw notFound("campaign");
  if (campaign.cancelAuthority === null) {
    throw new ApiError("FORBIDDEN", "This campaign has no cancel authority, so nobody can do this.");
  }
  if (campaign.cancelAuthority !== wallet) {
    throw new ApiError("FORBIDDEN", "Sign in with the campaign's cancel authority; another wallet may not.");
  }
  return campaign;
}

export type ControlledCampaign = Awaited<ReturnType<typeof getControlledCampaignOrThrow>>;
