import * as z from "zod";
import { addressText, count, nextCursor } from "./field-schemas";

/** The parts of a label in answers about recipients. */
const labelFields = {
  category: z.string().nullable().describe("private category; null without one"),
  note: z.string().nullable().describe("private note; null without one"),
  readable: z
    .boolean()
    .describe(
      "false if a label is stored that the service cannot decrypt, because its key or its data changed",
    ),
};

const label = z
  .object({
    recipient: addressText.describe("the labelled recipient, base58"),
    ...labelFields,
    updatedAt: count("time of the last change; unix seconds"),
  })
  .meta({ id: "RecipientLabel" });
export type LabelView = z.infer<typeof label>;

/** Response of GET /api/labels: a page of the wallet's labels, in order of the recipient's address. */
export const labelsPage = z
  .object({ labels: z.array(label).describe("in order of the recipient's address"), nextCursor })
  .meta({ id: "RecipientLabelPage" });

/** Response of PUT and DELETE /api/labels. */
export const labelsChangedView = z
  .object({ stored: count("number of stored labels"), deleted: count("number of deleted labels") })
  .meta({ id: "RecipientLabelsChanged" });
