import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { PassThrough, pipeline } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { startStep } from "@/cli/progress";
import { enterProject, hasDatabase, loadSettings } from "@/cli/settings";
import { toTerminalLine } from "@/cli/terminal";
import type { Database } from "@/db/client";
import {
  type BackupRow,
  type BackupTable,
  RestoreRefusedError,
  readBackup,
  writeBackup,
} from "@/db/maintenance/backup";
import journal from "@/drizzle/meta/_journal.json";
import type { Env } from "@/lib/service/env";
import { VERSION } from "@/lib/service/version";
import { writeAtomically } from "../atomic-file";
import { openOwnDatabase } from "../command-database";
import { CommandError, EXIT, type Exit, printError } from "../outcome";
import { printTarget } from "../target";

/** Gzipped NDJSON: a header, then each table followed by its rows, then row counts and checksums by table. */
const FORMAT = "vesting-index-backup/1";

const table = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
const head = z.object({ format: z.literal(FORMAT), migration: z.string(), version: z.string() });
const content = z.record(z.string(), z.object({ rows: z.int(), digest: z.string() }));
const part = z.union([
  z.object({ table }),
  z.object({ rows: z.array(z.array(z.string().nullable())) }),
  z.object({ end: content }),
]);

type Content = z.output<typeof content>;

const LATEST = journal.entries.at(-1)?.tag ?? "";

/** Counts rows and adds up their hashes, which does not depend on their order. */
class Tally {
  readonly content: Content = {};
  private current = "";
  private sum = 0n;

  table({ name }: BackupTable): void {
    this.current = name;
    this.sum = 0n;
    this.content[name] = { rows: 0, digest: "0" };
  }

  rows(rows: readonly BackupRow[]): void {
    const entry = this.content[this.current];
    if (!entry) return;
    for (const row of rows) {
      const hash = createHash("sha256").update(JSON.stringify(row)).digest();
      this.sum = BigInt.asUintN(128, this.sum + (hash.readBigUInt64BE(0) << 64n) + hash.readBigUInt64BE(8));
    }
    entry.rows += rows.length;
    entry.digest = this.sum.toString(16);
  }

  get total(): number {
    return Object.values(this.content).reduce((sum, { rows }) => sum + rows, 0);
  }
}

/** Writes the whole database into one file, which appears only once it is complete. */
export async function backup(path: string): Promise<Exit> {
  const file = resolve(path);
  enterProject();
  const env = loadSettings();
  printTarget();
  requireDatabase(env);
  const tally = new Tally();
  await writeAtomically(file, async (partial) => {
    const { db, close } = await openOwn(env);
    const step = startStep(`writing ${toTerminalLine(file)}`);
    await writeContent(db, partial, tally).finally(close);
    step.done(`${tally.total} rows`);
  });
  printRows(tally.content);
  printError(
    "The backup contains the waitlist’s addresses and the secrets of webhooks. Protect it like those.",
  );
  return EXIT.success;
}

async function writeContent(db: Database, partial: string, tally: Tally): Promise<void> {
  const lines = new PassThrough({ highWaterMark: 1 << 20 });
  const written = piped(lines, createGzip(), createWriteStream(partial, { mode: 0o600 }));
  // `await written` below reports a failure.
  written.catch(() => undefined);
  const write = async (line: object) => {
    if (lines.write(`${JSON.stringify(line)}\n`)) return;
    await Promise.race([new Promise((resolve) => lines.once("drain", resolve)), written]);
  };
  try {
    await write({ format: FORMAT, migration: LATEST, version: VERSION });
    await readBackup(db, {
      table: (table) => {
        tally.table(table);
        return write({ table });
      },
      rows: (rows) => {
        tally.rows(rows);
        return write({ rows });
      },
    });
    lines.end(`${JSON.stringify({ end: tally.content })}\n`);
    await written;
  } catch (error) {
    lines.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

/** Verifies a backup, restores it into an unused database, and compares the result with the file. */
export async function restore(path: string): Promise<Exit> {
  const file = resolve(path);
  enterProject();
  const env = loadSettings();
  printTarget();
  const checking = startStep(`checking ${toTerminalLine(file)}`);
  const stored = await checkFile(file);
  checking.done(`${Object.values(stored).reduce((sum, { rows }) => sum + rows, 0)} rows`);
  const { db, close } = await openOwn(env);
  try {
    const writing = startStep("writing the rows");
    await writeBackup(db, getParts(file));
    writing.done();
    const comparing = startStep("comparing the database with the file");
    const tally = new Tally();
    await readBackup(db, tally);
    if (JSON.stringify(sorted(tally.content)) !== JSON.stringify(sorted(stored))) {
      throw new CommandError(
        "The database differs from the file. Do not use the database.",
        EXIT.problemFound,
      );
    }
    comparing.done("identical");
  } catch (error) {
    if (error instanceof RestoreRefusedError) throw new CommandError(error.message);
    throw error;
  } finally {
    await close();
  }
  return EXIT.success;
}

const sorted = (input: Content) => Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));

async function checkFile(file: string): Promise<Content> {
  const tally = new Tally();
  let end: Content | undefined;
  for await (const each of readLines(file)) {
    if ("table" in each) tally.table(each.table);
    else if ("rows" in each) tally.rows(each.rows);
    else end = each.end;
  }
  const isSame = end && JSON.stringify(sorted(end)) === JSON.stringify(sorted(tally.content));
  if (!end || !isSame) throw new CommandError(`${file} is truncated or was changed. Create a new backup.`);
  return end;
}

async function* getParts(file: string): AsyncGenerator<{ table: BackupTable } | { rows: BackupRow[] }> {
  for await (const each of readLines(file)) if (!("end" in each)) yield each;
}

async function* readLines(file: string): AsyncGenerator<z.output<typeof part>> {
  let isFirst = true;
  try {
    for await (const line of getLines(file)) {
      const value: unknown = JSON.parse(line);
      if (isFirst) requireThisVersion(file, value);
      else yield part.parse(value);
      isFirst = false;
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const isShape = error instanceof z.ZodError || error instanceof SyntaxError;
    const reason = isShape || !(error instanceof Error) ? "" : `: ${error.message}`;
    throw new CommandError(`${file} cannot be read as a backup${reason}.`);
  }
  if (isFirst) throw new CommandError(`${file} is empty. Create a new backup.`);
}

async function* getLines(file: string): AsyncGenerator<string> {
  // The stream's reader receives its errors.
  const decompressed = pipeline(createReadStream(file), createGunzip(), () => undefined).setEncoding("utf8");
  let rest = "";
  for await (const chunk of decompressed) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") throw new CommandError(`${file} is truncated. Create a new backup.`);
}

function requireThisVersion(file: string, value: unknown): void {
  const found = head.safeParse(value);
  if (!found.success) throw new CommandError(`${file} is not a backup of Vesting Index.`);
  const { migration, version } = found.data;
  if (migration === LATEST) return;
  throw new CommandError(
    `${file} is from version ${version} (${migration}), but this version has ${LATEST}. Restore the backup with its version, and then migrate.`,
  );
}

/** Opening a missing embedded database creates it; its backup would be empty. */
function requireDatabase(env: Env): void {
  if (hasDatabase(env)) return;
  throw new CommandError(
    `There is no database in ${env.DATA_DIR} to back up. Set DATABASE_URL or DATA_DIR, or run the command where .env is.`,
  );
}

/** Prints the number of rows of each table that is not empty. */
function printRows(content: Content): void {
  for (const [name, { rows }] of sorted(content)) if (rows > 0) printError(`  ${name}: ${rows}`);
}

/** Opens the database of the settings. An embedded database must not be in use. */
const openOwn = ({ DATABASE_URL: url, DATA_DIR: dataDir }: Env) =>
  openOwnDatabase({ url, dataDir, maxConnections: 2 });
