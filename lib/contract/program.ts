import * as z from "zod";
import { addressText, integerText, rootText } from "./field-schemas";

/** The vesting program as it is deployed. */
export const programView = z
  .object({
    address: addressText.describe("program ID, base58"),
    authority: addressText
      .nullable()
      .describe("wallet that can upgrade the program, base58; null if the program is immutable"),
    deployedSlot: integerText
      .nullable()
      .describe(
        "slot of its last deployment; u64 as a decimal string, null if the network does not provide it",
      ),
    sha256: rootText.describe("SHA-256 of its code without trailing zeros, in lower-case hex"),
    tested: z.boolean().describe("whether this version was tested with this build"),
  })
  .meta({ id: "VestingProgram" });
export type ProgramView = z.infer<typeof programView>;
