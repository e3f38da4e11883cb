import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LedgerCampaign } from "../cluster/ledger-campaign";
import { Load, type Tally } from "../cluster/load";
import { answersAt, getOutput, postgresUrl, Server, startPgBouncer } from "../cluster/servers";
import { freePort } from "../load/service/service";
import { startNginx } from "./nginx";
import { type DeploymentTest, until } from "./trial";

/** The last commit before `deploy/` was added, with migrations up to 0014. */
const EARLIER = "61a8596";
const WHILE_MS = 5_000;

/** Returns the folder of the built earlier commit: a given one, or a new one with its own packages. */
async function earlierBuild(deploymentTest: DeploymentTest): Promise<string> {
  const [, , , commit = EARLIER, given] = process.argv;
  const folder = given ?? join(deploymentTest.folder, "earlier");
  if (!existsSync(folder)) {
    await getOutput(["git", "clone", "--quiet", "--shared", "--no-checkout", process.cwd(), folder]);
    await getOutput(["git", "-C", folder, "checkout", "--quiet", commit]);
    await getOutput(["env", "-C", folder, "npm", "ci", "--silent"]);
  }
  if (!existsSync(join(folder, ".next/BUILD_ID"))) {
    await getOutput(["env", "-C", folder, "npm", "run", "--silent", "build"]);
  }
  const subject = await getOutput(["git", "-C", folder, "log", "-1", "--format=%h %s"]);
  deploymentTest.saw(`the earlier version is ${subject.trim()}`);
  return folder;
}

type Settings = Record<string, string>;

async function startVersion(
  deploymentTest: DeploymentTest,
  name: string,
  folder: string,
  settings: Settings,
): Promise<Server> {
  const port = await freePort();
  const node = [process.execPath, "--import", "tsx", "server/main.ts"];
  const own = { ...settings, PORT: String(port), NODE_ENV: "production" };
  const isUp = () => answersAt(port, "/api/health");
  const env = { ...own, TSX_TSCONFIG_PATH: "server/tsconfig.json" };
  return deploymentTest.start(new Server(name, port, ["env", "-C", folder, ...node], isUp, env));
}

/** Returns the title of a process: nginx names its workers and their states there. */
const getTitle = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8");

/** Migrates the database and replaces the processes of the earlier version, without a failed request. */
export async function upgraded(deploymentTest: DeploymentTest): Promise<void> {
  const folder = await earlierBuild(deploymentTest);
  const { primary, redis, ledger } = await deploymentTest.startShared();
  const pooled = await deploymentTest.track(startPgBouncer(deploymentTest.folder, primary));
  const migrate = (text: string) =>
    getOutput([
      "env",
      "-C",
      text,
      `DATABASE_URL=${postgresUrl(primary)}`,
      "npm",
      "run",
      "--silent",
      "db:migrate",
    ]);
  await migrate(folder);
  const settings = {
    ...{ WORKERS: "2", DATABASE_URL: postgresUrl(pooled), DATABASE_PREPARE: "off" },
    ...{ REDIS_URL: `redis://127.0.0.1:${redis.port}`, SOLANA_RPC_URL: `http://127.0.0.1:${ledger.port}` },
    ...{
      REGISTRATION_CHECK: "lenient",
      TRUST_PROXY_HOPS: "1",
      DATA_DIR: join(deploymentTest.folder, "none"),
    },
  };
  const older = await startVersion(deploymentTest, "the earlier version", folder, settings);
  const proxy = await startNginx(deploymentTest, older.port, { isPlain: true });
  const onLedger = await LedgerCampaign.create(`http://127.0.0.1:${ledger.port}`);
  await onLedger.register({ port: proxy.plainPort, localAddress: "127.61.0.2" });
  // nginx closes idle connections when it reloads its configuration: browsers simply retry.
  const load = new Load(proxy.plainPort, onLedger.treeAddress, false);
  onLedger.begin();
  load.begin();

  const tallies: Tally[] = [];
  const during = async (what: string, work: () => Promise<unknown> = async () => undefined) => {
    load.take();
    await work();
    await pause(WHILE_MS);
    const tally = load.take();
    tallies.push(tally);
    const { good, writes, refused, cut, seconds } = tally;
    deploymentTest.saw(
      `${what}: ${good} answers, ${writes} registrations, ${refused + cut} refused or cut, ${seconds.toFixed(0)} s`,
    );
  };
  await during("the earlier version, on its own schema");
  await during("it is migrated under it, and goes on", async () => {
    deploymentTest.saw((await migrate(process.cwd())).trim());
  });
  let newer = older;
  await during("this version starts beside it", async () => {
    newer = await startVersion(deploymentTest, "this version", process.cwd(), settings);
  });
  await during("nginx turns to it", async () => {
    await proxy.switchTo(newer.port);
    await until("those who asked the earlier one have their answers", async () =>
      proxy.children.every(({ pid }) => !getTitle(pid).includes("shutting down")),
    );
  });
  await during("the earlier version ends", async () => {
    deploymentTest.same("the earlier version ends with 0", await older.end("SIGTERM"), 0);
  });
  await load.end();
  const { events, error } = await onLedger.end(proxy.plainPort);
  deploymentTest.note(`all ${events} events of the ledger are shown`, error);
  const lost = tallies.reduce((sum, { refused, cut }) => sum + refused + cut, 0);
  deploymentTest.same("no request was refused or cut off", lost, 0);
  deploymentTest.note("every answer was right", [...load.wrong, ...load.refusals.keys()].join("; ") || null);
  const health = await (await fetch(`http://127.0.0.1:${proxy.plainPort}/api/health`)).json();
  deploymentTest.same("this version answers", health.status, "ok");
  deploymentTest.note(
    `${load.acknowledged.length} registrations are there`,
    load.acknowledged.length === 0 && "none was made",
  );
}
