import { LRUCache } from "lru-cache";
import {
  domainAddress,
  primaryNameAddress,
  REVERSE_CLASS,
  ROOT_DOMAIN,
  reverseAddress,
} from "@/lib/core/solana/sol-names/derive";
import {
  MalformedNameError,
  readPrimaryName,
  readRegistry,
  readReverse,
  statedParent,
} from "@/lib/core/solana/sol-names/layouts";
import { parseSolName } from "@/lib/core/solana/sol-names/sol-name";
import type { RpcAccount } from "@/lib/service/chain/chain";
import { NAME_HEAD_BYTES, type NameChain, resolveNames, SOL_CUTOFF_SLOT } from "./resolve-names";

/** Primary names are for display alone, so an answer of the last minute is good enough. */
const CACHED_MS = 60_000;
const MAX_CACHED = 10_000;

const getOptions = (signal: AbortSignal | undefined) => ({ headBytes: NAME_HEAD_BYTES, attempts: 2, signal });

type Found = { name: string | null };
const caches = new WeakMap<object, LRUCache<string, Found>>();

/**
 * Returns the primary name of each address, null without one. A name is returned only while it resolves to the
 * same address: a name that was sold or changed is not shown.
 * @throws NetworkUnavailableError if the network does not respond
 */
export async function readPrimaryNames(
  chain: NameChain,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const cache = caches.get(chain) ?? new LRUCache<string, Found>({ max: MAX_CACHED, ttl: CACHED_MS });
  caches.set(chain, cache);
  const known = new Map(addresses.map((address) => [address, cache.get(address)]));
  const missing = addresses.filter((address) => !known.get(address));
  for (const [address, name] of await lookUp(chain, missing, signal)) {
    cache.set(address, { name });
    known.set(address, { name });
  }
  return new Map(addresses.map((address) => [address, known.get(address)?.name ?? null]));
}

/** A name account that a wallet chose, with its parent. */
type Choice = { wallet: string; domain: string; parent: string };

async function lookUp(
  chain: NameChain,
  wallets: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>(wallets.map((wallet) => [wallet, null]));
  const choices = await readChoices(chain, wallets, signal);
  const texts = await readTexts(chain, choices, signal);
  const resolved = await resolveNames(
    chain,
    texts.map(({ text }) => text),
    signal,
  );
  for (const [at, outcome] of resolved.entries()) {
    const wallet = texts[at]?.wallet;
    if (wallet && "address" in outcome && outcome.address === wallet) names.set(wallet, outcome.name);
  }
  return names;
}

async function readChoices(
  chain: NameChain,
  wallets: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Choice[]> {
  if (wallets.length === 0) return [];
  const { accounts } = await chain.getAccounts(wallets.map(primaryNameAddress), getOptions(signal));
  const chosen = accounts.flatMap((account, at) => {
    const domain = account && wellFormed(() => readPrimaryName(account));
    return domain ? [{ wallet: wallets[at] as string, domain }] : [];
  });
  if (chosen.length === 0) return [];
  const domains = await chain.getAccounts(
    chosen.map(({ domain }) => domain),
    getOptions(signal),
  );
  return chosen.flatMap((each, at) => {
    const account = domains.accounts[at];
    const parent = account && wellFormed(() => statedParent(account));
    return parent ? [{ ...each, parent }] : [];
  });
}

/** Reads the texts of names from their reverse lookups, and keeps those from which the name's account derives. */
async function readTexts(
  chain: NameChain,
  choices: readonly Choice[],
  signal: AbortSignal | undefined,
): Promise<{ wallet: string; text: string }[]> {
  if (choices.length === 0) return [];
  const isSubdomain = ({ parent }: Choice) => parent !== ROOT_DOMAIN;
  const reverses = await Promise.all(
    choices.map((choice) => reverseAddress(choice.domain, isSubdomain(choice) ? choice.parent : undefined)),
  );
  const parents = await Promise.all(choices.map(({ parent }) => reverseAddress(parent)));
  const { slot, accounts } = await chain.getAccounts([...reverses, ...parents], getOptions(signal));
  const tld = slot >= SOL_CUTOFF_SLOT ? "sns" : "sol";
  const texts = choices.map((choice, at) => {
    const own = getLabel(accounts[at], isSubdomain(choice) ? choice.parent : undefined);
    const above = isSubdomain(choice) ? getLabel(accounts[choices.length + at], undefined) : null;
    if (own === null || (isSubdomain(choice) && above === null)) return null;
    return `${above === null ? own : `${own.replace(/^\0/, "")}.${above}`}.${tld}`;
  });
  const checked = await Promise.all(
    choices.map(async ({ wallet, domain }, at) => {
      const text = texts[at];
      const name = text ? parseSolName(text) : null;
      if (!text || !name || typeof name === "string") return [];
      return (await domainAddress(name)).domain === domain ? [{ wallet, text }] : [];
    }),
  );
  return checked.flat();
}

const getLabel = (account: RpcAccount | null | undefined, parent: string | undefined): string | null =>
  account
    ? wellFormed(() => readReverse(readRegistry(account, { parent, nameClass: REVERSE_CLASS }).data))
    : null;

/** Returns null for malformed data, whose name is not shown. */
function wellFormed<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedNameError) return null;
    throw error;
  }
}
