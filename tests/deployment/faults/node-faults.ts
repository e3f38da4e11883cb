import type { Bench } from "./bench";
import type { Fault } from "./fault";
import { type NodeFault, results } from "./node";

const AWAY = "VestingLedgerAway";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const onNodes =
  (fault: NodeFault | null, which = [0, 1]) =>
  (bench: Bench) => {
    for (const at of which) (bench.nodes[at as 0 | 1] ?? bench.nodes[0]).fault = fault;
  };
const healNodes = onNodes(null);
const node = (
  name: string,
  fault: NodeFault,
  rest: Pick<Fault, "cause" | "alert">,
  which?: number[],
): Fault => ({
  ...{ area: "network and node", name, inject: onNodes(fault, which), heal: healNodes },
  ...rest,
});

const OLD = 900;
const old = () => Math.floor(Date.now() / 1000) - OLD;

export const NODES: Fault[] = [
  node(
    "every endpoint closes connections",
    { kind: "drop" },
    { cause: /other side closed|socket hang up|ledger"?\}? 0|cannot reach the network/, alert: AWAY },
  ),
  node("every endpoint hangs", { kind: "hang" }, { cause: /did not respond in time/, alert: AWAY }),
  node(
    "every endpoint refuses for its rate",
    { kind: "text", status: 429, text: "" },
    { cause: /overloaded|HTTP status 429/, alert: AWAY },
  ),
  node(
    "every endpoint answers with a web page",
    { kind: "text", status: 200, text: "<html>" },
    { cause: /not JSON/, alert: AWAY },
  ),
  node(
    "one endpoint is away",
    { kind: "drop" },
    { cause: /endpoint_unreachable/, alert: "VestingIndexProblem" },
    [0],
  ),
  node(
    "one endpoint lags",
    results({ getSlot: (slot: number) => Math.max(0, slot - 5_000) }),
    { cause: /endpoint_lagging|slots behind another/ },
    [0],
  ),
  node(
    "one endpoint is of another network",
    results({ getGenesisHash: () => "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" }),
    { cause: /endpoint_foreign|its genesis hash is/, alert: "VestingIndexProblem" },
    [0],
  ),
  node("the nodes stopped", results({ getBlockTime: old }), {
    cause: /newest block .* old|newestBlockAge \d{3}|block_age_seconds \d{3}/,
    alert: "VestingLedgerStale",
  }),
  node(
    "the nodes no longer keep history",
    results({ getFirstAvailableBlock: (slot: number) => slot + 1_000_000 }),
    { cause: /keeps blocks from slot \d+ on, but the index/ },
  ),
  node(
    "the nodes refuse a method",
    {
      kind: "change",
      change: ({ method }, reply) =>
        method === "getGenesisHash"
          ? { id: reply.id, error: { code: -32601, message: "Method not found: getGenesisHash" } }
          : reply,
    },
    { cause: /Method not found: getGenesisHash|state its genesis hash/ },
  ),
];

const UPGRADED = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv";

export const PROGRAM: Fault[] = [
  {
    ...{
      area: "program",
      name: "the program id is a wallet's address",
      cause: /VESTING_PROGRAM_ID \w+ (?:does not exist|is an account that is not a program)/,
    },
    settings: () => ({ VESTING_PROGRAM_ID: UPGRADED }),
  },
  {
    ...{
      area: "program",
      name: "the program id is another program's",
      cause: /program: .*(?:not the tested build|have no instruction)/,
    },
    settings: () => ({ VESTING_PROGRAM_ID: MEMO }),
  },
  {
    ...{
      area: "program",
      name: "the program is upgraded",
      cause: /vesting program was changed|vesting program's code.*changed|slot="412"|slot 412/,
      alert: "VestingProgramChanged",
    },
    inject: onNodes({ kind: "change", change: upgrade }),
    heal: healNodes,
  },
];

type Accounts = { value: ({ data: [string, string]; owner: string } | null)[] };

/** The program's data account as a deployment by a wallet at slot 412 leaves it. */
function upgrade({ method }: { method: string }, reply: { id: unknown; result?: unknown }) {
  if (method !== "getMultipleAccounts") return reply;
  for (const account of (reply.result as Accounts).value) {
    const data = Buffer.from(account?.data[0] ?? "", "base64");
    if (!account?.owner.startsWith("BPFLoaderUpgradeab1e") || data.readUInt32LE(0) !== 3) continue;
    data.writeBigUInt64LE(412n, 4);
    data[12] = 1;
    if (data.length > 100) data[100] = (data[100] ?? 0) ^ 1;
    account.data[0] = data.toString("base64");
  }
  return reply;
}
