import type { eventTables } from "@/db/schema";
import type { EventType } from "@/lib/core/events/event-types";
import type { ProgramEvent } from "@/lib/core/solana/events";

type Row<Type extends EventType> = (typeof eventTables)[Type]["$inferSelect"];

/** Rebuilds the event of a row: the inverse of `EVENTS` in `event-rows.ts`. */
const TO_EVENT: { readonly [Type in EventType]: (row: Row<Type>, tree: string) => ProgramEvent } = {
  claimed: (row, tree) => ({ name: "Claimed", data: { tree, ...row } }),
  cancelled: (row, tree) => ({ name: "CampaignCancelled", data: { tree, ...row } }),
  paused: ({ paused }, tree) => ({ name: paused ? "CampaignPaused" : "CampaignUnpaused", data: { tree } }),
  root_updated: (row, tree) => ({ name: "RootUpdated", data: { tree, ...row } }),
  withdrawn: (row, tree) => ({ name: "UnvestedWithdrawn", data: { tree, ...row } }),
  milestone_released: (row, tree) => ({ name: "MilestoneReleased", data: { tree, ...row } }),
  stream_cancelled: (row, tree) => ({ name: "StreamCancelled", data: { tree, ...row } }),
  instant_refunded: (row, tree) => ({ name: "InstantRefunded", data: { tree, ...row } }),
};

export function eventOfRow<Type extends EventType>(type: Type, row: Row<Type>, tree: string): ProgramEvent {
  return TO_EVENT[type](row, tree);
}
