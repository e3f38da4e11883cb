import { z } from "zod";
import { MAX_PART_BYTES, MAX_PARTS } from "@/lib/core/views/upload";
import { address, hex32, i64, u32, u64 } from "@/lib/service/http/parameters";
import { ReadList } from "./leaves";

const PART_LENGTH = `must be a whole number from 1 to ${MAX_PART_BYTES}`;

const text = (max: number) => z.string().max(max, `must be at most ${max} characters long`);

/** What a creator says about a campaign in words. Source: spec 2.1. */
const metadata = z.object({
  name: text(200).optional(),
  description: text(5_000).optional(),
  logoUri: text(2_048).optional(),
});

/** Body of PATCH …/metadata: null takes a text away, what is not named stays. */
export const correctionBody = z
  .object({
    name: metadata.shape.name.unwrap().nullish(),
    description: metadata.shape.description.unwrap().nullish(),
    logoUri: metadata.shape.logoUri.unwrap().nullish(),
  })
  .refine((change) => Object.values(change).some((text) => text !== undefined), {
    message: "must hold name, description or logoUri",
  });

/** What documentation says of a list that is read item by item. */
const LIST = { type: "array", items: {} } as const;

/** Leaf objects of spec 4.7, read one by one as they arrive: a schema over 100,000 of them would hold the process. */
const leafItems = z
  .custom<ReadList>((list) => list instanceof ReadList, "must be a list of leaf objects")
  .refine(({ leaves }) => leaves.count > 0, "must hold at least one leaf")
  .meta({
    minItems: 1,
    ...LIST,
    description: "Leaf objects; proofs in all of them, or in none to have the tree rebuilt",
  });

const uploadId = hex32.optional().meta({
  description: "Of leaves that were uploaded in parts, in place of leaves",
});

/** What a body gives of its leaves. */
type Given = { leaves?: unknown; uploadId?: unknown };

const givesLeavesOnce = ({ leaves, uploadId }: Given) => (leaves === undefined) !== (uploadId === undefined);
const LEAVES_ONCE = {
  path: ["leaves"],
  message: "must be given, or in its place uploadId: one of both",
};

const ipfsCid = text(200).optional();

/** Body of POST /api/campaigns. Source: spec 4.5. */
export const registrationBody = z
  .object({
    treeAddress: address,
    creator: address,
    mint: address,
    campaignId: u64,
    merkleRoot: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex characters")
      .transform((root) => root.toLowerCase()),
    leafCount: u32.min(1),
    totalSupply: u64,
    cancellable: z.boolean(),
    cancelAuthority: address.nullable(),
    pauseAuthority: address.nullable(),
    createdAt: i64,
    metadata: metadata.nullish(),
    leaves: leafItems.optional(),
    uploadId,
    ipfsCid,
  })
  .refine(givesLeavesOnce, LEAVES_ONCE);

/** Body of POST …/root-versions. Source: spec 4.6. */
export const rotationBody = z
  .object({
    merkleRoot: hex32,
    leafCount: u32.min(1),
    minCliffTime: i64,
    leaves: leafItems.optional(),
    uploadId,
    ipfsCid,
  })
  .refine(givesLeavesOnce, LEAVES_ONCE);

/** Body of POST /api/uploads. */
export const uploadBody = z.object({
  leafCount: u32.min(1),
  parts: z
    .array(
      z.object({
        sha256: hex32.describe("of the part's text, before compression"),
        bytes: z
          .int(PART_LENGTH)
          .min(1, PART_LENGTH)
          .max(MAX_PART_BYTES, PART_LENGTH)
          .describe("length of that text"),
      }),
    )
    .min(1, "must hold at least one part")
    .max(MAX_PARTS, `must hold at most ${MAX_PARTS} parts`),
});

/** Body of POST /api/campaigns/prepare. */
export const prepareBody = z.object({
  recipients: z
    .custom<ReadList>((list) => list instanceof ReadList, "must be a list of recipients")
    .meta({
      ...LIST,
      description:
        "Leaf objects without leafIndex and proof; one with a schedule as in simulate-vesting, in place of releaseType, cliffTime, endTime and milestoneIdx, becomes the leaves that together are that allocation",
    }),
  treeAddress: address.optional().meta({
    description: "The registered campaign that the list is to replace: everybody then keeps their leaf index",
  }),
  creator: address.optional(),
  mint: address.optional(),
  campaignId: u64.optional(),
  cancellable: z.boolean().optional(),
  cancelAuthority: address.nullish(),
  pauseAuthority: address.nullish(),
  metadata: metadata.nullish(),
  proofs: z.boolean().default(true),
});
