import { existsSync } from "node:fs";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { startRedis } from "@/tests/cluster/servers";
import { type FaultyProxy, startFaultyProxy } from "@/tests/support/outages";
import { type Bounds, countsText, type Length, RECOVERY_MS, type Row } from "../report";
import { PostgresServer } from "../service/postgres-server";
import { type Answer, registration, type Sent, send, sendSigned } from "../service/send";
import { AttackedService } from "../service/service";

const REDIS = "/usr/bin/redis-server";
/** The promised bound of every response during an outage, as a multiple of a proof's. */
const OF_A_PROOF = 2;
const EVERY_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Outage = { name: string; begin(): unknown; end(): unknown };

/**
 * Returns the kinds of outages of a server behind a proxy; the last one is the server's own crash and start.
 */
function getOutages(what: string, proxy: FaultyProxy, server: { down(): unknown; up(): unknown }): Outage[] {
  let cutting: NodeJS.Timeout | undefined;
  return [
    { name: `${what} refuses`, begin: () => proxy.refuse(), end: () => proxy.pass() },
    { name: `${what} hangs`, begin: () => proxy.hang(), end: () => proxy.pass() },
    {
      name: `${what} is cut off again and again`,
      begin: () => {
        cutting = setInterval(() => proxy.cut(), 100);
      },
      end: () => clearInterval(cutting),
    },
    { name: `${what} crashes and starts`, begin: () => server.down(), end: () => server.up() },
  ];
}

type Campaign = Awaited<ReturnType<typeof registration>>;

/** A client that reads and registers; every round uses another address, so that no client meets a limit. */
class Somebody {
  private round = 0;
  /** Responses by kind, and sentences for the unexpected ones. */
  readonly counts: Record<string, number> = {};
  readonly broken = new Set<string>();
  private slowest = 0;
  private slowestHealth = 0;

  constructor(
    private readonly port: number,
    private readonly campaign: Campaign,
    private readonly bounds: Bounds,
  ) {}

  get worst(): string {
    return `slowest answer ${Math.round(this.slowest)} ms`;
  }

  get healthWorst(): number {
    return Math.round(this.slowestHealth);
  }

  private get from() {
    return { port: this.port, localAddress: `127.0.6.${1 + (this.round++ % 250)}` };
  }

  private get paths(): string[] {
    const path = `/api/campaigns/${this.campaign.treeAddress}`;
    const proof = `${path}/proof?beneficiary=${this.campaign.prepared.leaves[0]?.beneficiary}`;
    const pages = ["/", "/campaigns", `/campaigns/${this.campaign.treeAddress}`];
    return [proof, path, "/api/campaigns", `${path}/timeline`, "/api/auth/nonce", ...pages];
  }

  /** Sends every request once and records unexpected responses during any outage. */
  async queryDuring(while_: string): Promise<void> {
    const reads = this.paths.map(async (path) => this.judge(while_, path, await send(this.sent(path))));
    const health = send(this.sent("/api/health")).then(({ status, ms }) => {
      this.slowestHealth = Math.max(this.slowestHealth, ms);
      if (status === 0 || ms > this.bounds.healthMs)
        this.broken.add(`${while_}: health was ${status} after ${Math.round(ms)} ms`);
    });
    await Promise.all([...reads, this.register(while_), health]);
  }

  private sent(path: string): Sent {
    return { ...this.from, path };
  }

  private async register(while_: string): Promise<void> {
    const { wallet, body } = await registration(10);
    const answer = await sendSigned(this.from, wallet, "/api/campaigns", body);
    // A client without a nonce cannot sign, and is refused.
    if (answer.status === 401) return;
    this.judge(while_, "a registration", answer);
  }

  private judge(while_: string, what: string, { status, ms, retryAfter, text }: Answer): void {
    this.slowest = Math.max(this.slowest, ms);
    const known = status === 0 ? text : String(status);
    this.counts[known] = (this.counts[known] ?? 0) + 1;
    const isRefusal = status === 503 && retryAfter !== null;
    if (!isRefusal && (status < 200 || status > 299))
      this.broken.add(`${while_}: ${what} was answered ${known}`);
    if (ms > OF_A_PROOF * this.bounds.proofMs)
      this.broken.add(`${while_}: ${what} took ${Math.round(ms)} ms`);
  }

  /** Returns whether every request succeeds as before. */
  async isServed(): Promise<boolean> {
    const answers = await Promise.all([...this.paths, "/api/health"].map((path) => send(this.sent(path))));
    return answers.every(({ status }) => status === 200);
  }
}

/**
 * Plays one outage: every response is in time, 503 with Retry-After if it needs the missing server, and
 * afterwards all requests succeed.
 */
async function away(outage: Outage, somebody: Somebody, seconds: number): Promise<number> {
  await outage.begin();
  const until = performance.now() + seconds * 1000;
  const requested: Promise<void>[] = [];
  while (performance.now() < until) {
    requested.push(somebody.queryDuring(outage.name));
    await pause(EVERY_MS);
  }
  await outage.end();
  const back = performance.now();
  await Promise.all(requested);
  while (!(await somebody.isServed())) {
    if (performance.now() - back > RECOVERY_MS) {
      somebody.broken.add(`${outage.name}: not all was as before ${RECOVERY_MS / 1000} s after it`);
      break;
    }
    await pause(50);
  }
  return (performance.now() - back) / 1000;
}

/** Stops the database and the key-value store in turn, in each way, while a client reads and registers. */
export async function outages(length: Length, bounds: Bounds): Promise<Row> {
  const began = performance.now();
  const attack = "outages of Postgres and Redis";
  const postgres = await PostgresServer.start();
  if (!postgres || !existsSync(REDIS)) {
    await postgres?.remove();
    return { attack, seconds: 0, figures: "no Postgres or no Redis is installed", broken: [] };
  }
  const redis = await startRedis();
  const redisServer = { down: () => redis.end("SIGKILL"), up: () => redis.up() };
  const url = await postgres.createDatabase();
  await migrateDatabase(url);
  const databaseProxy = await startFaultyProxy({ host: "127.0.0.1", port: Number(new URL(url).port) });
  const redisProxy = await startFaultyProxy({ host: "127.0.0.1", port: redis.port });
  const settings = {
    ...{ DATABASE_URL: databaseProxy.through(url), REDIS_URL: `redis://127.0.0.1:${redisProxy.port}` },
    ...{ REGISTRATION_CHECK: "lenient", LOG_LEVEL: "silent" },
  };
  const service = await AttackedService.start({ settings });
  try {
    const stored = await registration(100);
    const from = { port: service.port, localAddress: "127.0.6.251" };
    const { status } = await sendSigned(from, stored.wallet, "/api/campaigns", stored.body);
    const somebody = new Somebody(service.port, stored, bounds);
    if (status !== 201) somebody.broken.add(`the campaign was answered ${status}`);
    // Pages are compiled at their first request, which is not an outage.
    await somebody.isServed();
    const seconds = Math.min(10, Math.max(2, length.seconds / 3));
    let slowestRecovery = 0;
    const all = [
      ...getOutages("Postgres", databaseProxy, postgres),
      ...getOutages("Redis", redisProxy, redisServer),
    ];
    for (const outage of all)
      slowestRecovery = Math.max(slowestRecovery, await away(outage, somebody, seconds));
    if (!service.isRunning) somebody.broken.add("the service ended");
    const figures = `${all.length} outages: ${countsText(somebody.counts)}; ${somebody.worst}; served again after ${slowestRecovery.toFixed(1)} s at most`;
    const { healthWorst } = somebody;
    return {
      attack,
      seconds: (performance.now() - began) / 1000,
      healthWorst,
      figures,
      broken: [...somebody.broken],
    };
  } finally {
    await service.remove();
    await Promise.all([databaseProxy.close(), redisProxy.close(), redisServer.down(), postgres.remove()]);
  }
}
