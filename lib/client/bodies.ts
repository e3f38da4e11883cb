import type { z } from "zod";
import type { meantInput } from "@/lib/contract/meant";
import type { EventType } from "@/lib/core/events/event-types";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** A 64-bit integer of a body: a decimal string, or a number while it is a safe integer. */
export type IntegerInput = string | number;

/** A leaf as bodies have it; without a proof the service builds the tree again. Source: spec 4.7. */
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

/** Leaves in their order: an array, or what makes them as they are sent. */
export type LeafBodies = { readonly length: number; slice(from?: number, to?: number): readonly LeafBody[] };

export const leafBody = (leaf: Leaf) => ({
  ...leaf,
  amount: leaf.amount.toString(),
  startTime: leaf.startTime.toString(),
  cliffTime: leaf.cliffTime.toString(),
  endTime: leaf.endTime.toString(),
});

/** Leaves that are packed as request bodies have them, made as they are sent. */
export const leafBodies = (leaves: {
  readonly length: number;
  slice(from?: number, to?: number): Leaf[];
}) => {
  const slice = (from?: number, to?: number) => leaves.slice(from, to).map(leafBody);
  return { length: leaves.length, slice, toJSON: () => slice() };
};

/** An allocation before the tree exists: a leaf's own terms, or a schedule in months, which becomes several leaves. */
export type RecipientBody = { beneficiary: string; amount: IntegerInput; startTime: IntegerInput } & (
  | { releaseType: number; cliffTime: IntegerInput; endTime: IntegerInput; milestoneIdx?: number }
  | { schedule: z.input<typeof meantInput> }
);

/** What a creator says of a campaign in words. */
export type MetadataBody = { name?: string; description?: string; logoUri?: string };

/** Who may do what with a campaign; authorities are base58 addresses. */
type Terms = {
  creator: string;
  mint: string;
  campaignId: IntegerInput;
  cancellable: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
};

/** POST /api/campaigns/prepare; with `treeAddress` the list that replaces that campaign's. */
export type PrepareBody = Partial<Terms> & {
  recipients: readonly RecipientBody[];
  treeAddress?: string;
  metadata?: MetadataBody | null;
  /** Whether the answer holds a proof for every leaf; true unless said otherwise. */
  proofs?: boolean;
};

/** POST /api/campaigns; the root is hex, `createdAt` unix seconds. */
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

/** POST …/root-versions. */
export type RotationBody = {
  merkleRoot: string;
  leafCount: number;
  minCliffTime: IntegerInput;
  leaves: LeafBodies;
  ipfsCid?: string;
};

/** What a webhook endpoint hears: one of campaigns, an address and a creator. */
type WebhookScope = { campaigns?: readonly string[]; address?: string; creator?: string };

/** POST /api/webhooks; null types are all. */
export type WebhookBody = WebhookScope & { url: string; types?: readonly EventType[] | null };

/** PATCH /api/webhooks/:endpointId. */
export type WebhookChange = Partial<WebhookBody> & { enabled?: boolean };

/** POST …/replay: one delivery, or all of a time; times are unix seconds. */
export type ReplayBody = {
  deliveryId?: number;
  fromBlockTime?: IntegerInput;
  toBlockTime?: IntegerInput;
  cursor?: string;
};
