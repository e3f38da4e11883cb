import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { type Bounds, INDEXED_WITHIN_SECONDS, KillTally, type Length, type Row } from "../report";
import { embedEarlier, schemaText, serveEarlier } from "../service/half-migrated";
import { LEDGER_OPTIONS, LedgerTraffic } from "../service/ledger-traffic";
import { PostgresServer } from "../service/postgres-server";
import { send } from "../service/send";
import { AttackedService, newFolder } from "../service/service";
import { SampledCampaign } from "./sampled-campaign";

const ADMIN_API_KEY = "attack-admin-key";
const CRON_SECRET = "attack-cron-secret";
const LOCAL = "127.0.4.1";
/** The number of migrations of the earlier version that is upgraded. */
const EARLIER = 4;
/** The approximate duration of the killed work: kills happen at any time during it, and a little after. */
const WORK_MS = 1_500;

const between = (min: number, max: number) => min + Math.random() * (max - min);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = ({ port }: AttackedService) => ({ port, localAddress: LOCAL });

const settingsOn = (ledger: TestLedger): Record<string, string> => ({
  ...{ SOLANA_RPC_URL: ledger.url, REGISTRATION_CHECK: "lenient", RATE_LIMIT: "off" },
  ...{ ADMIN_API_KEY, CRON_SECRET, LOG_LEVEL: "silent" },
});

/** The services that share a database, the ledger that they follow, and the campaigns in progress. */
class Scene {
  private rotating: SampledCampaign | null = null;
  private readonly all: { campaign: SampledCampaign; traffic: LedgerTraffic }[] = [];

  constructor(
    private readonly ledger: TestLedger,
    private readonly services: AttackedService[],
    private readonly tally: KillTally,
  ) {}

  /**
   * Registers, rotates and indexes, kills one or more services during the work, and checks the remaining
   * data.
   */
  async round(): Promise<void> {
    const traffic = await LedgerTraffic.begin(this.ledger);
    const [first] = this.services as [AttackedService];
    this.tally.expect((await traffic.register(at(first))) === 201, "a small registration was refused");
    const campaign = await SampledCampaign.make(Math.round(between(300, 3_000)));
    this.all.push({ campaign, traffic });
    const killed = this.services.filter(
      (_, index) => index === this.all.length % this.services.length || Math.random() < 0.3,
    );
    const underWay = new Set<string>();
    const work = this.work(campaign, traffic, underWay);
    await pause(between(0, WORK_MS));
    this.tally.killed(...underWay);
    await Promise.all(killed.map((service) => service.kill()));
    await work;
    await traffic.move();
    for (const service of killed) this.tally.started(await service.restart());
    await this.judge(campaign, traffic);
    this.rotating = campaign;
  }

  /** Sends the clients' requests until they are complete or cut off. */
  private async work(
    campaign: SampledCampaign,
    traffic: LedgerTraffic,
    underWay: Set<string>,
  ): Promise<void> {
    const during = async (what: string, task: () => Promise<unknown>) => {
      underWay.add(what);
      await task();
      underWay.delete(what);
    };
    const { rotating } = this;
    const sent = this.services.flatMap((service) => [
      during("registrations", () => campaign.send(at(service))),
      ...(rotating ? [during("rotations", () => rotating.send(at(service)))] : []),
      during("runs", () => this.run(service)),
    ]);
    const moves = async () => {
      for (let step = 0; step < 3; step++) await traffic.move();
    };
    await Promise.all([...sent, moves()]);
  }

  /** Runs the full indexer repeatedly until the service is gone, or for a while. */
  private async run(service: AttackedService): Promise<void> {
    const until = performance.now() + WORK_MS;
    const headers = { "x-admin-key": ADMIN_API_KEY };
    while (performance.now() < until) {
      const { status } = await send({ ...at(service), method: "POST", path: "/api/admin/sync", headers });
      if (status === 0) return;
    }
  }

  private async judge(campaign: SampledCampaign, traffic: LedgerTraffic): Promise<void> {
    for (const service of this.services) {
      this.tally.indexed(await traffic.untilShown(at(service), INDEXED_WITHIN_SECONDS));
      this.tally.errors(await campaign.findErrors(at(service)));
      if (this.rotating) this.tally.errors(await this.rotating.findErrors(at(service)));
    }
    const [first] = this.services as [AttackedService];
    if (this.rotating) this.tally.errors(await this.rotating.finish(at(first)));
    this.tally.errors(await campaign.begin(at(first)));
  }

  /** Checks at the end that every service still has all data that was ever sent. */
  async judgeAll(): Promise<void> {
    for (const { campaign, traffic } of this.all) {
      for (const service of this.services) {
        this.tally.errors(await campaign.findErrors(at(service)));
        const { error } = await traffic.untilShown(at(service), 0);
        if (error) this.tally.errors([`in the end ${error}`]);
      }
    }
  }
}

/** Kills the first start on an empty folder, and the start that migrates a folder of an earlier version. */
async function killStarts(input: {
  tally: KillTally;
  settings: Record<string, string>;
  kills: number;
  startMs: number;
}) {
  const { tally, settings, kills, startMs } = input;
  const earlier = await newFolder();
  await embedEarlier(earlier, EARLIER);
  for (let kill = 0; kill < kills; kill++) {
    const dataDir = await newFolder();
    const isMigration = kill % 2 === 1;
    if (isMigration) await cp(earlier, dataDir, { recursive: true });
    const service = await AttackedService.prepare({ settings, dataDir });
    service.launch();
    await pause(between(0, startMs));
    await service.kill();
    tally.killed(isMigration ? "migrations" : "first starts");
    tally.started(await service.restart());
    const headers = { "x-admin-key": ADMIN_API_KEY };
    const { text } = await send({ ...at(service), path: "/api/waitlist", headers });
    tally.expect(JSON.parse(text).total === (isMigration ? 1 : 0), `a start left the waitlist as ${text}`);
    const campaign = await SampledCampaign.make(50);
    tally.errors(await campaign.finish(at(service)));
    await service.remove();
    await rm(dataDir, { recursive: true });
  }
  await rm(earlier, { recursive: true });
}

/** Kills processes that migrate one database concurrently. */
async function killMigrations(server: PostgresServer, tally: KillTally, kills: number): Promise<void> {
  const migrate = (DATABASE_URL: string) =>
    spawn(process.execPath, ["--import", "tsx", "cli/vesting-index/main.ts", "migrate"], {
      stdio: "ignore",
      env: { ...process.env, DATABASE_URL, TSX_TSCONFIG_PATH: "server/tsconfig.json" },
    });
  const whole = await server.createDatabase();
  await serveEarlier(whole, EARLIER);
  const started = performance.now();
  await once(migrate(whole), "exit");
  const migrationMs = performance.now() - started;
  const expected = await schemaText(whole);
  for (let kill = 0; kill < kills; kill++) {
    const url = await server.createDatabase();
    await serveEarlier(url, EARLIER);
    const both = [migrate(url), migrate(url)];
    const ends = both.map((child) => once(child, "exit"));
    await pause(between(0.3, 1.1) * migrationMs);
    for (const child of both.slice(kill % 2)) child.kill("SIGKILL");
    await Promise.all(ends);
    tally.killed("migrations");
    const [code] = await once(migrate(url), "exit");
    tally.expect(code === 0, `a migration after a kill ended with ${code}`);
    tally.expect((await schemaText(url)) === expected, "a killed migration left another schema");
  }
}

/** Kills services on the embedded database, of which only the folder remains. */
async function onEmbedded(ledger: TestLedger, bounds: Bounds, kills: number): Promise<Row> {
  const tally = new KillTally("kill -9, embedded database", bounds);
  const settings = settingsOn(ledger);
  const service = await AttackedService.start({ settings });
  const startMs = service.startSeconds * 1000;
  try {
    const scene = new Scene(ledger, [service], tally);
    const starts = Math.floor(kills / 3);
    for (let kill = 0; kill < kills - starts; kill++) await scene.round();
    await scene.judgeAll();
    await service.stop();
    if (starts > 0) await killStarts({ tally, settings, kills: starts, startMs });
  } finally {
    await service.remove();
  }
  return tally.row();
}

/** Kills one or both of two processes on one database server. */
async function onPostgres(ledger: TestLedger, bounds: Bounds, kills: number): Promise<Row> {
  const tally = new KillTally("kill -9, two processes on Postgres", bounds);
  const server = await PostgresServer.start();
  if (!server)
    return { attack: "kill -9, Postgres", seconds: 0, figures: "no Postgres is installed", broken: [] };
  const migrations = Math.floor(kills / 5);
  const services: AttackedService[] = [];
  try {
    if (migrations > 0) await killMigrations(server, tally, migrations);
    const url = await server.createDatabase();
    await migrateDatabase(url);
    const settings = { ...settingsOn(ledger), DATABASE_URL: url };
    for (let each = 0; each < 2; each++) services.push(await AttackedService.start({ settings }));
    const scene = new Scene(ledger, services, tally);
    for (let kill = 0; kill < kills - migrations; kill++) await scene.round();
    await scene.judgeAll();
  } finally {
    for (const service of services) await service.remove();
    await server.remove();
  }
  return tally.row();
}

/**
 * Kills every writing process at random times, on both kinds of database; nothing may be lost, duplicated or
 * partial afterwards.
 */
export async function killAttacks({ kills }: Length, bounds: Bounds): Promise<Row[]> {
  const ledger = await TestLedger.start(LEDGER_OPTIONS);
  try {
    const embedded = onEmbedded(ledger, bounds, kills);
    return await Promise.all(kills > 1 ? [embedded, onPostgres(ledger, bounds, kills)] : [embedded]);
  } finally {
    await ledger.close();
  }
}
