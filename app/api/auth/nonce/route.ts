import { nonceView } from "@/lib/contract/nonce";
import { issueNonce } from "@/lib/service/auth/wallet";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

/** GET /api/auth/nonce — a one-time nonce for wallet authentication, and the timestamp for the message. */
export const GET = route({ summary: "Issues a one-time nonce", response: nonceView }, async ({ services }) =>
  reply(200, await issueNonce(services), { "cache-control": "no-store" }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
