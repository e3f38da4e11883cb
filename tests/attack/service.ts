import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 180_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}

/** The production build as a process of its own, on embedded servers and data of its own. */
export class AttackedService {
  private constructor(
    private child: ChildProcess,
    readonly port: number,
    private readonly settings: Record<string, string>,
    private readonly dataDir: string,
  ) {}

  static async start(): Promise<AttackedService> {
    const dataDir = await mkdtemp(join(tmpdir(), "vesting-index-attack-"));
    const [port, ledgerPort] = [await freePort(), await freePort()];
    const settings = {
      PORT: String(port),
      LEDGER_PORT: String(ledgerPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
    };
    const service = new AttackedService(launch(settings), port, settings, dataDir);
    await service.isUp();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resident memory in MiB, and open files and sockets. */
  usage(): { memory: number; handles: number } {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    return { memory, handles: readdirSync(`/proc/${this.child.pid}/fd`).length };
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Asks it to end; the seconds that took. */
  async stop(): Promise<number> {
    const started = performance.now();
    if (this.isRunning) {
      const ended = once(this.child, "exit");
      this.child.kill("SIGTERM");
      await ended;
    }
    return (performance.now() - started) / 1000;
  }

  /** Starts it again on its data; the seconds until it was healthy. */
  async restart(): Promise<number> {
    const started = performance.now();
    this.child = launch(this.settings);
    await this.isUp();
    return (performance.now() - started) / 1000;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async isUp(): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline && this.isRunning) {
      const answer = await fetch(`${this.url}/api/health`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("The service did not start.");
  }
}

const launch = (settings: Record<string, string>) =>
  spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      ...settings,
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
    },
  });
