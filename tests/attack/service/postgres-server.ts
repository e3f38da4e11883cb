import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { withClient } from "./half-migrated";
import { freePort, newFolder } from "./service";

const ROOM = "/usr/lib/postgresql";

/** The newest installed server's programs; null where there are none. */
export function programs(): string | null {
  const versions = existsSync(ROOM) ? readdirSync(ROOM).toSorted((a, b) => Number(a) - Number(b)) : [];
  const folder = join(ROOM, versions.at(-1) ?? "none", "bin");
  return existsSync(join(folder, "initdb")) ? folder : null;
}

const isRoot = process.getuid?.() === 0;

/** Postgres refuses to run as root, so a root machine runs it as its own user. */
async function run(program: string, args: string[]): Promise<void> {
  const [command = program, ...rest] = [
    ...(isRoot ? ["runuser", "-u", "postgres", "--"] : []),
    program,
    ...args,
  ];
  const child = spawn(command, rest, { cwd: "/", stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
}

/** A database server of the attack's own. */
export class PostgresServer {
  private made = 0;

  private constructor(
    private readonly folder: string,
    private readonly programs: string,
    private readonly port: number,
  ) {}

  /** Sets a server up and starts it; null where none is installed. */
  static async start(): Promise<PostgresServer | null> {
    const found = programs();
    if (!found) return null;
    const folder = await newFolder();
    const data = join(folder, "data");
    await mkdir(data, { mode: 0o700 });
    if (isRoot) {
      const [uid, gid] = await idsOf("postgres");
      chmodSync(folder, 0o755);
      chownSync(data, uid, gid);
    }
    const server = new PostgresServer(folder, found, await freePort());
    await run(join(found, "initdb"), [
      "-D",
      data,
      "-U",
      "attack",
      "--auth=trust",
      "--encoding=UTF8",
      "--no-sync",
    ]);
    await server.up();
    return server;
  }

  /** Starts it again after `down`. */
  up(): Promise<void> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
    const data = join(this.folder, "data");
    return run(join(this.programs, "pg_ctl"), [
      "-D",
      data,
      "-w",
      "-l",
      join(data, "server.log"),
      "-o",
      options,
      "start",
    ]);
  }

  /** Ends it at once, as a crash would. */
  down(): Promise<void> {
    return run(join(this.programs, "pg_ctl"), [
      "-D",
      join(this.folder, "data"),
      "-w",
      "-m",
      "immediate",
      "stop",
    ]);
  }

  /** The address of a new, empty database. */
  async createDatabase(): Promise<string> {
    const name = `attack_${++this.made}`;
    await withClient(this.url("postgres"), (client) => client.unsafe(`create database ${name}`));
    return this.url(name);
  }

  /** Of the process that the server's others are children of. */
  get pid(): number {
    return Number.parseInt(readFileSync(join(this.folder, "data", "postmaster.pid"), "utf8"), 10);
  }

  /** The address of a database that may exist or not. */
  url(database: string): string {
    return `postgres://attack@127.0.0.1:${this.port}/${database}`;
  }

  async remove(): Promise<void> {
    await this.down().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function idsOf(user: string): Promise<[number, number]> {
  const numbers = ["-u", "-g"].map(async (option) => {
    const child = spawn("id", [option, user], { stdio: ["ignore", "pipe", "inherit"] });
    const [text] = await once(child.stdout, "data");
    return Number(String(text).trim());
  });
  const [uid = 0, gid = 0] = await Promise.all(numbers);
  return [uid, gid];
}
