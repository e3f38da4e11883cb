import * as z from "zod";
import { address } from "@/lib/contract/parameters";
import { ApiError } from "@/lib/core/errors";
import { decimalText } from "@/lib/core/recipients/number-text";
import { otherMethods } from "@/lib/service/http/methods";
import { textReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { readSupply, refuseIncomplete } from "@/lib/service/supply/read-supply";

/** GET /api/mints/:mint/supply/locked — the locked amount as a plain number, for sites that list tokens. */
export const GET = route(
  {
    summary: "Returns the amount of a mint that is locked in vaults, in tokens, as a plain decimal number",
    params: z.object({ mint: address.describe("The token's mint, base58") }),
    mediaType: "text/plain",
    errors: ["CONFLICT", "LEDGER_UNAVAILABLE"],
    limit: 60,
  },
  async ({ params: { mint }, services }) => {
    const { lockedInVaults, decimals, ...supply } = await readSupply(services, mint);
    refuseIncomplete(supply);
    if (decimals === null)
      throw new ApiError(
        "LEDGER_UNAVAILABLE",
        "The decimals of the mint are not known yet. Try again later.",
      );
    return textReply(decimalText(BigInt(lockedInVaults), decimals), "text/plain");
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
