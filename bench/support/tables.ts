import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The tables of docs/performance.md, made of what benchmarks recorded: each stands between comments with its name. */

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "docs/performance.md");
const RESULTS = join(ROOT, "bench/results");

// biome-ignore lint/suspicious/noExplicitAny: each table knows what its benchmark recorded
type Result = any;
type Table = { head: string[]; rows: (string | number)[][] };

const percent = (share: number) => `${Math.round(share * 100)} %`;
const number = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
const ms = (value: number) => number(value);
/** What NaN was written as where a server elsewhere could not be asked. */
const times = (value: number | null) => (value === null ? "–" : `${number(value)} ×`);

const http = ({ rows }: Result): Table => ({
  head: [
    "GET",
    "service",
    "through Next",
    "plain node:http",
    "service of plain: rate / processor",
    "wanted",
    "service, times Next: rate / processor",
  ],
  rows: rows.map((row: Result) => [
    row.kind,
    ...[row.service, row.next, row.plain].map(
      (side) => `${number(side.perSecond)} / ${number(side.processorMs)}`,
    ),
    `${percent(row.ofPlain)} / ${percent(row.ofPlainProcessor)}`,
    percent(row.wanted),
    `${number(row.timesNext)} / ${number(row.timesNextProcessor)}`,
  ]),
});

const bulk = ({ rows, growth }: Result): Table => ({
  head: [
    "",
    "leaves",
    "s",
    "processor s",
    "the least: s",
    "processor s",
    "of it",
    "processor",
    "wanted",
    "peak MiB",
  ],
  rows: [
    ...rows.map((row: Result) => [
      row.what,
      number(row.leaves),
      number(row.ours.seconds),
      times(row.ours.cpuSeconds).replace(" ×", ""),
      number(row.least.seconds),
      times(row.least.cpuSeconds).replace(" ×", ""),
      times(row.toLeast),
      times(row.toLeastProcessor),
      `≤ ${row.wanted} ×`,
      row.peakMemoryMib,
    ]),
    ...growth.map((row: Result) => [
      `${row.what}, ${number(row.large)} leaves beside ${number(row.small)}`,
      ...["", "", "", "", ""],
      times(row.seconds),
      times(row.cpuSeconds),
      `≤ ${row.wanted} ×`,
      "",
    ]),
  ],
});

const bulkLarge = ({ rows, growth, wanted }: Result): Table => ({
  head: ["leaves", "parts", "s", "of it uploading", "processor s", "peak MiB", "wanted"],
  rows: [
    ...rows.map((row: Result) => [
      number(row.leaves),
      row.parts,
      number(row.seconds),
      number(row.uploadSeconds),
      times(row.cpuSeconds).replace(" ×", ""),
      number(row.peakMemoryMib),
      `≤ ${number(wanted.memoryMib)} MiB`,
    ]),
    [
      "the one beside the other",
      "",
      times(growth.seconds),
      "",
      times(growth.cpuSeconds),
      "",
      `≤ ${wanted.growth} ×`,
    ],
  ],
});

const memory = ({ wantedMib, minutes, ...found }: Result): Table => ({
  head: ["resident memory", "MiB", "wanted"],
  rows: [
    ["idle, 15 s after the start", found.idleMib, `≤ ${wantedMib.idle}`],
    ["most while it started", found.startPeakMib, ""],
    [
      `after ${minutes} minutes and ${number(found.requests)} reads`,
      found.loadedMib,
      `≤ ${wantedMib.loaded}`,
    ],
    ["most meanwhile", found.loadedPeakMib, ""],
    ["15 s later", found.idleAgainMib, ""],
  ],
});

const merkle = ({ rows, goal }: Result): Table => ({
  head: ["leaves", "leaves/s", "proofs/s", "of bare hashing", "wanted", "merkletreejs: ms, proofs ms"],
  rows: rows.map((row: Result) => [
    number(row.leaves),
    number(row.leavesPerSecond),
    number(row.proofsPerSecond),
    times(row.buildToBareHash),
    row.leaves <= goal.upToLeaves ? `≤ ${goal.buildToBareHash} ×` : "",
    row.merkletreejs ? `${ms(row.merkletreejs.buildMs)}, ${ms(row.merkletreejs.proofsMs)}` : "not run",
  ]),
});

const index = ({ rows, goal }: Result): Table => ({
  head: [
    "the ledger answers after",
    "transactions",
    "indexed/s",
    "of fetching alone",
    "wanted",
    "idle run ms",
  ],
  rows: rows.map((row: Result) => [
    `${row.delayMs} ms`,
    number(row.transactions),
    number(row.eventsPerSecond),
    times(row.indexToFetch),
    `≤ ${goal.indexToFetch} ×`,
    ms(row.idleRunMs),
  ]),
});

const ledger = ({ sendPerSecond, residentMiB, startMs, ...found }: Result): Table => ({
  head: ["the local ledger", ""],
  rows: [
    ...Object.entries<number>(sendPerSecond).map(([how, rate]) => [`sent/s, ${how}`, number(rate)]),
    ["getTransaction/s", number(found.getTransactionPerSecond)],
    ...Object.entries<number>(residentMiB).map(([when, mib]) => [`MiB, ${when}`, mib]),
    ...Object.entries<number>(startMs).map(([when, took]) => [`ms to start, ${when}`, number(took)]),
  ],
});

const read = ({ rows }: Result): Table => ({
  head: ["GET", "small: p50 ms", "p99 ms", "large: p50 ms", "p99 ms", "large beside small"],
  rows: rows.map((row: Result) => [
    row.name,
    ...[row.small.p50, row.small.p99, row.large.p50, row.large.p99].map(ms),
    times(row.growth),
  ]),
});

/** Pages are held to their answers where there are any, and four of them to Lighthouse. */
const pages = ({ firstBytes, lighthouse }: Result): Table => {
  const scores = (page: string) => {
    const judged = lighthouse.find((row: Result) => row.page === page)?.scores;
    return judged ? Object.values<number>(judged).join(", ") : "";
  };
  return {
    head: [
      "page",
      "first byte: ms",
      "last byte",
      "its answers: ms",
      "of them",
      "wanted",
      "performance, accessibility, practices, search",
    ],
    rows: firstBytes.map((row: Result) => [
      row.page,
      ms(row.firstByteMs),
      ms(row.lastByteMs),
      ...(row.timesApi === null ? ["", "", ""] : [ms(row.apiMs), times(row.timesApi), "≤ 3 ×"]),
      scores(row.page),
    ]),
  };
};

const loop = ({ rows, idle, goal }: Result): Table => {
  const least = rows.find((row: Result) => row.what === idle)?.proofP99;
  return {
    head: [
      "meanwhile",
      "s",
      "own work held the loop: ms",
      "proofs of others: p50 ms",
      "p99 ms",
      "of idle",
      "peak MiB",
    ],
    rows: [
      ...rows.map((row: Result) => [
        row.what,
        number(row.seconds),
        row.ownMs,
        row.proofP50,
        row.proofP99,
        times(row.proofP99 / least),
        row.memoryMib,
      ]),
      ["wanted", "", "≤ 50", "", "", `≤ ${goal.proofP99ToIdle} ×`, ""],
    ],
  };
};

const TABLES: Record<string, (result: Result) => Table> = {
  http,
  "http-large": http,
  bulk,
  "bulk-large": bulkLarge,
  memory,
  merkle,
  index,
  ledger,
  pages,
  read,
  loop,
};

const cells = (row: readonly (string | number)[]) =>
  `| ${row.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;

/** On what and when, since absolute figures mean nothing without. */
function told({ measuredAt, machine }: Result): string {
  const { node, cpu, cores, loadAverage, load = loadAverage } = machine;
  const busy = load === undefined ? "" : `, load average ${number(load)}`;
  return `${measuredAt.slice(0, 10)}, Node ${node.slice(1)}, ${cores} cores (${cpu})${busy}.`;
}

function made(name: string, read: (name: string) => Result | null): string {
  const result = read(name);
  if (!result) return `Not recorded yet: \`npm run bench -- --only ${name}\`.`;
  const { head, rows } = (TABLES[name] as (result: Result) => Table)(result);
  return [told(result), "", cells(head), cells(head.map(() => "---")), ...rows.map(cells)].join("\n");
}

/** The document with every table between its comments as the results have it; `read` gives one, or null. */
export const withTables = (text: string, read: (name: string) => Result | null): string =>
  text.replaceAll(
    /(<!-- bench:([\w-]+) -->\n)[\s\S]*?(<!-- \/bench -->)/g,
    (whole, opening: string, name: string, closing: string) =>
      name in TABLES ? `${opening}\n${made(name, read)}\n\n${closing}` : whole,
  );

/** What a benchmark recorded last; null when there is nothing. */
export function readResult(name: string): Result | null {
  const path = join(RESULTS, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

export const readDocument = () => readFileSync(DOCUMENT, "utf8");

/** Makes the document's tables anew. */
export const writeTables = () => writeFileSync(DOCUMENT, withTables(readDocument(), readResult));
