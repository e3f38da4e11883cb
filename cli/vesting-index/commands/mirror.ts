import { resolve } from "node:path";
import { startStep } from "@/cli/progress";
import { enterProject, loadSettings } from "@/cli/settings";
import { isAddress } from "@/lib/core/solana/addresses";
import { type MirrorReport, mirrorSnapshot } from "@/lib/service/snapshots/mirror";
import { SnapshotError } from "@/lib/service/snapshots/snapshot-error";
import { openSource } from "@/lib/service/snapshots/source";
import { asUnreadableNetwork, openOwnDatabase, ownIndexer } from "../command-database";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";
import { printTarget } from "../target";

type MirrorQuery = {
  /** The snapshot's folder or URL. */
  location: string;
  verify: "sample" | "all";
  signer: string | undefined;
  json: boolean;
};

/** Listed items of one kind. */
const MAX_LISTED = 10;

/**
 * Fills the empty database of the settings from a snapshot. The exit code is 0 if everything agrees, and 1 if the
 * snapshot is refused or the index differs from the network.
 */
export async function mirror({ location, verify, signer, json }: MirrorQuery): Promise<Exit> {
  if (signer !== undefined && !isAddress(signer))
    throw new CommandError("--signer must be the base58 public key of the snapshot's operator.");
  const isUrl = /^https?:\/\//.test(location);
  const at = isUrl ? location.replace(/\/(?:manifest\.json)?$/, "") : resolve(location);
  enterProject();
  const env = loadSettings();
  printTarget();
  const { DATABASE_URL: url, DATA_DIR: dataDir } = env;
  const { db, close } = await openOwnDatabase({ url, dataDir, maxConnections: 4 });
  const step = json ? undefined : startStep("storing the snapshot");
  const counts = { leaves: 0, events: 0 };
  try {
    const report = await mirrorSnapshot(ownIndexer(db, env), {
      ...{ source: openSource(at), verify, signer },
      onProgress: (what, count) => {
        counts[what] += count;
        step?.note(`${counts.leaves} leaves, ${counts.events} events`);
      },
    });
    step?.done();
    print(report, json);
    const { run, omitted } = report;
    return run.drift.length === 0 && omitted === 0 && run.complete ? EXIT.success : EXIT.problemFound;
  } catch (error) {
    if (error instanceof SnapshotError)
      throw new CommandError(`Refused. ${error.message}`, EXIT.problemFound);
    throw asUnreadableNetwork(error);
  } finally {
    await close();
  }
}

function print({ snapshot, skipped, checked, unavailable, omitted, run }: MirrorReport, json: boolean): void {
  const { files: _, ...facts } = snapshot;
  const { drift, lastSlot, complete } = run;
  if (json) {
    printJson({ ...facts, skipped, checked, unavailable, omitted, indexedTo: lastSlot, complete, drift });
    return;
  }
  printFacts([
    ["stored", `${facts.events} events, ${facts.campaigns} campaigns with ${facts.leaves} leaves`],
    ["checked", `${checked} transactions on the network; ${unavailable} are no longer available there`],
    ...(omitted > 0 ? ([["omitted", `${omitted} transactions, which are indexed now`]] as const) : []),
    ...skipped
      .slice(0, MAX_LISTED)
      .map(({ treeAddress, reason }) => ["no list", `${treeAddress}: ${SKIPPED[reason]}`] as const),
    ...(skipped.length > MAX_LISTED ? ([["no list", `${skipped.length} in total`]] as const) : []),
    ["indexed to", `slot ${lastSlot}${complete ? "" : "; the service continues"}`],
    ...drift
      .slice(0, MAX_LISTED)
      .map(
        (options) =>
          [
            "differs",
            `${options.treeAddress} ${options.field}: ${options.indexed}, network ${options.onChain}`,
          ] as const,
      ),
    ["result", drift.length === 0 && omitted === 0 ? "the index equals the network" : "the index differed"],
  ]);
}

const SKIPPED = {
  closed: "its account is closed; pass --signer to trust the operator’s list",
  unconfirmed: "nothing on the network names its root",
} as const;
