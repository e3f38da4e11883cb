import * as z from "zod";
import { resolvedNamesView } from "@/lib/contract/sol-names";
import { MAX_NAMES } from "@/lib/core/solana/sol-names/sol-name";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { nameChain } from "@/lib/service/names/name-chain";
import { toNameView } from "@/lib/service/names/names-view";
import { resolveNames } from "@/lib/service/names/resolve-names";

const body = z
  .object({
    names: z
      .array(z.string().max(200))
      .min(1)
      .max(MAX_NAMES)
      .describe("names such as alice.sol or pay.alice.sol"),
  })
  .meta({ id: "NamesRequest" });

/** POST /api/names/resolve — the current address of each name, read from the network at every request. */
export const POST = route(
  {
    summary: "Resolves .sol and .sns names to addresses",
    body,
    response: resolvedNamesView,
    errors: ["LEDGER_UNAVAILABLE"],
    limit: 6,
  },
  async ({ body, services, request }) => {
    const resolved = await resolveNames(nameChain(services), body.names, request.signal);
    return { names: resolved.map(toNameView) };
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
