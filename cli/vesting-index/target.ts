import cluster from "node:cluster";
import { loadEnvFile } from "@/cli/env-file";
import { describeDatabase, loadSettings } from "@/cli/settings";
import { type Env, EnvError } from "@/lib/service/env";
import { isOwnService } from "./admin-key";
import { printError } from "./outcome";

type Target = {
  /** Of the running service that the command calls. */
  url?: string;
  /** An RPC endpoint that replaces those of the settings. */
  rpc?: string | undefined;
};

/**
 * Prints, before a command acts, the service, database, network and program on which it acts. Never prints a password, a
 * key or a path of a URL. Settings that are refused are reported by the command itself.
 */
export function printTarget({ url, rpc }: Target = {}): void {
  if (cluster.isWorker) return;
  const { path, overridden, unreadable } = loadEnvFile();
  if (unreadable)
    printError(
      `${unreadable} of the service's unit cannot be read. Run the command as its user, or with sudo.`,
    );
  printError(`settings: ${path ?? "the environment only"}`);
  for (const name of overridden)
    printError(`${name} of the environment is used; the file has another value.`);
  try {
    const env = loadSettings();
    if (url) printError(`service: ${new URL(url).origin}`);
    if (url && !isOwnService(url, env)) {
      printError("database, network, program: those of the service, unknown here");
      return;
    }
    printError(`database: ${describeDatabase(env)}`);
    printError(`network: ${rpc ? getHost(rpc) : getNetwork(env)}`);
    printError(`program: ${env.VESTING_PROGRAM_ID}`);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
  }
}

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : "an endpoint that is not a URL");

const getNetwork = ({ SOLANA_RPC_URL: urls, LEDGER_PORT: port }: Env): string =>
  urls?.map(getHost).join(", ") ?? `local ledger, 127.0.0.1:${port}`;
