import { startStep } from "@/cli/progress";
import { enterProject, loadSettings } from "@/cli/settings";
import { lockSecondIndex } from "@/db/maintenance/reindex-lock";
import { SECOND_SCHEMA } from "@/db/queries/reindex/second-index";
import journal from "@/drizzle/meta/_journal.json";
import { ReindexRefusedError, type ReindexReport, reindex } from "@/lib/service/reindex/reindex";
import { asUnreadableNetwork, openOwnDatabase, ownIndexer } from "../command-database";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";
import { printTarget } from "../target";

type ReindexQuery = { isDryRun: boolean; json: boolean };

const NEEDS_SERVER =
  "reindex needs a Postgres server: set DATABASE_URL. An embedded database is built again with snapshot and mirror, or from slot 0 in a new DATA_DIR.";
const IS_RUNNING = "Nothing was changed. Another reindex of this database is running: wait until it ends.";
const CONNECTIONS = 4;
const VERSION = journal.entries.at(-1)?.tag ?? "";

/**
 * Builds a second index from the network beside the served one, and corrects the served one by it. The exit code is 1
 * if something differs that was not corrected.
 */
export async function reindexDatabase({ isDryRun, json }: ReindexQuery): Promise<Exit> {
  enterProject();
  const env = loadSettings();
  printTarget();
  const { DATABASE_URL: url } = env;
  if (!url) throw new CommandError(NEEDS_SERVER);
  const served = await openOwnDatabase({ url, maxConnections: CONNECTIONS });
  let unlock: Awaited<ReturnType<typeof lockSecondIndex>> = null;
  try {
    unlock = await lockSecondIndex(url);
    if (!unlock) throw new CommandError(IS_RUNNING, EXIT.problemFound);
    const second = await openOwnDatabase({ url: urlOfSecond(url), maxConnections: CONNECTIONS });
    return await run({ served: ownIndexer(served.db, env), second: second.db }, { isDryRun, json }).finally(
      second.close,
    );
  } finally {
    await unlock?.();
    await served.close();
  }
}

async function run(indexes: Parameters<typeof reindex>[0], { isDryRun, json }: ReindexQuery): Promise<Exit> {
  const step = json ? undefined : startStep("building a second index");
  try {
    const report = await reindex(indexes, {
      ...{ version: VERSION, isDryRun },
      onProgress: ({ step: name, done, total }) =>
        step?.note(`${name === "build" ? "" : "correcting, "}${done} of ${total} transactions`),
    });
    step?.done();
    print(report, json);
    const { missing, changed, unconfirmed } = report.counts;
    return unconfirmed === 0 && report.corrected === missing + changed ? EXIT.success : EXIT.problemFound;
  } catch (error) {
    if (error instanceof ReindexRefusedError)
      throw new CommandError(`Nothing was changed. ${error.message}`, EXIT.problemFound);
    throw asUnreadableNetwork(error);
  }
}

/** Returns the URL of the same database in which unqualified names belong to the second index. */
export function urlOfSecond(url: string): string {
  const second = new URL(url);
  second.searchParams.set("search_path", SECOND_SCHEMA);
  return second.toString();
}

function print(
  { run, comparedTo, counts, first, corrected, recomputed }: ReindexReport,
  json: boolean,
): void {
  const { missing, changed, unconfirmed } = counts;
  if (json) {
    printJson({ comparedTo, ...counts, corrected, recomputed, first, indexedTo: run.lastSlot });
    return;
  }
  const differing = missing + changed + unconfirmed;
  printFacts([
    ["compared", `all transactions up to slot ${comparedTo}`],
    ...first.map(({ signature, kind }) => [kind, signature] as const),
    ...(differing > first.length ? ([["differing", `${differing} transactions in total`]] as const) : []),
    ...(unconfirmed > 0
      ? ([
          [
            "kept",
            `${unconfirmed} transactions that the network did not return; compare with an archive node`,
          ],
        ] as const)
      : []),
    ["corrected", `${corrected} transactions, ${recomputed.length} campaigns`],
    ["result", differing + recomputed.length === 0 ? "both indexes are equal" : "the indexes differed"],
  ]);
}
