import * as z from "zod";
import { address, u64 } from "./response-json";

const account = z.object({
  owner: address,
  lamports: u64,
  executable: z.boolean().optional(),
  data: z.tuple([z.base64(), z.literal("base64")]),
});

/** Response of getMultipleAccounts. */
export const accountsAnswer = z.object({
  context: z.object({ slot: u64 }),
  value: z.array(account.nullable()),
});

export type RpcAccount = { owner: string; lamports: bigint; executable?: boolean; data: Uint8Array };

export function readAccount({
  owner,
  lamports,
  executable = false,
  data,
}: z.output<typeof account>): RpcAccount {
  return { owner, lamports, executable, data: new Uint8Array(Buffer.from(data[0], "base64")) };
}
