import { identifyNetwork } from "@/lib/core/solana/networks";
import { type Chain, createChain } from "@/lib/service/chain/chain";
import type { Env } from "@/lib/service/env";
import { type Check, failed, passed, warning, writeSentence } from "./check";
import { checkNetworkClock } from "./clock";
import type { Indexed } from "./database";
import { examineProgram } from "./program";

const LIMITS = { deadlineMs: 5_000, attempts: 2 } as const;
/** Slots behind another endpoint beyond which the indexer does not use an endpoint. */
const MAX_LAG_SLOTS = 128n;
/** Five minutes of slots. */
const MAX_SLOTS_BEHIND = 750n;

type Node = { name: string; chain: Chain; head: bigint | null };

/** Checks every endpoint of the settings, and compares them with the index and with each other. */
export async function examineNetworks(env: Env, indexed: Indexed | null): Promise<Check[]> {
  const nodes = await Promise.all(
    (env.SOLANA_RPC_URL ?? []).map(async (url): Promise<Node> => {
      const chain = createChain({ urls: [url], programId: env.VESTING_PROGRAM_ID, ...LIMITS });
      // Paths and queries may contain keys.
      const name = `ledger ${new URL(url).host}`;
      return { name, chain, head: await chain.getSlot(LIMITS).catch(() => null) };
    }),
  );
  const checks = await Promise.all(nodes.map((node) => examineNode(node, env, indexed)));
  return [...checks.flat(), ...checkLag(nodes), ...checkIndex(nodes, indexed)];
}

async function examineNode({ name, chain }: Node, env: Env, indexed: Indexed | null): Promise<Check[]> {
  try {
    const slot = await chain.getSlot(LIMITS);
    const genesis = await chain.getGenesisHash(LIMITS);
    const network = identifyNetwork(genesis, { name: env.NETWORK_NAME }).name;
    const node = passed(name, `${network}, at slot ${slot}`);
    const [program, first, times] = await Promise.all([
      examineProgram({ name, chain, programId: env.VESTING_PROGRAM_ID }),
      chain.getFirstAvailableSlot(LIMITS),
      chain.getBlockTimes(slot, LIMITS).catch(() => []),
    ]);
    const history = checkHistory(name, { first, indexed, deployedSlot: program.deployedSlot });
    const clock = times.flatMap((time) => (time === null ? [] : checkNetworkClock(name, Number(time))));
    return [node, ...checkGenesis(name, genesis, indexed), ...program.checks, ...history, ...clock];
  } catch (error) {
    const fix = "Check that SOLANA_RPC_URL is correct, its key is valid, and this machine can reach it.";
    return [failed(name, writeSentence(error), fix)];
  }
}

function checkGenesis(name: string, genesis: string, indexed: Indexed | null): Check[] {
  const expected = indexed?.genesis ?? null;
  if (expected === null || expected === genesis) return [];
  const found = `its genesis hash is ${genesis}, and the database was indexed from ${expected}.`;
  return [failed(name, found, "Use a separate database for this network, or restore SOLANA_RPC_URL.")];
}

type History = { first: bigint; indexed: Indexed | null; deployedSlot: bigint | null };

/** Compares the oldest block of a node with the first block that the index lacks. */
function checkHistory(name: string, { first, indexed, deployedSlot }: History): Check[] {
  const retained = `keeps blocks from slot ${first} on`;
  const fix =
    "Add an endpoint that keeps older blocks to SOLANA_RPC_URL, at least until the index is complete.";
  const checkpoint = indexed?.slot ?? 0n;
  if (checkpoint > 0n) {
    if (first <= checkpoint + 1n) return [];
    return [failed(name, `${retained}, but the index is complete only to slot ${checkpoint}.`, fix)];
  }
  if (deployedSlot === null || first <= deployedSlot) return [];
  const found = `${retained}, but the program was deployed at slot ${deployedSlot} or before: a new index would lack events.`;
  return [warning(name, found, fix)];
}

/** Returns a failed check for each endpoint that lags behind another. Unavailable endpoints have their own check. */
function checkLag(nodes: readonly Node[]): Check[] {
  const highest = getHighestSlot(nodes);
  return nodes.flatMap(({ name, head }) => {
    if (head === null || head >= highest - MAX_LAG_SLOTS) return [];
    const fix = "The service does not use it until it catches up. Check the node, or remove it.";
    return [failed(name, `is ${highest - head} slots behind another endpoint.`, fix)];
  });
}

const getHighestSlot = (nodes: readonly Node[]): bigint =>
  nodes.reduce((highest, { head }) => (head !== null && head > highest ? head : highest), 0n);

/** Compares the checkpoint in the database with the network, even if no service runs. */
function checkIndex(nodes: readonly Node[], indexed: Indexed | null): Check[] {
  const highest = getHighestSlot(nodes);
  if (!indexed || indexed.slot === 0n || highest <= indexed.slot + MAX_SLOTS_BEHIND) return [];
  const found = `the index is complete to slot ${indexed.slot}, ${highest - indexed.slot} slots behind the network.`;
  const fix =
    "Check that the service is running and receives scheduled runs (their secret is CRON_SECRET), or run npx vesting-index sync.";
  return [failed("index", found, fix)];
}
