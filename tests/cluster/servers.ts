import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../load/service/service";

const POSTGRES_FOLDER = "/usr/lib/postgresql";
const USER = "tester";
const START_MS = 60_000;
const isRoot = process.getuid?.() === 0;

/** Returns the folder of the newest installed server's programs, or null. */
export function postgresPrograms(): string | null {
  const versions = existsSync(POSTGRES_FOLDER)
    ? readdirSync(POSTGRES_FOLDER).toSorted((a, b) => Number(a) - Number(b))
    : [];
  const folder = join(POSTGRES_FOLDER, versions.at(-1) ?? "none", "bin");
  return existsSync(join(folder, "initdb")) ? folder : null;
}

function postgresProgram(name: string): string {
  const folder = postgresPrograms();
  if (!folder) throw new Error("Install the package postgresql.");
  return join(folder, name);
}

/** Postgres and PgBouncer refuse to run as root, so root runs them as Postgres' own user. */
const asServerUser = (command: string[]) =>
  isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...command] : command;

export async function getOutput(command: string[]): Promise<string> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: "/", stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode}.`);
  return text;
}

/** Creates a folder that the servers' user may write in. */
async function ownFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder, { mode: 0o700 });
  if (!isRoot) return folder;
  const [uid, gid] = (await Promise.all(["-u", "-g"].map((item) => getOutput(["id", item, "postgres"])))).map(
    Number,
  );
  chmodSync(parent, 0o755);
  chownSync(folder, uid ?? 0, gid ?? 0);
  return folder;
}

/** No server outlives this process; Postgres ends its own children at SIGQUIT. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGQUIT");
});

/** A server in a child process, which ends with this one, and can be killed and started again. */
export class Server {
  private child: ChildProcess | undefined;
  /** Receives every line that the server prints. */
  onLine: (line: string) => void = () => undefined;

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly command: readonly string[],
    /** Returns whether the server answers. */
    private readonly isUp: () => Promise<boolean>,
    private readonly env: Record<string, string> = {},
  ) {}

  async up(): Promise<void> {
    const [program = "", ...args] = this.command;
    let log = "";
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...this.env },
    });
    this.child = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        log = `${log}${line}\n`.slice(-4_000);
        this.onLine(line);
      });
    const deadline = performance.now() + START_MS;
    while (!(await this.isUp())) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded || performance.now() > deadline) throw new Error(`${this.name} did not start:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Returns the child processes of the server. */
  get children(): { pid: number; env: string }[] {
    const { pid } = this.child ?? {};
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const pids = listed.split(" ").filter(Boolean).map(Number);
    return pids.map((child) => ({ pid: child, env: readFileSync(`/proc/${child}/environ`, "utf8") }));
  }

  /** SIGQUIT is Postgres' immediate stop: like a crash, but without remaining children. */
  async end(signal: NodeJS.Signals, timeoutMs = Number.POSITIVE_INFINITY): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      const timer = Number.isFinite(timeoutMs) && setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await ended;
      if (timer) clearTimeout(timer);
    }
    return child.exitCode;
  }
}

export type Postgres = Server & { folder: string };

export const postgresUrl = ({ port }: Server, database = "postgres") =>
  `postgres://${USER}@127.0.0.1:${port}/${database}`;

async function started<T extends Server>(server: T): Promise<T> {
  await server.up();
  return server;
}

/** Returns whether a path answers with success. */
export const answersAt = (port: number, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );

async function postgresOn(name: string, folder: string): Promise<Postgres> {
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // The test does not cover power loss, and the standby receives flushed data.
    fsync: "off",
    max_connections: 120,
    wal_level: "replica",
    max_wal_senders: 4,
    // Keeps the log that the replica misses while it is down.
    wal_keep_size: "256MB",
    hot_standby: "on",
    wal_receiver_timeout: "5s",
    wal_retrieve_retry_interval: "200ms",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const command = asServerUser([postgresProgram("postgres"), "-D", folder, ...options]);
  const isReady = () =>
    getOutput([postgresProgram("pg_isready"), "-q", "-h", "127.0.0.1", "-p", String(port)]).then(
      () => true,
      () => false,
    );
  return Object.assign(new Server(name, port, command, isReady), { folder });
}

export async function startPrimary(parent: string): Promise<Postgres> {
  const folder = await ownFolder(parent, "primary");
  const initdb = [postgresProgram("initdb"), "-D", folder, "-U", USER];
  await getOutput(asServerUser([...initdb, "--auth=trust", "--encoding=UTF8", "--no-sync"]));
  return started(await postgresOn("the primary", folder));
}

export async function startReplica(parent: string, primary: Postgres): Promise<Postgres> {
  const folder = await ownFolder(parent, "replica");
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", USER];
  const copy = ["-D", folder, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
  await getOutput(asServerUser([postgresProgram("pg_basebackup"), ...from, ...copy]));
  return started(await postgresOn("the replica", folder));
}

const PGBOUNCER = "/usr/sbin/pgbouncer";

/** Starts PgBouncer in transaction mode, the usual one; all other settings are the package's defaults. */
export async function startPgBouncer(parent: string, primary: Postgres): Promise<Server> {
  if (!existsSync(PGBOUNCER)) throw new Error("Install the package pgbouncer.");
  const folder = await ownFolder(parent, "pgbouncer");
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const text = `[databases]
postgres = host=127.0.0.1 port=${primary.port} dbname=postgres user=${USER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 400
default_pool_size = 40
server_login_retry = 1
`;
  writeFileSync(file, text, { mode: 0o644 });
  return started(new Server("PgBouncer", port, asServerUser([PGBOUNCER, file]), () => canConnect(port)));
}

export async function startRedis(): Promise<Server> {
  const port = await freePort();
  const options = { port, bind: "127.0.0.1", save: "", appendonly: "no" };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const command = ["redis-server", ...given];
  return started(new Server("Redis", port, command, () => canConnect(port)));
}

/** Starts the local ledger as `npm run ledger` does. */
export async function startLedgerProcess(): Promise<Server> {
  const port = await freePort();
  const command = [process.execPath, "--import", "tsx", "cli/ledger.ts", "--memory", "--port", String(port)];
  return started(new Server("the ledger", port, command, () => canConnect(port), OUR_TYPESCRIPT));
}

/** Starts the production build with the given settings. */
export const startService = async (settings: Record<string, string>): Promise<Server> =>
  started(await prepareService(settings));

/** Prepares the production build without a start. The server is up at its first healthy response to `path`. */
export async function prepareService(
  settings: Record<string, string>,
  path = "/api/health",
): Promise<Server> {
  const port = await freePort();
  const command = [process.execPath, "--import", "tsx", "server/main.ts"];
  const env = { PORT: String(port), ...settings, ...OUR_TYPESCRIPT, NODE_ENV: "production" };
  return new Server("the service", port, command, () => answersAt(port, path), env);
}

const OUR_TYPESCRIPT = { TSX_TSCONFIG_PATH: "server/tsconfig.json" };

export function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
