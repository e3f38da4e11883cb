import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ApiClient } from "@/lib/client/api-client";
import { listenLocally } from "@/tests/support/local-server";
import { LedgerCampaign } from "../cluster/ledger-campaign";
import { answersAt, getOutput, postgresUrl, Server, startPrimary, startRedis } from "../cluster/servers";
import { freePort } from "../load/service/service";
import { fetchAs } from "./fetch-as";
import { registerInParts } from "./long-campaign";
import { asNobody, type DeploymentTest, onReadOnlyDisk, until, withOnly } from "./trial";

/** A larger image contains files that a run does not need. */
const MAX_MEGABYTES = 180;

const JSON_IN_IMAGE = /^(?:CMD) (\[.*\])$/m;

/** Returns the command and the settings of the image's last stage. */
function readDockerfile(): { command: string[]; settings: Record<string, string> } {
  const text = readFileSync("Dockerfile", "utf8");
  const [, ...args]: string[] = JSON.parse(JSON_IN_IMAGE.exec(text)?.[1] ?? "[]");
  const [pairs = ""] = /(?<=^ENV )NODE_ENV=.*$/m.exec(text) ?? [];
  const settings = Object.fromEntries(pairs.split(" ").map((pair) => pair.split("=")));
  return { command: [process.execPath, ...args], settings };
}

type Image = { folder: string; data: string };

/**
 * Runs a command in the folder as the image does: without privileges, on a disk where only /data is writable.
 */
const inImage = ({ folder, data }: Image, settings: Record<string, string>, command: string[]) =>
  onReadOnlyDisk(
    asNobody(
      withOnly(
        { ...readDockerfile().settings, DATA_DIR: data, TMPDIR: data, HOME: data, ...settings },
        folder,
        command,
      ),
    ),
    data,
  );

async function startImage(
  deploymentTest: DeploymentTest,
  image: Image,
  settings: Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const isReady = () => answersAt(port, "/api/health/ready");
  // The service listens on all addresses, where wallets' messages for loopback need a setting.
  const own = { ALLOWED_HOSTS: "127.0.0.1", PORT: String(port) };
  const command = inImage(image, { ...settings, ...own }, readDockerfile().command);
  const server = new Server("the image", port, command, isReady);
  server.onLine = (line) => {
    if (
      /EROFS|EACCES|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Cannot find (module|package)|"level":50/.test(line)
    )
      deploymentTest.note("nothing is missing", line.slice(0, 500));
  };
  return deploymentTest.start(server);
}

/** Checks pages with their assets, the API, and work in worker threads. */
async function answers(deploymentTest: DeploymentTest, { port }: Server, treeAddress: string): Promise<void> {
  const site = `http://127.0.0.1:${port}`;
  const pages = [
    "/",
    "/campaigns",
    `/campaigns/${treeAddress}`,
    `/claim/${treeAddress}`,
    "/create",
    "/portfolio",
    "/dashboard",
    "/docs",
  ];
  const assets = new Set<string>();
  for (const path of pages) {
    const answer = await fetch(site + path);
    const text = await answer.text();
    for (const [asset] of text.matchAll(/\/_next\/static\/[\w./~-]+\.(?:js|css)/g)) assets.add(asset);
    deploymentTest.same(`${path.slice(0, 20)} is a page`, answer.status, 200);
  }
  const missing: string[] = [];
  for (const asset of assets) if ((await fetch(site + asset)).status !== 200) missing.push(asset);
  deploymentTest.note(
    `all ${assets.size} scripts and styles of these are there`,
    missing.length > 0 && missing.join(),
  );
  for (const path of [
    "/api/campaigns",
    "/api/openapi.json",
    "/actions.json",
    "/api/schedule-templates",
    "/api/health",
  ]) {
    deploymentTest.same(`${path} answers`, (await fetch(site + path)).status, 200);
  }
}

/** Runs exactly the files of the image's last stage. */
export async function asImage(deploymentTest: DeploymentTest): Promise<void> {
  const [, , , given] = process.argv;
  const image = {
    folder: given ?? join(deploymentTest.folder, "app"),
    data: await deploymentTest.ownFolder("data"),
  };
  const copyFiles = [
    "env",
    "-C",
    process.cwd(),
    process.execPath,
    "deploy/docker/copy-runtime-files.mjs",
    image.folder,
  ];
  if (given === undefined) await getOutput(copyFiles);
  const getSize = async (folder: string) =>
    Number.parseInt(await getOutput(["du", "-sm", join(image.folder, folder)]), 10);
  const [megabytes = 0, packages, built] = await Promise.all(["", "node_modules", ".next"].map(getSize));
  deploymentTest.saw(`${megabytes} MB: ${packages} of packages, ${built} of the build`);
  deploymentTest.note(`it holds at most ${MAX_MEGABYTES} MB`, megabytes > MAX_MEGABYTES && "it holds more");

  const ledgerPort = await freePort();
  const own = await startImage(deploymentTest, image, {
    LEDGER_PORT: String(ledgerPort),
    LOG_LEVEL: "error",
  });
  const onLedger = await LedgerCampaign.create(`http://127.0.0.1:${ledgerPort}`);
  await onLedger.register({ port: own.port, localAddress: "127.76.0.1" });
  deploymentTest.note("on embedded servers, a campaign is registered", null);
  await answers(deploymentTest, own, onLedger.treeAddress);
  const { error: failure } = await onLedger.end(own.port);
  deploymentTest.note("its events are shown", failure);
  const api = new ApiClient({
    baseUrl: `http://127.0.0.1:${own.port}`,
    fetch: fetchAs({ port: own.port, localAddress: "127.76.0.2" }),
  });
  deploymentTest.note("worker threads register 12,000 recipients", (await registerInParts(api, api)).error);
  deploymentTest.same("the container exits with 0", await own.end("SIGTERM"), 0);
  const file = join(image.data, "backup.gz");
  const backup = [process.execPath, "cli/vesting-index/launch.mjs", "backup", file];
  await getOutput(inImage(image, {}, backup));
  deploymentTest.note("the backup command of the image writes a backup", null);

  const [primary, redis] = await Promise.all([
    deploymentTest.track(startPrimary(deploymentTest.folder)),
    deploymentTest.track(startRedis()),
  ]);
  const paths: string[] = [];
  const collector = createServer((request, response) => {
    paths.push(request.url ?? "");
    request.resume().once("end", () => response.end("{}"));
  });
  const collecting = await listenLocally(collector);
  const settings = {
    ...{ DATABASE_URL: postgresUrl(primary), REDIS_URL: `redis://127.0.0.1:${redis.port}`, WORKERS: "2" },
    ...{ SOLANA_RPC_URL: "http://127.0.0.1:9", REGISTRATION_CHECK: "lenient", LOG_LEVEL: "fatal" },
    OTEL_EXPORTER_OTLP_ENDPOINT: collecting.url,
  };
  const command = (name: string, ...args: string[]) =>
    getOutput(inImage(image, settings, [process.execPath, "cli/vesting-index/launch.mjs", name, ...args]));
  deploymentTest.note(
    "it migrates a server",
    !(await command("migrate")).startsWith("Applied") && "it does not",
  );
  await command("restore", file);
  const served = await startImage(deploymentTest, image, settings);
  const { status } = await fetch(`http://127.0.0.1:${served.port}/api/campaigns/${onLedger.treeAddress}`);
  deploymentTest.same("two workers on Postgres and Redis serve what was restored there", status, 200);
  await until("traces arrive", async () => paths.includes("/v1/traces"));
  deploymentTest.note("the collector receives the traces", null);
  deploymentTest.same("the container exits with 0", await served.end("SIGTERM"), 0);
  await collecting.close();
}
