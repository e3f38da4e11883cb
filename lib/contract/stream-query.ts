import * as z from "zod";
import { address } from "./parameters";

/** Selects the changes of GET /api/stream; all changes by default. */
export const streamQuery = z
  .object({
    treeAddress: address.optional().describe("Only changes of this campaign"),
    address: address
      .optional()
      .describe(
        "Only changes of campaigns that this wallet created or receives from; claims of others are left out",
      ),
  })
  .refine(({ treeAddress, address: wallet }) => treeAddress === undefined || wallet === undefined, {
    message: "cannot be used with treeAddress",
    path: ["address"],
  });

/** The name of the position of a change: its number and its time. */
export const streamId = z
  .string()
  .regex(/^\d{1,15}-\d{1,15}$/, "must be the id of a message of this stream, or absent")
  .transform((text) => {
    const [seq = "", time = ""] = text.split("-");
    return { seq: Number(seq), changedAt: BigInt(time) };
  });

/** The id of a message whose position is `seq`. */
export const toStreamId = ({ seq, changedAt }: z.output<typeof streamId>): string => `${seq}-${changedAt}`;
