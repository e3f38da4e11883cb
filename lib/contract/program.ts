import { z } from "zod";
import { addressText, integerText, rootText } from "./wire";

/** The vesting program as it is deployed. */
export const programView = z
  .object({
    address: addressText.describe("the program's id, base58"),
    authority: addressText
      .nullable()
      .describe("the wallet that can upgrade the program, base58; null when nobody can change it"),
    deployedSlot: integerText
      .nullable()
      .describe(
        "the slot of its last deployment; u64 as a decimal string, null where the network does not keep it",
      ),
    sha256: rootText.describe("SHA-256 of its code without trailing zeros, in lower-case hex"),
    tested: z.boolean().describe("whether the code is a build that this version was tested with"),
  })
  .meta({ id: "VestingProgram" });
export type ProgramView = z.infer<typeof programView>;
