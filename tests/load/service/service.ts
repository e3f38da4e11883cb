import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 180_000;

/** Returns a free port, whose successor is free too if subscriptions are served there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await listenOnce(0);
    if (port !== null && (await listenOnce(port + 1)) !== null) return port;
  }
}

async function listenOnce(port: number): Promise<number | null> {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!listening) return null;
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address === null || typeof address === "string" ? null : address.port;
}

export const newFolder = () => mkdtemp(join(tmpdir(), "vesting-index-attack-"));

export type ServiceOptions = {
  settings?: Record<string, string>;
  /** The folder of its data; by default one that is removed with the service. */
  dataDir?: string;
};

/** The production build in a separate process. */
export class AttackedService {
  private child: ChildProcess | undefined;
  /** Seconds from the last launch to the first healthy response. */
  startSeconds = 0;

  private constructor(
    readonly port: number,
    private readonly settings: Record<string, string>,
    readonly dataDir: string,
    private readonly isOwnFolder: boolean,
  ) {}

  /** Chooses ports and a folder, without starting the service. */
  static async prepare({ settings = {}, dataDir }: ServiceOptions = {}): Promise<AttackedService> {
    const folder = dataDir ?? (await newFolder());
    const port = await freePort();
    const own = { PORT: String(port), LEDGER_PORT: String(await freePort()), DATA_DIR: folder };
    return new AttackedService(port, { ...own, LOG_LEVEL: "error", ...settings }, folder, !dataDir);
  }

  static async start(options: ServiceOptions = {}): Promise<AttackedService> {
    const service = await AttackedService.prepare(options);
    await service.restart();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Returns resident memory in MiB, and the open handles except the embedded database's files, one of which
   * stays open for each table.
   */
  usage(): { memory: number; handles: number } {
    const status = readFileSync(`/proc/${this.child?.pid}/status`, "utf8");
    const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    return { memory, handles: this.openHandles() };
  }

  private openHandles(): number {
    const folder = `/proc/${this.child?.pid}/fd`;
    return readdirSync(folder).filter((name) => {
      try {
        return !readlinkSync(join(folder, name)).startsWith(this.dataDir);
      } catch {
        return false;
      }
    }).length;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends the service with a signal; returns the seconds until its end. */
  stop(): Promise<number> {
    return this.end("SIGTERM");
  }

  /** Kills the service immediately. */
  kill(): Promise<number> {
    return this.end("SIGKILL");
  }

  private async end(signal: NodeJS.Signals): Promise<number> {
    const started = performance.now();
    if (this.isRunning && this.child) {
      const ended = once(this.child, "exit");
      this.child.kill(signal);
      await ended;
    }
    return (performance.now() - started) / 1000;
  }

  /** Begins to start the service on its data, without waiting. */
  launch(): void {
    this.child = launch(this.settings);
  }

  /** Starts the service on its data; returns the seconds until it is healthy. */
  async restart(): Promise<number> {
    const started = performance.now();
    this.launch();
    await this.isUp();
    this.startSeconds = (performance.now() - started) / 1000;
    return this.startSeconds;
  }

  async remove(): Promise<void> {
    await this.kill();
    if (this.isOwnFolder) await rm(this.dataDir, { recursive: true, force: true });
  }

  private async isUp(): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline && this.isRunning) {
      const answer = await fetch(`${this.url}/api/health`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("The service did not start.");
  }
}

/** Starts the server's own process with only these settings, through another program if one is named. */
export function launch(
  settings: Record<string, string>,
  options: SpawnOptions = {},
  through: readonly string[] = [],
): ChildProcess {
  const [command = process.execPath, ...rest] = [
    ...through,
    process.execPath,
    "--import",
    "tsx",
    "server/main.ts",
  ];
  return spawn(command, rest, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    ...options,
    env: {
      ...process.env,
      ...settings,
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
    },
  });
}
