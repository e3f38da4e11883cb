import * as z from "zod";
import { address } from "@/lib/contract/parameters";
import {
  MAX_CATEGORY_CHARACTERS,
  MAX_LABELS_PER_REQUEST,
  MAX_NOTE_CHARACTERS,
} from "@/lib/core/lists/label-limits";

const getText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .nullish()
    .transform((text) => text ?? "");

const label = z
  .object({
    recipient: address.describe("the recipient, base58"),
    category: getText(MAX_CATEGORY_CHARACTERS)
      .refine((text) => !/\p{Cc}/u.test(text), "must be one line")
      .meta({ description: "such as team or investor; none if empty or absent" }),
    note: getText(MAX_NOTE_CHARACTERS).meta({ description: "any text; none if empty or absent" }),
  })
  .meta({ id: "RecipientLabelInput" });

export const labelsBody = z
  .object({
    labels: z
      .array(label)
      .min(1)
      .max(MAX_LABELS_PER_REQUEST, `must be at most ${MAX_LABELS_PER_REQUEST} labels`)
      .refine(
        (labels) => new Set(labels.map(({ recipient }) => recipient)).size === labels.length,
        "must name each recipient once",
      )
      .describe(
        "labels that replace those of the same recipients; without category and note, the label is deleted",
      ),
  })
  .meta({ id: "RecipientLabelsRequest" });

/** The schema of a form for labels: a label without category and note would be deleted. */
export const filledLabelsBody = labelsBody.refine(
  ({ labels }) => labels.every(({ category, note }) => category !== "" || note !== ""),
  { path: ["category"] },
);
