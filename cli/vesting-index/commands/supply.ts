import { formatAmount } from "@/components/format/amount";
import { ApiClient } from "@/lib/client/api-client";
import type { SupplyView } from "@/lib/contract/supply/view";
import { isAddress } from "@/lib/core/solana/addresses";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";
import { asUnreachable } from "../running-service";

type SupplyQuery = { mint: string; url: string; json: boolean };

const AMOUNTS = [
  ...(["allocated", "claimed", "unclaimed", "locked", "returning", "returned", "missing"] as const),
  "lockedInVaults",
] as const;

/** Prints how much of a token the verified campaigns of a service hold. The exit code is 1 if the sums are incomplete. */
export async function showSupply({ mint, url, json }: SupplyQuery): Promise<Exit> {
  if (!isAddress(mint)) throw new CommandError("Pass the address of a mint.");
  const supply = await readSupply(url, mint);
  if (json) printJson(supply);
  else printFacts(getFacts(supply));
  return supply.complete ? EXIT.success : EXIT.problemFound;
}

function getFacts(supply: SupplyView): (readonly [string, string])[] {
  const { decimals, campaigns, complete, unregistered, asOf, at } = supply;
  const gap =
    unregistered > 0 ? `, ${unregistered} with unregistered recipients` : ", the newest; more exist";
  const text = (amount: string) => (decimals === null ? amount : formatAmount(BigInt(amount), decimals));
  return [
    ["campaigns", `${campaigns}${complete ? "" : gap}`],
    ["at", `${new Date(Number(at) * 1000).toISOString()}, indexed to slot ${asOf.slot}`],
    ["unit", decimals === null ? "base units; the network did not return the decimals" : "tokens"],
    ...AMOUNTS.map((name) => [name, text(supply[name])] as const),
  ];
}

async function readSupply(url: string, mint: string): Promise<SupplyView> {
  try {
    return await new ApiClient({ baseUrl: url }).supply(mint);
  } catch (error) {
    throw asUnreachable(error);
  }
}
