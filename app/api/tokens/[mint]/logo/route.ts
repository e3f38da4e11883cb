import { createHash } from "node:crypto";
import * as z from "zod";
import { address } from "@/lib/contract/parameters";
import { otherMethods } from "@/lib/service/http/methods";
import { matchesTag } from "@/lib/service/http/response";
import { route } from "@/lib/service/http/route";
import { readTokenLogo } from "@/lib/service/tokens/token-logo";

/** Logos are untrusted content. These headers prevent scripts if a browser opens one as a page. */
const HEADERS = {
  "cache-control": "public, max-age=86400, stale-while-revalidate=604800",
  "content-security-policy": "default-src 'none'; sandbox",
  "content-disposition": "inline; filename=logo",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * GET /api/tokens/:mint/logo — the logo in the on-chain metadata of a campaign's token, as stored by this
 * service.
 */
export const GET = route(
  {
    summary: "Returns the logo of a campaign's token as PNG, JPEG, WebP or GIF of at most 512 KiB",
    params: z.object({ mint: address.describe("The token's mint, base58") }),
    mediaType: "image/*",
    errors: ["NOT_FOUND"],
    limit: 300,
  },
  async ({ params: { mint }, request, services }) => {
    const { mediaType, content } = await readTokenLogo(services, mint);
    const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
    const headers = { ...HEADERS, etag };
    if (matchesTag(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    return new Response(Buffer.from(content), { headers: { ...headers, "content-type": mediaType } });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
