import * as z from "zod";
import { leafItem, leafView } from "@/lib/contract/leaf";
import { address, hex32, i64, positiveU32, u64 } from "@/lib/contract/parameters";
import { metadata, text } from "@/lib/contract/requests/metadata";
import { scheduleSpecInput } from "@/lib/contract/schedule-spec";
import { MAX_PART_BYTES, MAX_PARTS } from "@/lib/contract/upload";
import { isObjectGiven } from "@/lib/core/validation";
import { GivenLeaves, GivenRecipients } from "./leaves";

const PART_LENGTH = `must be a whole number from 1 to ${MAX_PART_BYTES}`;

const metadataField = metadata.nullish().describe("metadata from its creator");

/** Returns the documented schema of a list whose items are read without a schema. */
function getList(item: z.ZodType) {
  const { $schema, ...items } = z.toJSONSchema(item, { io: "input" });
  return { type: "array", items } as const;
}

const recipientItem = leafView
  .omit({ leafIndex: true })
  .partial()
  .required({ beneficiary: true, amount: true, startTime: true })
  .extend({
    schedule: scheduleSpecInput
      .optional()
      .describe("instead of releaseType, cliffTime, endTime and milestoneIdx"),
  })
  .meta({ id: "RecipientInput" });

/**
 * Leaf objects of spec 4.7, which are packed before validation: a schema over 100,000 of them would take
 * seconds.
 */
const leafItems = z
  .custom<GivenLeaves>((list) => list instanceof GivenLeaves, "must be a list of leaf objects")
  .refine(({ count }) => count > 0, "must contain at least one leaf")
  .meta({
    minItems: 1,
    ...getList(leafItem),
    description: "Leaf objects; proofs in all of them, or in none to rebuild the tree",
  });

const uploadId = hex32.optional().meta({
  description: "ID of leaves that were uploaded in parts, instead of leaves",
});

/** The fields of a body that provide its leaves. */
type Given = { leaves?: unknown; uploadId?: unknown };

const givesLeavesOnce = ({ leaves, uploadId }: Given) => (leaves === undefined) !== (uploadId === undefined);
const LEAVES_ONCE = {
  path: ["leaves"],
  message: "must be given, or uploadId instead, but not both",
  // Also runs beside other invalid fields, so that the error names all of them.
  when: isObjectGiven,
};

const ipfsCid = text(200).optional().describe("content id of a copy of leaves and proofs");
const leafCount = positiveU32.describe("number of leaves in the tree");
const cancelAuthority = address
  .nullable()
  .describe("wallet that can cancel it and change its root; null for none");
const pauseAuthority = address.nullable().describe("wallet that can pause and resume claims; null for none");
const campaignId = u64.describe("its number among the creator's campaigns of this mint");
const cancellable = z.boolean().describe("whether its cancel authority can cancel it and change its root");
const campaign = {
  treeAddress: address.describe("the campaign's account on the network, base58"),
  creator: address.describe("the creator, who signs this request; base58"),
  mint: address.describe("the token's mint, base58; 1111… (32 ones) stands for native SOL"),
};

/** Body of POST /api/campaigns. Source: spec 4.5. */
export const registrationBody = z
  .object({
    ...campaign,
    campaignId,
    merkleRoot: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex characters")
      .transform((root) => root.toLowerCase())
      .meta({ description: "Merkle root of the leaves: 32 bytes in hex" }),
    leafCount,
    totalSupply: u64.describe("total amount of all leaves; base units"),
    cancellable,
    cancelAuthority,
    pauseAuthority,
    createdAt: i64.describe("creation time; unix seconds"),
    metadata: metadataField,
    leaves: leafItems.optional(),
    uploadId,
    ipfsCid,
  })
  .refine(givesLeavesOnce, LEAVES_ONCE)
  .meta({ id: "CampaignRegistration" });

/** Body of POST /api/registrations. */
export const provedRegistrationBody = z
  .object({ treeAddress: campaign.treeAddress, leaves: leafItems })
  .meta({ id: "ProvedRegistration" });

/** Body of POST …/root-versions. Source: spec 4.6. */
export const rotationBody = z
  .object({
    merkleRoot: hex32.describe("the new root, as on the network: 32 bytes in lower-case hex"),
    leafCount,
    minCliffTime: i64.describe("the earliest cliff of the leaves; unix seconds"),
    leaves: leafItems.optional(),
    uploadId,
    ipfsCid,
  })
  .refine(givesLeavesOnce, LEAVES_ONCE)
  .meta({ id: "RotationRequest" });

/** Body of POST /api/uploads. */
export const uploadBody = z
  .object({
    leafCount: positiveU32.describe("number of leaves in all parts"),
    parts: z
      .array(
        z
          .object({
            sha256: hex32.describe("SHA-256 of the part's text, before compression"),
            bytes: z
              .int(PART_LENGTH)
              .min(1, PART_LENGTH)
              .max(MAX_PART_BYTES, PART_LENGTH)
              .describe("length of that text in bytes"),
          })
          .meta({ id: "UploadPart" }),
      )
      .min(1, "must contain at least one part")
      .max(MAX_PARTS, `must contain at most ${MAX_PARTS} parts`)
      .describe('the parts in order, each a text {"leaves": […]}'),
  })
  .meta({ id: "UploadRequest" });

/** Body of POST /api/campaigns/prepare. */
export const prepareBody = z
  .object({
    recipients: z
      .custom<GivenRecipients>((list) => list instanceof GivenRecipients, "must be a list of recipients")
      .meta({
        ...getList(recipientItem),
        description:
          "Leaf objects without leafIndex and proof. An object with a schedule as in simulate-vesting, instead of releaseType, cliffTime, endTime and milestoneIdx, becomes the leaves of that allocation",
      }),
    treeAddress: address.optional().meta({
      description:
        "The registered campaign whose list is replaced; every recipient then keeps their leaf index",
    }),
    creator: campaign.creator.optional().describe("the future creator, base58"),
    mint: campaign.mint.optional(),
    campaignId: campaignId.optional(),
    cancellable: cancellable.optional(),
    cancelAuthority: cancelAuthority.optional(),
    pauseAuthority: pauseAuthority.optional(),
    metadata: metadataField,
    proofs: z.boolean().default(true).describe("whether the returned leaves include their proofs"),
  })
  .meta({ id: "PrepareRequest" });
