import * as z from "zod";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import {
  addressText,
  count,
  integerText,
  nextCursor,
  rootText,
  signatureText,
  unixSeconds,
} from "./field-schemas";
import { vaultView } from "./vault";

/** Data with which clients check an answer against the network, for `proof=true`. The checks: lib/client/verify. */

const network = {
  programId: addressText.describe("the vesting program, base58"),
  genesis: z.string().nullable().describe("genesis hash of the indexed network, base58; null while unknown"),
  time: unixSeconds("time for which amounts and status were computed"),
};

export const eventIndex = count("index among the program's events of its transaction, from 0");

const eventPosition = z
  .object({
    signature: signatureText.describe("transaction signature, base58"),
    slot: integerText.describe("slot on the network; u64 as a decimal string"),
    eventIndex,
  })
  .meta({ id: "EventPosition" });

const eventSource = eventPosition
  .extend({ type: z.enum(EVENT_TYPES).describe("event type") })
  .meta({ id: "EventSource" });
export type EventSource = z.infer<typeof eventSource>;

const newestSlot = integerText
  .nullable()
  .describe("slot of the campaign's newest indexed event; u64 as a decimal string; null if there is none");

/** Maximum number of events in the proof of a campaign. */
export const MAX_PROOF_EVENTS = 100;
/** Maximum number of leaf proofs in one response. */
export const MAX_LEAF_PROOFS = 1_000;

/** The proof of a list of claims. */
export const networkProof = z
  .object(network)
  .meta({ id: "NetworkProof" })
  .describe("the checked network and time; only with proof=true");
export type NetworkProof = z.infer<typeof networkProof>;

/** The proof of a campaign. */
export const campaignProof = z
  .object({
    ...network,
    slot: newestSlot,
    creation: eventPosition.nullable().describe("the campaign's creation; null while unknown"),
    events: z
      .array(eventSource)
      .describe(`all events except claims, newest first; at most ${MAX_PROOF_EVENTS}`),
    nextCursor: nextCursor.describe(
      "cursor of the timeline with these event types for older events; null if there are none",
    ),
  })
  .meta({ id: "CampaignProof" })
  .describe("the transactions behind this answer; only with proof=true");
export type CampaignProof = z.infer<typeof campaignProof>;

/** The proof of a campaign in an address's progress. */
export const progressProof = z
  .object({
    merkleRoot: rootText.describe("root of the leaf proofs: 32 bytes in lower-case hex"),
    slot: newestSlot,
    vault: vaultView,
    events: z.array(eventSource).describe("cancellation, settlement, refund and withdrawals, newest first"),
  })
  .meta({ id: "ProgressProof" })
  .describe("root, vault and transactions behind this entry; only with proof=true");
