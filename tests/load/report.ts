import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";

/** The duration of each attack, and the number of repetitions. */
export type Length = {
  name: string;
  /** Seconds for which a watched attack is repeated. */
  seconds: number;
  /** Kills of each database's processes, including starts and migrations. */
  kills: number;
  /** Seconds at four fifths of the measured capacity. */
  soakSeconds: number;
  /** Leaves of the largest registration. */
  leaves: number;
  /**
   * Whether the run has to end within about a minute. A short run has some of the lies, one kill, both while
   * sockets are held open, and neither damaged data folders nor a database server.
   */
  isShort: boolean;
};

export const LENGTHS: readonly Length[] = [
  { name: "minute", seconds: 1, kills: 1, soakSeconds: 5, leaves: 20_000, isShort: true },
  { name: "ten-minutes", seconds: 30, kills: 12, soakSeconds: 60, leaves: 100_000, isShort: false },
  { name: "hour", seconds: 120, kills: 100, soakSeconds: 900, leaves: 100_000, isShort: false },
];

/** The result of one attack, as a row of the table. */
export type Row = {
  attack: string;
  seconds: number;
  /** Others' proofs: the median and the 99th percentile, in milliseconds. */
  proofs?: string;
  healthWorst?: number;
  memory?: number;
  /** The counts of the attack. */
  figures: string;
  /** A sentence for each broken promise. */
  broken: string[];
};

/** Bounds of docs/reliability.md; the times are longer on a machine that is slow without an attack. */
export type Bounds = {
  proofMs: number;
  healthMs: number;
  memoryMib: number;
  startSeconds: number;
  /** The bound of the median proof after an attack, unless the median took a third of that before. */
  afterMs: number;
};

export const PROMISED: Bounds = {
  proofMs: 1_000,
  healthMs: 1_000,
  memoryMib: 1_024,
  startSeconds: 10,
  afterMs: 100,
};

/**
 * The bounds of CI on any machine, however busy: the failures behind these attacks took gigabytes, tens of
 * seconds of every request, or the process. CI cannot measure the speed of the service.
 */
export const AT_THE_GATE: Bounds = {
  proofMs: 10_000,
  healthMs: 10_000,
  memoryMib: 1_536,
  startSeconds: 60,
  afterMs: 5_000,
};
export const RECOVERY_MS = 5_000;
export const STOP_SECONDS = 20;

/** A bound may be this multiple of the idle figure, if that exceeds the promise. */
const OF_IDLE = 4;

/** Returns the promised bounds, or four times the idle figures of the same machine. */
export const boundsOn = (idle: { proofP99: number; healthWorst: number; startSeconds: number }): Bounds => ({
  ...PROMISED,
  proofMs: Math.max(PROMISED.proofMs, OF_IDLE * idle.proofP99),
  healthMs: Math.max(PROMISED.healthMs, OF_IDLE * idle.healthWorst),
  startSeconds: Math.max(PROMISED.startSeconds, 1.5 * idle.startSeconds),
});

/** Returns counts by name as text. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(", ");

const cell = (value: string | number | undefined) => String(value ?? "").replaceAll("|", "/");

/** Returns the rows as a Markdown table, under a line about the machine. */
function table(rows: readonly Row[], bounds: Bounds, length: Length): string {
  const isWider = JSON.stringify(bounds) !== JSON.stringify(PROMISED);
  const lines = rows.map(({ attack, seconds, proofs, healthWorst, memory, figures, broken }) =>
    [attack, seconds.toFixed(0), proofs, healthWorst, memory, figures, broken.length === 0 ? "yes" : "no"]
      .map(cell)
      .join(" | "),
  );
  return [
    `Length ${length.name}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.`,
    `Bounds: proofs ${bounds.proofMs} ms, health ${bounds.healthMs} ms, ${bounds.memoryMib} MiB, start ` +
      `${bounds.startSeconds.toFixed(1)} s${isWider ? " (wider than promised)" : ""}.`,
    "",
    "| attack | s | others' proofs, p50 / p99 ms | health, worst ms | MiB | counted | held |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines.map((line) => `| ${line} |`),
    "",
  ].join("\n");
}

/**
 * Prints the table and the broken promises, writes both to a file if one is named, and returns whether all
 * promises held.
 */
export async function report(
  rows: readonly Row[],
  input: { bounds: Bounds; length: Length; out?: string | undefined },
): Promise<boolean> {
  const broken = rows.flatMap((row) => row.broken.map((sentence) => `Broken: ${row.attack}: ${sentence}.`));
  const text = [table(rows, input.bounds, input.length), ...broken, ""].join("\n");
  console.log(text);
  if (input.out) await writeFile(input.out, text);
  return broken.length === 0;
}

const REPORT_EVERY = 10;
export const INDEXED_WITHIN_SECONDS = 10;

/** Counts kills by the work in progress, and keeps the worst times. */
export class KillTally {
  private kills = 0;
  private readonly during = new Map<string, number>();
  private slowestStart = 0;
  private slowestIndexing = 0;
  private readonly broken: string[] = [];
  private readonly begun = performance.now();

  constructor(
    private readonly attack: string,
    private readonly bounds: Bounds,
  ) {}

  killed(...underWay: string[]): void {
    this.kills++;
    if (this.kills % REPORT_EVERY === 0) process.stderr.write(`${this.attack}: ${this.kills} kills\n`);
    for (const what of underWay) this.during.set(what, (this.during.get(what) ?? 0) + 1);
  }

  started(seconds: number): void {
    this.slowestStart = Math.max(this.slowestStart, seconds);
    this.expect(seconds <= this.bounds.startSeconds, `a start took ${seconds.toFixed(1)} s`);
  }

  indexed({ seconds, error }: { seconds: number; error: string | null }): void {
    this.slowestIndexing = Math.max(this.slowestIndexing, seconds);
    if (error) this.broken.push(`${error}, after ${seconds.toFixed(1)} s`);
  }

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.broken.push(sentence);
  }

  errors(sentences: readonly string[]): void {
    this.broken.push(...sentences);
  }

  row(): Row {
    const { attack } = this;
    const during = [...this.during].map(([what, count]) => `${count} in ${what}`).join(", ");
    const figures =
      `${this.kills} kills: ${during}; slowest start ${this.slowestStart.toFixed(1)} s, ` +
      `slowest indexing ${this.slowestIndexing.toFixed(1)} s`;
    return { attack, seconds: (performance.now() - this.begun) / 1000, figures, broken: this.broken };
  }
}
