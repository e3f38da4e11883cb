import { createScheduler } from "@/lib/core/cooperative-scheduler";
import {
  NAME_PROGRAM_ID,
  type NameAccounts,
  nameAccounts,
  ROOT_DOMAIN,
} from "@/lib/core/solana/sol-names/derive";
import { type NameOutcome, readName, readTokenHolder } from "@/lib/core/solana/sol-names/read-name";
import { type NameProblem, parseSolName, type SolName } from "@/lib/core/solana/sol-names/sol-name";
import type { Chain, RpcAccount } from "@/lib/service/chain/chain";

/** The outcome for a text, in the order of the texts. `slot` is null for a text that was not looked up. */
export type ResolvedName = { name: string; slot: bigint | null } & NameOutcome;

export type NameChain = Pick<Chain, "getAccounts" | "getLargestHolders">;

/**
 * The first slot at which the name service no longer defines `.sol` names, which move to another program with
 * other owners. Source: SNS SDK 4.0, SOL_TLD_CUTOFF_SLOT.
 */
export const SOL_CUTOFF_SLOT = 452_825_395n;

/** Maximum names of one request whose holder is looked up, because each takes a call of its own in the batch. */
const MAX_TOKENIZED = 50;
const ACCOUNTS_PER_NAME = 4;
const DEADLINE_MS = 15_000;
/** The bytes of an account that are read: a header with a record, or a token account. */
export const NAME_HEAD_BYTES = 256;

/**
 * Resolves names on the network: at most three batches of calls for any number of names. The result is
 * independent of earlier requests.
 * @throws NetworkUnavailableError if the network does not respond
 */
export async function resolveNames(
  chain: NameChain,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<ResolvedName[]> {
  const parsed = texts.map((text) => ({ text, name: parseSolName(text) }));
  const names = new Map<string, SolName>();
  for (const { name } of parsed) if (typeof name === "object") names.set(name.name, name);
  const found = names.size === 0 ? null : await lookUp(chain, [...names.values()], signal);
  return parsed.map(({ text, name }) => {
    if (typeof name === "string") return { name: text, slot: null, problem: name };
    const outcome = found?.outcomes.get(name.name) ?? { problem: "not-found" as const };
    return { name: name.name, slot: found?.slot ?? null, ...outcome };
  });
}

type Lookup = { slot: bigint; outcomes: ReadonlyMap<string, NameOutcome> };

async function lookUp(
  chain: NameChain,
  names: readonly SolName[],
  signal: AbortSignal | undefined,
): Promise<Lookup> {
  const derived = await deriveAll(names);
  const wanted = derived.flatMap(({ domain, tokenRecord, recordV1, recordV2 }) => [
    ...[domain, tokenRecord, recordV1, recordV2],
  ]);
  const options = { headBytes: NAME_HEAD_BYTES, deadlineMs: DEADLINE_MS, attempts: 2, signal };
  const { slot, accounts } = await chain.getAccounts([ROOT_DOMAIN, ...wanted], options);
  const [root, ...rest] = accounts;
  const outcomes = new Map<string, NameOutcome>();
  const tokens: { name: string; mint: string }[] = [];
  for (const [at, { name, tld }] of names.entries()) {
    const problem = networkProblem(root, { slot, tld });
    const own = rest.slice(at * ACCOUNTS_PER_NAME, (at + 1) * ACCOUNTS_PER_NAME);
    const outcome = problem ? { problem } : readName(derived[at] as NameAccounts, toNameAccounts(own));
    if (!("mint" in outcome)) outcomes.set(name, outcome);
    else if (tokens.length < MAX_TOKENIZED) tokens.push({ name, mint: outcome.mint });
    else outcomes.set(name, { problem: "too-many-tokens" });
  }
  for (const [name, outcome] of await findHolders(chain, tokens, options)) outcomes.set(name, outcome);
  return { slot, outcomes };
}

/** Returns why no name of a top-level domain can be resolved on a network, otherwise null. */
function networkProblem(
  root: RpcAccount | null | undefined,
  { slot, tld }: { slot: bigint; tld: SolName["tld"] },
): NameProblem | null {
  if (root?.owner !== NAME_PROGRAM_ID) return "no-service";
  return tld === "sol" && slot >= SOL_CUTOFF_SLOT ? "tld-moved" : null;
}

const toNameAccounts = ([domain, tokenRecord, recordV1, recordV2]: readonly (RpcAccount | null)[]) => ({
  ...{ domain: domain ?? null, tokenRecord: tokenRecord ?? null },
  ...{ recordV1: recordV1 ?? null, recordV2: recordV2 ?? null },
});

/** Derives the accounts of names, and yields to other requests between them. */
async function deriveAll(names: readonly SolName[]): Promise<NameAccounts[]> {
  const scheduler = createScheduler();
  const derived: NameAccounts[] = [];
  for (const name of names) {
    derived.push(await nameAccounts(name));
    if (scheduler.due()) await scheduler.pause();
  }
  return derived;
}

type CallOptions = Parameters<NameChain["getAccounts"]>[1];

/** Looks up the holders of names that are tokens. */
async function findHolders(
  chain: NameChain,
  tokens: readonly { name: string; mint: string }[],
  options: CallOptions,
): Promise<[name: string, outcome: NameOutcome][]> {
  if (tokens.length === 0) return [];
  const mints = tokens.map(({ mint }) => mint);
  const holders = await chain.getLargestHolders(mints, options);
  // A mint without a token account takes its own address, which is not a token account.
  const held = holders.map((holder, at) => holder ?? (mints[at] as string));
  const { accounts } = await chain.getAccounts([...mints, ...held], options);
  return tokens.map(({ name, mint }, at) => {
    const holder = holders[at] ? accounts[mints.length + at] : null;
    return [name, readTokenHolder(mint, accounts[at] ?? null, holder ?? null)];
  });
}
