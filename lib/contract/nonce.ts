import * as z from "zod";

/** Response of GET /api/auth/nonce. Source: spec 5, wallet flow. */
export const nonceView = z
  .object({
    nonce: z.string().describe("valid for one signature"),
    expiresAt: z.number().describe("expiry of the nonce; unix milliseconds"),
    serverTime: z.number().describe("the timestamp to sign; unix milliseconds"),
  })
  .meta({ id: "Nonce" });
export type NonceView = z.infer<typeof nonceView>;
