import { chmodSync, chownSync, existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getOutput, type Server, startLedgerProcess, startPrimary, startRedis } from "../cluster/servers";

const TIMEOUT_MS = 60_000;
const isRoot = process.getuid?.() === 0;
const NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--no-new-privs"];

/** Returns a command that runs as a user without privileges, if this user may switch. */
export const asNobody = (command: readonly string[]): string[] =>
  isRoot ? [...NOBODY, ...command] : [...command];

/**
 * Returns a command for which every disk except `writable` is read-only, as with ProtectSystem=strict or on a
 * serverless platform. Only root can do that, in a separate namespace; for other users the command stays
 * unchanged.
 */
export const onReadOnlyDisk = (command: readonly string[], writable?: string): string[] => {
  if (!isRoot) return [...command];
  const store = writable === undefined ? "" : 'mount --bind "$0" "$0" && ';
  const script = `${store}mount -o remount,bind,ro / && exec "$@"`;
  return ["unshare", "-m", "--propagation", "private", "sh", "-c", script, writable ?? "none", ...command];
};

/** Returns a command with only these settings, in a folder. */
export const withOnly = (
  settings: Readonly<Record<string, string>>,
  folder: string,
  command: readonly string[],
): string[] => [
  ...["env", "-i", "-C", folder, `PATH=${process.env.PATH}`],
  ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ...command,
];

/** The servers and results of one run. */
export class DeploymentTest {
  private readonly started: Server[] = [];
  private readonly results: (string | null)[] = [];

  constructor(readonly folder: string) {
    // Servers run as separate users.
    chmodSync(folder, 0o755);
  }

  /** Ends a server with the trial. */
  async track<T extends Server>(starting: Promise<T>): Promise<T> {
    const server = await starting;
    this.started.push(server);
    return server;
  }

  /** Starts a server and ends it with the trial. */
  async start<T extends Server>(server: T): Promise<T> {
    this.started.push(server);
    await server.up();
    return server;
  }

  /** Starts the servers that the processes of a service share. */
  async startShared() {
    const [primary, redis, ledger] = await Promise.all([
      this.track(startPrimary(this.folder)),
      this.track(startRedis()),
      this.track(startLedgerProcess()),
    ]);
    return { primary, redis, ledger };
  }

  /** Creates a folder that a user without privileges may write in. */
  async ownFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder, { mode: 0o700 });
    if (!isRoot) return folder;
    const ids = await Promise.all(["-u", "-g"].map((item) => getOutput(["id", item, "nobody"])));
    const [uid = 0, gid = 0] = ids.map(Number);
    chownSync(folder, uid, gid);
    return folder;
  }

  saw(sentence: string): void {
    console.log(`       ${sentence}`);
  }

  /** Records a check, with its error if there is one. */
  note(name: string, failure: string | null | false): void {
    const isWell = failure === null || failure === false;
    this.results.push(isWell ? null : failure);
    console.log(`${isWell ? "ok    " : "not ok"} ${name}${isWell ? "" : `: ${failure}`}`);
  }

  /** Records a comparison, with the actual value if it differs. */
  same<T>(name: string, found: T, wanted: T): void {
    const [is, should] = [found, wanted].map((value) => JSON.stringify(value));
    this.note(name, is === should ? null : `it is ${is?.slice(0, 400)}, not ${should?.slice(0, 400)}`);
  }

  /** Ends all servers, the last first; returns the number of errors. */
  async end(): Promise<number> {
    for (const server of this.started.toReversed()) {
      // The service ends the processes that it started; Postgres ends its own at SIGQUIT.
      const isService = !/primary|replica|PgBouncer|Redis|ledger/.test(server.name);
      await server.end(isService ? "SIGTERM" : "SIGQUIT", 25_000);
    }
    const failed = this.results.filter((failure) => failure !== null).length;
    console.log(`${this.results.length - failed} passed, ${failed} failed`);
    return failed;
  }
}

/** Waits until a condition holds; throws its description if it never does. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Not within ${TIMEOUT_MS / 1000} s: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Runs a trial that needs a build, in a separate folder, and ends the process: with 1 when a check failed.
 */
export async function conduct(
  name: string,
  run: (deploymentTest: DeploymentTest) => Promise<void>,
): Promise<never> {
  if (!existsSync(".next/BUILD_ID")) throw new Error('There is no build: run "npm run build" first.');
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), `vesting-index-${name}-`));
  const deploymentTest = new DeploymentTest(folder);
  await run(deploymentTest).catch((error: unknown) => {
    deploymentTest.note("the run", error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  const failed = await deploymentTest.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exit(failed === 0 ? 0 : 1);
}
