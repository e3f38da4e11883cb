import type * as z from "zod";
import type { scheduleSpecInput } from "@/lib/contract/schedule-spec";
import type { EventType } from "@/lib/core/events/event-types";
import type { ReminderChannel, ReminderKind } from "@/lib/core/events/reminder-kinds";
import type { Language } from "@/lib/core/i18n/languages";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** A 64-bit integer in a request body: a decimal string, or a number if it is a safe integer. */
export type IntegerInput = string | number;

/** A leaf in a request body. Without a proof, the service builds the tree itself. Source: spec 4.7. */
export type LeafBody = {
  leafIndex: number;
  beneficiary: string;
  amount: IntegerInput;
  releaseType: number;
  startTime: IntegerInput;
  cliffTime: IntegerInput;
  endTime: IntegerInput;
  milestoneIdx?: number;
  proof?: readonly (readonly number[])[];
};

/** Leaves in order: an array, or an object that encodes them while they are sent. */
export type LeafBodies = { readonly length: number; slice(from?: number, to?: number): readonly LeafBody[] };

export const leafBody = (leaf: Leaf) => ({
  ...leaf,
  amount: leaf.amount.toString(),
  startTime: leaf.startTime.toString(),
  cliffTime: leaf.cliffTime.toString(),
  endTime: leaf.endTime.toString(),
});

/** Encodes packed leaves as request bodies lazily, while they are sent. */
export const leafBodies = (leaves: {
  readonly length: number;
  slice(from?: number, to?: number): Leaf[];
}) => {
  const slice = (from?: number, to?: number) => leaves.slice(from, to).map(leafBody);
  return { length: leaves.length, slice, toJSON: () => slice() };
};

/**
 * An allocation before the tree exists: the terms of one leaf, or a monthly schedule, which becomes several
 * leaves.
 */
export type RecipientBody = { beneficiary: string; amount: IntegerInput; startTime: IntegerInput } & (
  | { releaseType: number; cliffTime: IntegerInput; endTime: IntegerInput; milestoneIdx?: number }
  | { schedule: z.input<typeof scheduleSpecInput> }
);

/** Metadata that the creator writes for a campaign. */
export type MetadataBody = { name?: string; description?: string; logoUri?: string };

/** The authorities of a campaign, as base58 addresses, and its other terms. */
type Terms = {
  creator: string;
  mint: string;
  campaignId: IntegerInput;
  cancellable: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
};

/** Body of POST /api/campaigns/prepare. With `treeAddress`, the list replaces the list of that campaign. */
export type PrepareBody = Partial<Terms> & {
  recipients: readonly RecipientBody[];
  treeAddress?: string;
  metadata?: MetadataBody | null;
  /** Whether the response contains a proof for every leaf. Default: true. */
  proofs?: boolean;
};

/** Body of POST /api/registrations. */
export type ProvedRegistrationBody = { treeAddress: string; leaves: LeafBodies };

/** Body of POST /api/campaigns; the root is hex, `createdAt` is in unix seconds. */
export type RegistrationBody = Terms & {
  treeAddress: string;
  merkleRoot: string;
  leafCount: number;
  totalSupply: IntegerInput;
  createdAt: IntegerInput;
  metadata?: MetadataBody | null;
  leaves: LeafBodies;
  ipfsCid?: string;
};

/** Body of POST …/root-versions. */
export type RotationBody = {
  merkleRoot: string;
  leafCount: number;
  minCliffTime: IntegerInput;
  leaves: LeafBodies;
  ipfsCid?: string;
};

/** The events that a webhook endpoint receives: those of campaigns, of an address, or of a creator. */
type WebhookScope = { campaigns?: readonly string[]; address?: string; creator?: string };

/** Body of POST /api/webhooks; null `types` selects all event types. */
export type WebhookBody = WebhookScope & { url: string; types?: readonly EventType[] | null };

/** Body of PATCH /api/webhooks/:endpointId. */
export type WebhookChange = Partial<WebhookBody> & { enabled?: boolean };

/** Body of POST /api/reminders: kinds are all by default, and the lead time in seconds is one day. */
export type ReminderBody = {
  channel: ReminderChannel;
  target: string;
  kinds?: readonly ReminderKind[];
  leads?: readonly number[];
  language?: Language;
};

/** Body of POST /api/confirmations: each recipient has a wallet, a reference or both. */
export type ConfirmationListBody = {
  name: string;
  recipients: readonly { wallet?: string; reference?: string }[];
};
/** A private label of a recipient; without category and note it is deleted. */
export type LabelBody = { recipient: string; category?: string | null; note?: string | null };

/** Body of POST …/replay: one delivery, or all deliveries of a time range in unix seconds. */
export type ReplayBody = {
  deliveryId?: number;
  fromBlockTime?: IntegerInput;
  toBlockTime?: IntegerInput;
  cursor?: string;
};
