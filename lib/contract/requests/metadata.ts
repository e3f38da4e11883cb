import * as z from "zod";

export const text = (max: number) => z.string().max(max, `must be at most ${max} characters long`);

/** Metadata that a creator writes for a campaign. Source: spec 2.1. */
export const metadata = z
  .object({
    name: text(200).optional().describe("name; at most 200 characters"),
    description: text(5_000).optional().describe("at most 5,000 characters"),
    logoUri: text(2_048).optional().describe("image URL; at most 2,048 characters"),
  })
  .meta({ id: "CampaignMetadataInput" });
/** Body of PATCH …/metadata: null removes a text, an omitted field stays unchanged. */
export const correctionBody = z
  .object({
    name: metadata.shape.name.unwrap().nullish().describe("name; at most 200 characters"),
    description: metadata.shape.description.unwrap().nullish().describe("at most 5,000 characters"),
    logoUri: metadata.shape.logoUri.unwrap().nullish().describe("image URL"),
  })
  .refine((change) => Object.values(change).some((text) => text !== undefined), {
    message: "must contain name, description or logoUri",
  })
  .meta({ id: "MetadataCorrectionRequest" });
