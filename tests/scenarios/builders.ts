import type { Keypair } from "@solana/web3.js";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FactsCard } from "@/components/campaign/facts-card";
import { type Api, build, post } from "@/docs/actions/examples/act";
import type { LeafView } from "@/lib/contract/leaf";
import {
  type CampaignAction,
  type Decision,
  decideAction,
  decideRelease,
} from "@/lib/core/vesting/decide-action";
import type { ActionFacts } from "@/lib/core/vesting/refusals";
import type { CampaignPage } from "@/lib/service/pages/campaign-page";
import { MILESTONE } from "./sample-states";

/** Actions for which the API builds a transaction, or the list of a rotation. */
export const BUILT_ACTIONS = [
  "cancel",
  "cancel-stream",
  "instant-refund",
  "withdraw-unvested",
  "rotate",
  `milestones/${MILESTONE}`,
] as const;
export type BuiltAction = (typeof BUILT_ACTIONS)[number];

const isRelease = (action: BuiltAction) => action === `milestones/${MILESTONE}`;

/** Decides an action as controls and builders do. */
export const decide = (action: BuiltAction, facts: ActionFacts, now: bigint): Decision =>
  isRelease(action)
    ? decideRelease(MILESTONE, facts, { now })
    : decideAction(action as CampaignAction, facts, { now });

type Building = { treeAddress: string; authority: Keypair; leaves: readonly LeafView[] };

/** Returns the API's refusal of an action as "CODE: sentence"; null where the API builds it. */
export async function builderRefusal(
  api: Api,
  action: BuiltAction,
  { treeAddress, authority, leaves }: Building,
): Promise<string | null> {
  const recipients = leaves.map(({ leafIndex: _, ...recipient }) => recipient);
  try {
    if (action === "rotate") await post(api, "/api/campaigns/prepare", { body: { treeAddress, recipients } });
    else await build(api, { treeAddress, action, authority });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns whether the controls of a page offer an action. */
export function isOffered(action: BuiltAction, { controls }: CampaignPage): boolean {
  switch (action) {
    case "cancel":
      return controls.cancel;
    case "cancel-stream":
      return controls.cancelStream;
    case "instant-refund":
      return controls.instantRefund;
    case "withdraw-unvested":
      return controls.withdrawUnvested;
    case "rotate":
      return controls.rotate;
    default:
      return controls.releases.includes(MILESTONE);
  }
}

/** Returns what the facts of a page promise about changes. */
export function promises({ campaign, token }: CampaignPage): { rotate: boolean; cancel: boolean } {
  const html = renderToStaticMarkup(createElement(FactsCard, { campaign, token }));
  return {
    rotate: html.includes("can still change allocations"),
    cancel: html.includes("cancel the campaign"),
  };
}
