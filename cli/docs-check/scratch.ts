import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectFiles } from "@/cli/docs-check/markdown-files";
import { type Postgres, postgresUrl, startPrimary } from "@/tests/cluster/servers";

const BLOCK_MS = 30 * 60_000;
const STOP_MS = 60_000;
/** Of what a command printed, shown when it fails. */
const TAIL = 4_000;

export type Command = { command: string; until?: string; env?: Record<string, string> };

/** A copy of the project as it stands, uncommitted changes included, in a folder of its own; blocks run there. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), "docs-check-"));
  private readonly running = new Set<number>();
  private postgres: Postgres | undefined;
  private service: { stop: () => Promise<void>; env: Record<string, string> } | undefined;
  /** What the documents call by these ports is there by others, so that nothing on this machine is in the way. */
  private readonly ports = new Map<string, number>();

  static async make(): Promise<Scratch> {
    const scratch = new Scratch();
    for (const port of ["3000", "3001", "8899"]) scratch.ports.set(port, await freePort());
    for (const file of projectFiles()) {
      if (!existsSync(file)) continue;
      mkdirSync(dirname(join(scratch.folder, file)), { recursive: true });
      copyFileSync(file, join(scratch.folder, file));
    }
    // Some commands ask git what is in the project.
    await scratch.run({ command: "git init -q && git add -A" });
    return scratch;
  }

  /** The text with the ports that stand for those of the documents. */
  withPorts(code: string): string {
    return code.replaceAll(/\b(?:3000|3001|8899)\b/g, (port) => String(this.ports.get(port)));
  }

  /** Runs a command in bash, or until it printed what it is awaited for; what it printed. Throws when it fails. */
  async run({ command, until, env }: Command): Promise<string> {
    const child = spawn("bash", ["-euo", "pipefail", "-c", command], {
      cwd: this.folder,
      env: { ...this.environment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const group = child.pid ?? 0;
    this.running.add(group);
    let printed = "";
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const seen = new Promise<"seen">((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
          if (until && printed.includes(until)) resolve("seen");
        });
      }
    });
    const timeout = setTimeout(() => signal(group, "SIGKILL"), BLOCK_MS);
    const outcome = await Promise.race([ended, seen]);
    clearTimeout(timeout);
    if (outcome === "seen") await this.end(group, ended);
    this.running.delete(group);
    if (outcome === "seen" || (outcome === 0 && !until)) return printed;
    const why = outcome === 0 ? `ended without "${until}"` : `ended with ${outcome ?? "a signal"}`;
    throw new Error(`${why}\n${printed.slice(-TAIL)}`);
  }

  /** The demo's service, started once; what blocks that want it are told of it. */
  async startService(): Promise<Record<string, string>> {
    if (this.service) return this.service.env;
    const DATA_DIR = join(this.folder, ".data-service");
    const child = spawn("npm", ["run", "demo"], {
      cwd: this.folder,
      env: { ...this.environment(), DATA_DIR },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const group = child.pid ?? 0;
    this.running.add(group);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    let printed = "";
    await new Promise<void>((resolve, reject) => {
      void ended.then(() => reject(new Error(`The service ended.\n${printed.slice(-TAIL)}`)));
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        if (printed.includes("Ctrl-C stops it")) resolve();
      });
    });
    const { ADMIN_API_KEY } = JSON.parse(readFileSync(join(DATA_DIR, "secrets.json"), "utf8"));
    const CAMPAIGN = /\/campaigns\/(\w+)/.exec(printed)?.[1] ?? "";
    const stop = () => this.end(group, ended);
    this.service = { stop, env: { ADMIN_API_KEY, CAMPAIGN, DATA_DIR } };
    return this.service.env;
  }

  /** The address of a Postgres server's database, which is empty the first time. */
  async startPostgres(): Promise<string> {
    this.postgres ??= await startPrimary(this.folder);
    return postgresUrl(this.postgres);
  }

  /** Frees the ports for a block that starts a service itself. */
  async stopService(): Promise<void> {
    await this.service?.stop();
    this.service = undefined;
  }

  async remove(): Promise<void> {
    await this.stopService();
    await this.postgres?.end("SIGQUIT");
    for (const group of this.running) signal(group, "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(group: number, ended: Promise<unknown>): Promise<void> {
    signal(group, "SIGINT");
    const timeout = setTimeout(() => signal(group, "SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timeout);
    this.running.delete(group);
  }

  /** This machine's, without the settings of a service that somebody runs here. */
  private environment(): NodeJS.ProcessEnv {
    const example = readFileSync(".env.example", "utf8").match(/^[A-Z_]+(?==)/gm) ?? [];
    const settings = new Set(example);
    const kept = Object.entries(process.env).filter(
      ([name]) => !settings.has(name) && !/^npm_|^NODE_ENV$|^TSX_|^VITEST/.test(name),
    );
    return {
      ...Object.fromEntries(kept),
      NEXT_TELEMETRY_DISABLED: "1",
      // What the documents have their reader set.
      WEBHOOK_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
      PORT: this.withPorts("3000"),
      LEDGER_PORT: this.withPorts("8899"),
    } as unknown as NodeJS.ProcessEnv;
  }
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // It has ended by itself.
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
      });
  });
