import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startStep } from "@/cli/progress";
import { enterProject, hasDatabase, loadSettings } from "@/cli/settings";
import { readKeyFile } from "@/cli/sign/signers";
import { UsageError } from "@/cli/usage";
import { lockFolder } from "@/ledger/storage/folder-lock";
import { snapshotFolder } from "@/lib/service/snapshots/stored-snapshots";
import { SnapshotRefused, type SnapshotSigner, writeSnapshot } from "@/lib/service/snapshots/write-snapshot";
import { CommandError, EXIT, type Exit, printError, printFacts, printJson } from "../outcome";
import { openOwnDatabase } from "../own-index";
import { printTarget } from "../target";

type SnapshotQuery = {
  /** The folder of the snapshots. */
  to: string | undefined;
  slot: bigint | undefined;
  keyFile: string | undefined;
  json: boolean;
};

/** Writes a snapshot of the database of the settings. Its folder appears only once it is complete. */
export async function snapshot({ to, slot, keyFile, json }: SnapshotQuery): Promise<Exit> {
  const folder = to === undefined ? undefined : resolve(to);
  const signer = await readSigner(keyFile ?? loadSettings().CERTIFICATE_KEY_FILE);
  enterProject();
  const env = loadSettings();
  printTarget();
  if (!hasDatabase(env))
    throw new CommandError(`There is no database in ${env.DATA_DIR}. Set DATABASE_URL or DATA_DIR.`);
  const target = folder ?? resolve(snapshotFolder(env));
  await mkdir(target, { recursive: true });
  // The lock ends with its process, so that the rest of a killed command is overwritten.
  const unlock = lockFolder(join(target, "lock"));
  if (!unlock) throw new CommandError(`Another command is writing into ${target}. Wait until it ends.`);
  const { DATABASE_URL: url, DATA_DIR: dataDir, VESTING_PROGRAM_ID: programId } = env;
  const { db, close } = await openOwnDatabase({ url, dataDir, maxConnections: 2 });
  const step = json ? undefined : startStep("writing the snapshot");
  const counts = { leaves: 0, events: 0 };
  try {
    const written = await writeSnapshot(db, {
      ...{ folder: target, programId, slot, signer },
      onProgress: (what, count) => {
        counts[what] += count;
        step?.note(`${counts.leaves} leaves, ${counts.events} events`);
      },
    });
    const { path, manifest, isNew } = written;
    const { files, ...facts } = manifest.snapshot;
    step?.done(isNew ? "" : "it exists already");
    const signedBy = manifest.signature?.signer ?? "unsigned";
    if (json) printJson({ path, ...facts, files: files.length, signer: manifest.signature?.signer ?? null });
    else
      printFacts([
        ["folder", path],
        ["slots", `${facts.firstSlot} to ${facts.lastSlot}`],
        ["content", `${facts.events} events, ${facts.campaigns} campaigns with ${facts.leaves} leaves`],
        ["root", facts.root],
        ["signed by", signedBy],
      ]);
    return EXIT.success;
  } catch (error) {
    if (error instanceof SnapshotRefused) throw new CommandError(error.message, EXIT.problemFound);
    throw error;
  } finally {
    await close();
    unlock();
  }
}

async function readSigner(path: string | undefined): Promise<SnapshotSigner | undefined> {
  if (path === undefined) return undefined;
  return readKeyFile(path, printError).catch((error: unknown) => {
    throw error instanceof UsageError ? new CommandError(error.message) : error;
  });
}
