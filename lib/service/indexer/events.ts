import type { NewEvents } from "@/db/queries/events/event-rows";
import type { EventData, EventName } from "@/lib/core/solana/events";
import { EVENT_TYPES, type EventType } from "@/lib/core/views/event";

/** Where an event was emitted, and on which campaign: what every event row carries. */
export type EventPlace = {
  campaignId: number;
  signature: string;
  eventIndex: number;
  slot: bigint;
  txIndex: number | null;
  blockTime: bigint;
};

type Row<Type extends EventType> = NonNullable<NewEvents[Type]>[number];

/** The columns that an event's table adds to its place. */
type Details<Type extends EventType> = Omit<Row<Type>, keyof EventPlace | "id">;

/** Event rows to store, gathered by type. */
export type EventRows = { readonly [Type in EventType]: (EventPlace & Details<Type>)[] };

export const noEventRows = (): EventRows =>
  Object.fromEntries(EVENT_TYPES.map((type): [EventType, never[]] => [type, []])) as Record<
    EventType,
    never[]
  >;

type Definition<Name extends EventName> = {
  /** Name the API shows, and the key of its table; null for events without consequence for what is served. */
  type: EventType | null;
  /** Gathers the event's row. */
  addRow: (rows: EventRows, place: EventPlace, data: EventData<Name>) => void;
};

/** An event that becomes a row of the table that `type` names, with `details` as the columns of its own. */
function stored<Name extends EventName, Type extends EventType>(
  type: Type,
  details: (data: EventData<Name>) => Details<Type>,
): Definition<Name> {
  return {
    type,
    addRow: (rows, place, data) => {
      const list: (EventPlace & Details<Type>)[] = rows[type];
      list.push({ ...place, ...details(data) });
    },
  };
}

const ignored = { type: null, addRow: () => {} };

/**
 * Every event of the program, declared once; CONTRIBUTING.md lists what else an addition touches. What its row changes on the
 * campaign is the projection's to say, which reads those tables in ledger order. Source: spec part 6.
 */
export const EVENTS: { readonly [Name in EventName]: Definition<Name> } = {
  Claimed: stored("claimed", ({ tree: _, ...fields }) => fields),
  CampaignCancelled: stored("cancelled", ({ tree: _, ...fields }) => fields),
  CampaignPaused: stored("paused", () => ({ paused: true })),
  CampaignUnpaused: stored("paused", () => ({ paused: false })),
  RootUpdated: stored("root_updated", ({ tree: _, ...fields }) => fields),
  UnvestedWithdrawn: stored("withdrawn", ({ amount }) => ({ amount })),
  MilestoneReleased: stored("milestone_released", ({ tree: _, ...fields }) => fields),
  StreamCancelled: stored("stream_cancelled", ({ tree: _, ...fields }) => fields),
  InstantRefunded: stored("instant_refunded", ({ tree: _, ...fields }) => fields),
  CampaignCreated: ignored,
  CampaignFunded: ignored,
  ClaimRecordClosed: ignored,
};

/** Gathers an event's row; an ignored event has none. */
export function addEventRow<Name extends EventName>(
  rows: EventRows,
  place: EventPlace,
  event: { name: Name; data: EventData<Name> },
): void {
  EVENTS[event.name].addRow(rows, place, event.data);
}
