import { z } from "zod";

const answer = z.object({
  result: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Moves the local ledger's clock ahead. The service passes the call on to no other ledger. */
export async function advanceLedgerTime(seconds: number): Promise<void> {
  const response = await fetch("/rpc", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [seconds] }),
  });
  const { error } = response.ok ? answer.parse(await response.json()) : { error: { message: "" } };
  if (error) throw new Error(`The ledger did not move its time. ${error.message}`);
}
