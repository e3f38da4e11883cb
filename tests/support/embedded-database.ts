import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "drizzle-orm/logger";
import { connectEmbedded } from "@/db/embedded/embedded";
import { openPglite, serve } from "@/db/embedded/engine";
import type { OnStatement } from "@/db/failures";
import { ReusableEngine } from "./reusable-engine";

/** Returns a hash that changes with the migrations, so that a cached template never outlives them. */
export function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const file of readdirSync("drizzle").filter((name) => name.endsWith(".sql"))) {
    hash.update(readFileSync(join("drizzle", file)));
  }
  return hash
    .update(readFileSync("node_modules/@electric-sql/pglite/package.json"))
    .digest("hex")
    .slice(0, 16);
}

/** A dump in memory. Reading a plain Blob of 43 MB takes longer than opening the database in it. */
class Snapshot extends Blob {
  constructor(private readonly content: ArrayBuffer) {
    super();
  }
  override arrayBuffer = async () => this.content;
}

let snapshot: Promise<Snapshot> | undefined;

/**
 * Returns the file with the dump of an empty migrated database, which the first test that needs it creates.
 */
async function templateFile(): Promise<string> {
  const file = join(tmpdir(), `vesting-index-${migrationsHash()}.tar`);
  if (existsSync(file)) return file;
  const folder = await mkdtemp(join(tmpdir(), "vesting-index-"));
  const socket = join(folder, "postgres");
  const database = await openPglite();
  const { db, close } = await connectEmbedded(await serve(database, socket), socket, {});
  // Postgres would replay the migrations from the log each time that it opens the dump.
  await db.execute("checkpoint");
  const dump = await database.dumpDataDir("none");
  await close();
  await rm(folder, { recursive: true });
  const partial = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(partial, new Uint8Array(await dump.arrayBuffer()));
  await rename(partial, file);
  return file;
}

/** Reads the template once for all databases of this process. */
function embeddedTemplate(): Promise<Snapshot> {
  snapshot ??= templateFile()
    .then((file) => readFile(file))
    .then((bytes) => new Snapshot(new Uint8Array(bytes).buffer));
  return snapshot;
}

/**
 * Copies an empty migrated database into a data folder, because a service would need seconds to create one.
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, "postgres");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await promisify(execFile)("tar", ["-xf", await templateFile(), "-C", folder]);
}

/** Empty databases of this process: resetting one is faster than opening another. */
const unused: ReusableEngine[] = [];
const MAX_UNUSED = 2;

/** Observers of statements. */
export type Observers = { logger?: Logger; onStatement?: OnStatement };

/**
 * Creates a migrated database in memory, even where the tests have a server. `close` resets its engine for the next
 * database of this process.
 */
export async function createEmbeddedDatabase(observers: Observers = {}) {
  const reusable = unused.pop() ?? (await ReusableEngine.open(await embeddedTemplate()));
  const { db, close: disconnect } = await connectEmbedded(
    { close: async () => {} },
    reusable.socket,
    observers,
  );
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await disconnect();
    if (unused.length < MAX_UNUSED && (await reusable.reset())) unused.push(reusable);
    else await reusable.close();
  };
  return { db, close };
}
