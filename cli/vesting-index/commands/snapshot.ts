import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startStep } from "@/cli/progress";
import { enterProject, hasDatabase, loadSettings } from "@/cli/settings";
import { readKeyFile } from "@/cli/sign/signers";
import { UsageError } from "@/cli/usage";
import type { Database } from "@/db/client";
import { lockFolder } from "@/ledger/storage/folder-lock";
import type { Env } from "@/lib/service/env";
import { type IpfsEndpoint, IpfsError } from "@/lib/service/snapshots/ipfs-endpoint";
import { pinLists } from "@/lib/service/snapshots/pin-lists";
import { snapshotFolder } from "@/lib/service/snapshots/stored-snapshots";
import {
  SnapshotRefusedError,
  type SnapshotSigner,
  writeSnapshot,
} from "@/lib/service/snapshots/write-snapshot";
import { openOwnDatabase } from "../command-database";
import { CommandError, EXIT, type Exit, printError, printFacts, printJson } from "../outcome";
import { printTarget } from "../target";

type SnapshotOptions = Parameters<typeof writeSnapshot>[1];
type WrittenSnapshot = Awaited<ReturnType<typeof writeSnapshot>>;

type SnapshotQuery = {
  /** The folder of the snapshots. */
  to: string | undefined;
  slot: bigint | undefined;
  keyFile: string | undefined;
  /** Whether to add the lists to the IPFS endpoint of the settings. */
  isPinned: boolean;
  json: boolean;
};

/**
 * Writes a snapshot of the database of the settings. Its folder appears only once it is complete. With `isPinned`, then
 * pins the lists that have no `ipfsCid`.
 */
export async function snapshot({ to, slot, keyFile, isPinned, json }: SnapshotQuery): Promise<Exit> {
  const folder = to === undefined ? undefined : resolve(to);
  const signer = await readSigner(keyFile ?? loadSettings().CERTIFICATE_KEY_FILE);
  enterProject();
  const env = loadSettings();
  printTarget();
  if (!hasDatabase(env))
    throw new CommandError(`There is no database in ${env.DATA_DIR}. Set DATABASE_URL or DATA_DIR.`);
  const endpoint = isPinned ? readEndpoint(env) : undefined;
  const target = folder ?? resolve(snapshotFolder(env));
  await mkdir(target, { recursive: true });
  // The lock ends with its process, so that the rest of a killed command is overwritten.
  const unlock = lockFolder(join(target, "lock"));
  if (!unlock) throw new CommandError(`Another command is writing into ${target}. Wait until it ends.`);
  const { DATABASE_URL: url, DATA_DIR: dataDir, VESTING_PROGRAM_ID: programId } = env;
  const { db, close } = await openOwnDatabase({ url, dataDir, maxConnections: 2 });
  try {
    const written = await write(db, { folder: target, programId, slot, signer }, json);
    const pinned = endpoint && (await pin(db, endpoint, json));
    print(written, pinned, json);
    return EXIT.success;
  } catch (error) {
    if (error instanceof IpfsError)
      throw new CommandError(`The snapshot is written. ${error.message}`, EXIT.problemFound);
    if (error instanceof SnapshotRefusedError) throw new CommandError(error.message, EXIT.problemFound);
    throw error;
  } finally {
    await close();
    unlock();
  }
}

async function write(db: Database, options: SnapshotOptions, json: boolean): Promise<WrittenSnapshot> {
  const step = json ? undefined : startStep("writing the snapshot");
  const counts = { leaves: 0, events: 0 };
  const written = await writeSnapshot(db, {
    ...options,
    onProgress: (what, count) => {
      counts[what] += count;
      step?.note(`${counts.leaves} leaves, ${counts.events} events`);
    },
  });
  step?.done(written.isNew ? "" : "it exists already");
  return written;
}

function print({ path, manifest }: WrittenSnapshot, pinned: number | undefined, json: boolean): void {
  const { files, ...facts } = manifest.snapshot;
  const signer = manifest.signature?.signer ?? null;
  if (json) {
    // JSON omits an undefined field.
    printJson({ path, ...facts, files: files.length, signer, pinned });
    return;
  }
  printFacts([
    ["folder", path],
    ["slots", `${facts.firstSlot} to ${facts.lastSlot}`],
    ["content", `${facts.events} events, ${facts.campaigns} campaigns with ${facts.leaves} leaves`],
    ["root", facts.root],
    ["signed by", signer ?? "unsigned"],
    ...(pinned === undefined ? [] : ([["pinned", `${pinned} lists`]] as const)),
  ]);
}

function readEndpoint({ IPFS_API_URL: url, IPFS_API_TOKEN: token }: Env): IpfsEndpoint {
  if (!url) throw new CommandError("--pin needs an IPFS endpoint: set IPFS_API_URL.");
  return { url, token };
}

async function pin(db: Database, endpoint: IpfsEndpoint, json: boolean): Promise<number> {
  const step = json ? undefined : startStep("pinning the lists");
  const pinned = await pinLists(db, endpoint, (count) => step?.note(`${count} lists`));
  step?.done();
  return pinned;
}

async function readSigner(path: string | undefined): Promise<SnapshotSigner | undefined> {
  if (path === undefined) return undefined;
  return readKeyFile(path, printError).catch((error: unknown) => {
    throw error instanceof UsageError ? new CommandError(error.message) : error;
  });
}
