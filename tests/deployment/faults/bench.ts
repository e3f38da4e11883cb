import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { type Postgres, postgresUrl, prepareService, type Server } from "../../cluster/servers";
import { freePort } from "../../load/service/service";
import { type Alert, startPrometheus } from "../alert";
import { type DeploymentTest, until } from "../trial";
import { FaultyNode } from "./node";

const ADMIN_KEY = "a-key-of-the-operator";

/** Everything that was reported about a fault. */
export type Report = Record<"health" | "doctor" | "metrics" | "log" | "alert", string[]>;

const DOCTOR_MS = 45_000;
const METRICS =
  /^(?:vesting_(?:up|setup_warnings|index_problems|indexer_lag_seconds|clock_skew_seconds|ledger_block_age_seconds|program_info|database_failures_total|disk_bytes)|vesting_rpc_requests_total)\b/;

/** A service in a process of its own with everything that it uses, and a Prometheus that scrapes it. */
export class Bench {
  lines: string[] = [];
  service!: Server;
  settings: Record<string, string> = {};
  private prometheusPort = 0;

  private constructor(
    readonly deploymentTest: DeploymentTest,
    readonly primary: Postgres,
    readonly redis: Server,
    readonly nodes: [FaultyNode, FaultyNode],
    readonly metricsPort: number,
  ) {}

  static async start(deploymentTest: DeploymentTest): Promise<Bench> {
    const { primary, redis, ledger } = await deploymentTest.startShared();
    const nodes = [await FaultyNode.start(ledger.port), await FaultyNode.start(ledger.port)] as const;
    const bench = new Bench(deploymentTest, primary, redis, [...nodes], await freePort());
    await bench.migrate();
    await bench.restart();
    bench.prometheusPort = (await startPrometheus(deploymentTest, bench.metricsPort)).port;
    await until("the index is up to date", async () => (await bench.health()).status === "ok");
    return bench;
  }

  get dataDir(): string {
    return join(this.deploymentTest.folder, "data");
  }

  /** Settings of a healthy service. */
  get usual(): Record<string, string> {
    return {
      ...{ DATABASE_URL: postgresUrl(this.primary), REDIS_URL: `redis://127.0.0.1:${this.redis.port}` },
      ...{ SOLANA_RPC_URL: this.nodes.map(({ url }) => url).join(","), DATA_DIR: this.dataDir },
      ...{
        METRICS_PORT: String(this.metricsPort),
        ADMIN_API_KEY: ADMIN_KEY,
        CRON_SECRET: "a-secret-of-cron",
      },
    };
  }

  get url(): string {
    return `http://127.0.0.1:${this.service.port}`;
  }

  migrate(): Promise<string> {
    return this.shell("node cli/vesting-index/launch.mjs migrate", this.usual);
  }

  /** Starts the service with changed settings; one that does not start has said why. */
  async restart(changes: Record<string, string> = {}): Promise<void> {
    await this.service?.end("SIGTERM", 25_000);
    this.settings = { ...this.usual, ...changes };
    this.service = await prepareService(this.settings, "/api/health/live");
    this.lines = [];
    this.service.onLine = (line) => this.lines.push(line);
    await this.service.up().catch(() => undefined);
  }

  async health(): Promise<Record<string, unknown> & { http: number | null }> {
    const headers = { "x-admin-key": ADMIN_KEY };
    const response = await fetch(`${this.url}/api/health`, { headers, signal: AbortSignal.timeout(5_000) });
    return { http: response.status, ...(await response.json()) };
  }

  async metrics(): Promise<string[]> {
    const response = await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`);
    return (await response.text()).split("\n").filter((line) => METRICS.test(line));
  }

  async firing(): Promise<Alert[]> {
    const response = await fetch(`http://127.0.0.1:${this.prometheusPort}/api/v1/alerts`);
    const { data }: { data: { alerts: Alert[] } } = await response.json();
    return data.alerts.filter(({ state }) => state === "firing");
  }

  /** Runs the doctor as an operator does, with the service's settings. */
  async doctor(changes: Record<string, string> = {}): Promise<string[]> {
    const command = `node cli/vesting-index/launch.mjs doctor --url ${this.url}`;
    const printed = await this.shell(command, { ...this.settings, ...changes });
    return printed.split("\n").filter((line) => /^[!✗] /.test(line));
  }

  /** Runs a command of a document with the service's settings; returns what it printed. */
  shell(command: string, settings = this.settings): Promise<string> {
    const { PATH, HOME } = process.env;
    const env = { NODE_ENV: "production", PATH, HOME, ...settings } as NodeJS.ProcessEnv;
    const child = spawn("bash", ["-c", command], {
      env,
      timeout: DOCTOR_MS,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    return new Promise((resolve) => child.once("close", () => resolve(text)));
  }

  /** The commands of an alert's section in the operators' document, for this service. */
  runbook(alert: string): string[] {
    const [, section = ""] = readFileSync("docs/operators.md", "utf8").split(`\n### ${alert}\n`);
    const [own = ""] = section.split("\n### ");
    return [...own.matchAll(/^\$ (.+)$/gm)].map(([, command = ""]) => command);
  }

  adapted(command: string): string {
    return command
      .replaceAll("npx vesting-index", "PORT=$TRIAL_PORT node cli/vesting-index/launch.mjs")
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${this.service.port}`)
      .replaceAll("127.0.0.1:9464", `127.0.0.1:${this.metricsPort}`)
      .replaceAll("$TRIAL_PORT", String(this.service.port));
  }

  sql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(postgresUrl(this.primary), { max: 1, onnotice: () => undefined });
    return work(sql).finally(() => sql.end({ timeout: 1 }));
  }

  /** Sends a command to Redis in its inline form. */
  redisCommand(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.redis.port, "127.0.0.1", () => socket.write(`${line}\r\n`));
      socket.once("data", () => resolve(void socket.destroy())).once("error", reject);
    });
  }
}
