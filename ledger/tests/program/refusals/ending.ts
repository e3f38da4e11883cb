import { addressOf } from "../../support/svm";
import type { Campaign } from "../campaign";
import type { Refusal } from "./refusal";

/** Accounts and signers with which a stranger acts in somebody's stead. */
export const stranger = (campaign: Campaign, name: "creator" | "cancelAuthority") => ({
  accounts: { [name]: addressOf(campaign.stranger) },
  signers: [campaign.stranger],
});

type Ending = "cancel" | "cancelStream" | "instantRefund" | "withdrawUnvested";
export type Setup = (campaign: Campaign) => Promise<void> | void;

/** What an ending answers after a setup. */
export function ending(method: Ending, error: string, because: string, setup: Setup): Refusal {
  const instruction = (
    {
      cancel: "cancel_campaign",
      cancelStream: "cancel_stream",
      instantRefund: "instant_refund_campaign",
      withdrawUnvested: "withdraw_unvested",
    } as const
  )[method];
  return {
    instruction,
    error,
    because,
    attempt: async (campaign) => {
      await setup(campaign);
      return campaign[method]();
    },
  };
}
