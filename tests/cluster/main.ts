/**
 * npm run test:cluster — runs the production build as two processes. The processes use a Postgres with a
 * streaming replica, PgBouncer in transaction mode, Redis and a local ledger. All of them come from this
 * machine's own packages and listen on loopback alone. Each kind of process is killed in turn during verified
 * reads and registrations. Exits with 1 when a response was wrong, a write was lost, or an unexpected error
 * occurred. Needs a build and the packages postgresql, pgbouncer and redis-server.
 */
import { setTimeout as pause } from "node:timers/promises";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { conduct, type DeploymentTest } from "../deployment/trial";
import { withClient } from "../load/service/half-migrated";
import { LedgerCampaign } from "./ledger-campaign";
import { type Excused, Load, type Tally } from "./load";
import { replicaChecks } from "./read-replica";
import { postgresUrl, type Server, startPgBouncer, startReplica, startService } from "./servers";

const QUIET_MS = 5_000;
const AWAY_MS = 2_500;
const SERVED_MS = 60_000;

type Row = { phase: string; tally: Tally; back?: number };
type Kill = { name: string; excused?: Excused; begin(): Promise<unknown>; end(): Promise<unknown> };

const rows: Row[] = [];

/** Watches the processes of the service by their names in its log. */
class Watched {
  readonly requests = new Map<number, number>();
  private readonly listening = new Map<number, number>();

  constructor(private readonly service: Server) {
    service.onLine = (line) => this.receive(line);
  }

  getPid(number: number): number {
    const found = this.service.children.find(({ env }) => env.includes(`VESTING_INDEX_PROCESS=${number}\0`));
    if (!found) throw new Error(`There is no process ${number}.`);
    return found.pid;
  }

  /** Waits until another process has replaced this one under the same number, and listens. */
  async untilReplaced(number: number, pid: number): Promise<void> {
    const until = performance.now() + SERVED_MS;
    while ((this.listening.get(number) ?? pid) === pid) {
      if (performance.now() > until) throw new Error(`Process ${number} was not replaced.`);
      await pause(50);
    }
  }

  private receive(line: string): void {
    if (!line.startsWith("{")) return;
    const { process, msg, number, pid } = JSON.parse(line);
    if (msg === "request") this.requests.set(process, (this.requests.get(process) ?? 0) + 1);
    if (msg === "a process listens") this.listening.set(number, pid);
  }
}

/** Kills a server under load; afterwards every request has to succeed again. */
async function kill(
  deploymentTest: DeploymentTest,
  load: Load,
  { name, excused, begin, end }: Kill,
): Promise<void> {
  load.take(excused);
  await begin();
  await pause(AWAY_MS);
  await end();
  const ended = performance.now();
  const until = ended + SERVED_MS;
  while (!(await load.isServed()) && performance.now() < until) await pause(50);
  const back = (performance.now() - ended) / 1000;
  // Requests that were pending at the end have a response by now, or soon.
  await pause(1_000);
  rows.push({ phase: name, tally: load.take(), back });
  deploymentTest.note(
    `after "${name}", everything is answered again`,
    back * 1000 < SERVED_MS ? null : "not within a minute",
  );
}

async function quiet(load: Load, phase: string): Promise<Tally> {
  load.take();
  await pause(QUIET_MS);
  const tally = load.take();
  rows.push({ phase, tally });
  return tally;
}

const rate = ({ good, seconds }: Tally) => good / seconds;

function printRows(watched: Watched, load: Load): void {
  console.log(
    "\n| while | s | good | good/s | writes | 503 | cut off | nonces lost | served again after s |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { phase, tally, back } of rows) {
    const { seconds, good, writes, refused, cut, nonceless } = tally;
    const cells = [phase, seconds.toFixed(1), good, rate(tally).toFixed(0), writes, refused, cut, nonceless];
    console.log(`| ${[...cells, back?.toFixed(1) ?? ""].join(" | ")} |`);
  }
  const shares = [...watched.requests].toSorted(([a], [b]) => a - b);
  console.log();
  for (const [words, count] of load.refusals) console.log(`${count} × ${words}`);
  console.log(`\nAnswered ${shares.map(([number, count]) => `${count} by process ${number}`).join(", ")}.\n`);
}

/** Returns a kill of a server, followed by a new start. */
const restarted = (server: Server, signal: NodeJS.Signals, excused?: Excused): Kill => ({
  name: `${server.name} is killed and started`,
  excused,
  begin: () => server.end(signal),
  end: () => server.up(),
});

async function proofScans(server: Server): Promise<number> {
  const text = "select coalesce(idx_scan, 0)::int as scans from pg_stat_user_tables where relname = 'leaves'";
  const [row] = await withClient(postgresUrl(server), (client) => client.unsafe(text));
  return row?.scans ?? 0;
}

/** Returns a fault in which the replica answers, but receives nothing new. */
function standstill(replica: Server): Kill {
  const query = (statement: string) => withClient(postgresUrl(replica), (client) => client.unsafe(statement));
  return {
    name: "the replica stands still and goes on",
    begin: () => query("select pg_wal_replay_pause()"),
    end: () => query("select pg_wal_replay_resume()"),
  };
}

function processKill(watched: Watched, number: number, name: string): Kill {
  let pid = 0;
  const begin = async () => {
    pid = watched.getPid(number);
    process.kill(pid, "SIGKILL");
  };
  return { name, excused: "connections cut", begin, end: () => watched.untilReplaced(number, pid) };
}

async function run(deploymentTest: DeploymentTest): Promise<void> {
  const { folder } = deploymentTest;
  const { primary, redis, ledger } = await deploymentTest.startShared();
  const pooled = await deploymentTest.track(startPgBouncer(folder, primary));
  const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(postgresUrl(pooled))));
  const once = applied.filter((names) => names.length > 0).length === 1;
  deploymentTest.note(
    "one of three concurrent migrations through PgBouncer applies the changes",
    once ? null : "not one of them",
  );
  const replica = await deploymentTest.track(startReplica(folder, primary));
  for (const { name, run: check } of replicaChecks({ pooled, primary, replica }))
    deploymentTest.note(name, await check());

  const service = await deploymentTest.track(
    startService({
      ...{ WORKERS: "2", DATABASE_URL: postgresUrl(pooled), DATABASE_PREPARE: "off" },
      ...{ DATABASE_READ_URL: postgresUrl(replica), REDIS_URL: `redis://127.0.0.1:${redis.port}` },
      ...{ SOLANA_RPC_URL: `http://127.0.0.1:${ledger.port}`, REGISTRATION_CHECK: "lenient" },
      ...{ LOG_LEVEL: "info", DATA_DIR: folder },
    }),
  );
  const watched = new Watched(service);
  const onLedger = await LedgerCampaign.create(`http://127.0.0.1:${ledger.port}`);
  await onLedger.register({ port: service.port, localAddress: "127.61.0.2" });
  const load = new Load(service.port, onLedger.treeAddress);
  onLedger.begin();
  load.begin();
  await quiet(load, "nothing is killed, cold");
  const before = await quiet(load, "nothing is killed");
  const kills = [
    processKill(watched, 2, "a process is killed"),
    restarted(replica, "SIGQUIT"),
    standstill(replica),
    restarted(pooled, "SIGKILL", "reads refused"),
    restarted(redis, "SIGKILL", "nonces lost"),
    restarted(primary, "SIGQUIT", "reads refused"),
    processKill(watched, 1, "the follower's process is killed"),
  ];
  for (const one of kills) await kill(deploymentTest, load, one);
  const after = await quiet(load, "nothing is killed any more");
  await load.end();
  const { events, error: failure } = await onLedger.end(service.port);
  const health = await fetch(`http://127.0.0.1:${service.port}/api/health`).then((answer) => answer.json());

  printRows(watched, load);
  const [there, here] = [await proofScans(replica), await proofScans(primary)];
  console.log(`Leaves were looked up ${there} times on the replica, ${here} times on the primary.\n`);
  deploymentTest.note("proofs were read on the replica", there > 0 ? null : "none was");
  deploymentTest.note(
    `all ${load.acknowledged.length} acknowledged registrations are there, and were right after`,
    null,
  );
  deploymentTest.note(
    "every response is correct, and every error is allowed",
    [...load.wrong].join("; ") || null,
  );
  deploymentTest.note(`all ${events} events of the ledger are shown`, failure);
  deploymentTest.note(
    "reads use the replica at the end",
    health.readReplica === "in_use" ? null : `it is ${health.readReplica}`,
  );
  const isAsBefore = rate(after) >= rate(before) / 3;
  const rates = `${rate(before).toFixed(0)} a second before, ${rate(after).toFixed(0)} after`;
  deploymentTest.note(`the rate is as it was (${rates})`, isAsBefore ? null : "it is less than a third");
  const code = await service.end("SIGTERM");
  deploymentTest.note("SIGTERM ends all of it with 0", code === 0 ? null : `it ended with ${code}`);
}

await conduct("cluster", run);
