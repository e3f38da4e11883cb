import * as z from "zod";
import { NAME_PROBLEMS, NAME_SOURCES } from "@/lib/core/solana/sol-names/sol-name";
import { addressText, integerText } from "./field-schemas";

const name = z.string().describe("the name in lower case; the given text if it is not a name");

/** A name with its address and the proof of the address. */
export const nameWithAddress = z
  .object({
    name,
    address: addressText.describe("the address of the name; base58"),
    source: z
      .enum(NAME_SOURCES)
      .describe("proof of the address: a record of the name, its owner, or the holder of its token"),
    slot: integerText.describe("slot at which the name was read; u64 as a decimal string"),
  })
  .meta({ id: "NameWithAddress" });
export type NameWithAddress = z.infer<typeof nameWithAddress>;

const nameWithoutAddress = z
  .object({
    name,
    error: z.enum(NAME_PROBLEMS).describe("reason why the name has no address"),
    message: z.string().describe("the reason as a sentence"),
  })
  .meta({ id: "NameWithoutAddress" });

/** Response of POST /api/names/resolve. */
export const resolvedNamesView = z
  .object({
    names: z.array(z.union([nameWithAddress, nameWithoutAddress])).describe("in the order of the request"),
  })
  .meta({ id: "ResolvedNames" });

/** Response of GET /api/names. */
export const primaryNamesView = z
  .object({
    names: z
      .record(z.string(), z.string().nullable())
      .describe("primary name by address; null without a name that resolves to the address"),
  })
  .meta({ id: "PrimaryNames" });
