import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { request } from "node:https";
import { join } from "node:path";
import { ApiClient } from "@/lib/client/api-client";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { createWallet } from "@/tests/support/http";
import { answersAt, getOutput, postgresUrl, Server } from "../cluster/servers";
import { freePort } from "../load/service/service";
import { fetchAs } from "./fetch-as";
import { registerInParts } from "./long-campaign";
import { type Nginx, startNginx } from "./nginx";
import { asNobody, type DeploymentTest, onReadOnlyDisk, until, withOnly } from "./trial";

const SITE = "https://vesting.example.com";
const KEY = "a-key-of-the-operator";

/** Reads the unit's command and settings: systemd itself need not run here. */
function readUnit(): { command: string[]; settings: Record<string, string> } {
  const lines = readFileSync("deploy/systemd/vesting-index.service", "utf8").split("\n");
  const message = (name: string) =>
    lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  const [, ...args] = message("ExecStart").split(" ");
  const pairs = message("Environment").split(" ");
  return { command: [process.execPath, ...args], settings: getSettings(pairs) };
}

const getSettings = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );

type Unit = { port: number; state: string; environmentFile: string };

/** Returns a command as the unit runs it: with its user, its settings alone, and its one writable folder. */
function asUnit({ state, environmentFile }: Unit, command: string[], isDisksOwner = true): string[] {
  const file = getSettings(readFileSync(environmentFile, "utf8").split("\n"));
  const settings = { ...file, ...readUnit().settings, DATA_DIR: state, TMPDIR: state, HOME: "/nonexistent" };
  const asUser = asNobody(withOnly(settings, process.cwd(), command));
  return isDisksOwner ? onReadOnlyDisk(asUser, state) : asUser;
}

/** Starts the service as the unit does. */
async function startUnit(deploymentTest: DeploymentTest, unit: Unit): Promise<Server> {
  const isReady = () => answersAt(unit.port, "/api/health/ready");
  const server = new Server("the unit", unit.port, asUnit(unit, readUnit().command), isReady);
  server.onLine = (line) => {
    if (/EROFS|EACCES|read-only file system/i.test(line))
      deploymentTest.note("nothing is written elsewhere", line);
  };
  return deploymentTest.start(server);
}

const doctorsWords = async (unit: Unit): Promise<string> => {
  const port = String(unit.port);
  const command = [
    process.execPath,
    "cli/vesting-index/launch.mjs",
    "doctor",
    "--url",
    `http://127.0.0.1:${port}`,
  ];
  return getOutput(["sh", "-c", '"$@" || true', "sh", ...asUnit(unit, command, false)]);
};

/** Returns how many requests in a row succeed before one is refused by the rate limit. */
async function answersBeforeLimit(query: typeof fetch, init?: RequestInit): Promise<number> {
  for (let count = 0; count < 200; count++) {
    // Revalidation bypasses the proxy's cache.
    const headers = { "cache-control": "no-cache", ...init?.headers };
    const { status } = await query(`${SITE}/api/schedule-templates`, { ...init, headers });
    if (status === 429) return count;
    if (status !== 200) throw new Error(`It was answered ${status}.`);
  }
  return 200;
}

async function pagesAndApi(
  deploymentTest: DeploymentTest,
  { port, plainPort, certificate }: Nginx,
  treeAddress: string,
) {
  const query = fetchAs({ port, certificate, localAddress: "127.70.0.2" });
  for (const path of ["/", "/campaigns", `/campaigns/${treeAddress}`, "/portfolio", "/docs"]) {
    const { status, headers } = await query(SITE + path);
    const isSafe = headers.has("strict-transport-security") && headers.has("content-security-policy");
    deploymentTest.note(
      `${path.slice(0, 20)} is a page, with the headers of https`,
      status !== 200 ? `${status}` : !isSafe && "they lack",
    );
  }
  const { status, headers } = await query(`${SITE}/api/campaigns?limit=1`);
  deploymentTest.same("the API answers", status, 200);
  deploymentTest.note(
    "the request's id is nginx's",
    !/^[\da-f]{32}$/.test(headers.get("x-request-id") ?? "") && "it is not",
  );
  deploymentTest.same("metrics return 404 without the key", (await query(`${SITE}/api/metrics`)).status, 404);
  const requested = {
    method: "POST",
    body: '{"jsonrpc":"2.0","id":1,"method":"getLatestBlockhash","params":[]}',
  };
  const origin = { origin: SITE, "content-type": "application/json" };
  deploymentTest.same(
    "a page of this site can call the relay",
    (await query(`${SITE}/rpc`, { ...requested, headers: origin })).status,
    200,
  );
  const strange = { ...origin, origin: "https://elsewhere.example" };
  deploymentTest.same(
    "a page of another site cannot call the relay",
    (await query(`${SITE}/rpc`, { ...requested, headers: strange })).status,
    403,
  );
  const plain = await fetch(`http://127.0.0.1:${plainPort}/x?y`, { redirect: "manual" });
  deploymentTest.same("http goes to https", plain.status, 308);
  deploymentTest.same("the proxy supports HTTP/2", await statusByHttp2(port, certificate), 200);
}

const statusByHttp2 = (port: number, certificate: string) =>
  new Promise<number>((resolve, reject) => {
    const session = connect(SITE, {
      port,
      host: "127.0.0.1",
      servername: "vesting.example.com",
      ca: readFileSync(certificate),
    });
    session.once("error", reject);
    const stream = session.request({ ":path": "/api/health" });
    stream.once("response", (headers) => {
      resolve(Number(headers[":status"]));
      session.destroy();
    });
  });

/** Stops the service while half a body is in transit. */
async function stopDuringRequests(
  deploymentTest: DeploymentTest,
  { port, certificate }: Nginx,
  service: Server,
): Promise<void> {
  const { address } = createWallet();
  const recipient = {
    beneficiary: address,
    amount: "1",
    releaseType: 0,
    startTime: "1",
    cliffTime: "1",
    endTime: "1",
  };
  const body = JSON.stringify({
    creator: address,
    mint: NATIVE_MINT,
    campaignId: "1",
    cancellable: false,
    recipients: [recipient],
  });
  const headers = {
    host: "vesting.example.com",
    "content-type": "application/json",
    "content-length": body.length,
  };
  const answered = new Promise<number>((resolve) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      servername: "vesting.example.com",
      ca: readFileSync(certificate),
      method: "POST",
      path: "/api/campaigns/prepare",
      headers,
      agent: false,
    });
    sent
      .once("response", (answer) => resolve(answer.resume().statusCode ?? 0))
      .once("error", () => resolve(0));
    sent.write(body.slice(0, 20));
    setTimeout(() => sent.end(body.slice(20)), 2_500);
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const ended = service.end("SIGTERM");
  deploymentTest.same("a request that is under way at SIGTERM gets its answer", await answered, 200);
  deploymentTest.same("and the service ends with 0", await ended, 0);
  const query = fetchAs({ port, certificate, localAddress: "127.70.0.9" });
  deploymentTest.same(
    "nginx returns 502 while the service is stopped",
    (await query(`${SITE}/api/campaigns`)).status,
    502,
  );
}

/** Checks the doctor's report about a number of proxies. */
async function hopsAreReported(
  deploymentTest: DeploymentTest,
  unit: Unit,
  { port, certificate }: Nginx,
  hops: number,
): Promise<void> {
  const settings = readFileSync(unit.environmentFile, "utf8");
  writeFileSync(unit.environmentFile, settings.replace(/^TRUST_PROXY_HOPS=.*/m, `TRUST_PROXY_HOPS=${hops}`));
  const service = await startUnit(deploymentTest, unit);
  let words = "";
  const sends = async () => {
    const questions = Array.from({ length: 40 }, (_, n) =>
      fetchAs({ port, certificate, localAddress: `127.71.${hops}.${n + 1}` }),
    );
    await Promise.all(questions.map((query) => query(`${SITE}/api/campaigns?limit=1`)));
    words = await doctorsWords(unit);
    return words.includes("service TRUST_PROXY_HOPS");
  };
  await until(`doctor reports that TRUST_PROXY_HOPS=${hops} is wrong`, sends);
  deploymentTest.saw(words.split("\n").find((line) => line.includes("TRUST_PROXY_HOPS")) ?? "");
  deploymentTest.note(`doctor reports that TRUST_PROXY_HOPS=${hops} is wrong`, null);
  await service.end("SIGTERM");
  writeFileSync(unit.environmentFile, settings);
}

/** Runs two workers as the unit starts them, behind nginx, with Postgres and Redis. */
export async function behindProxy(deploymentTest: DeploymentTest): Promise<void> {
  const { primary, redis, ledger } = await deploymentTest.startShared();
  const port = await freePort();
  const unit = {
    port,
    state: await deploymentTest.ownFolder("state"),
    environmentFile: join(deploymentTest.folder, "vesting-index.env"),
  };
  writeFileSync(
    unit.environmentFile,
    `PORT=${port}
WORKERS=2
DATABASE_URL=${postgresUrl(primary)}
REDIS_URL=redis://127.0.0.1:${redis.port}
SOLANA_RPC_URL=http://127.0.0.1:${ledger.port}
REGISTRATION_CHECK=lenient
ADMIN_API_KEY=${KEY}
CRON_SECRET=${KEY}
ALLOWED_HOSTS=vesting.example.com
WALLET_MESSAGE=bound
TRUST_PROXY_HOPS=1
`,
  );
  const migrate = [process.execPath, "cli/vesting-index/launch.mjs", "migrate"];
  deploymentTest.saw((await getOutput(asUnit(unit, migrate))).trim().slice(0, 100));
  const service = await startUnit(deploymentTest, unit);
  const proxy = await startNginx(deploymentTest, port);
  const through = (localAddress: string) => fetchAs({ ...proxy, port: proxy.port, localAddress });
  const api = new ApiClient({ baseUrl: SITE, fetch: through("127.70.0.1") });
  const { treeAddress, parts, error: failure } = await registerInParts(api, api);
  deploymentTest.note(
    `12,000 recipients were registered through ${parts} parts, by messages bound to the site`,
    failure ?? (parts < 2 && "in one part"),
  );
  await pagesAndApi(deploymentTest, proxy, treeAddress);

  const count = await answersBeforeLimit(through("127.72.0.1"));
  deploymentTest.note(
    `one client is limited over both workers (after ${count} answers)`,
    (count < 60 || count > 120) && "not at 60 a minute",
  );
  deploymentTest.same(
    "another client is not limited",
    (await through("127.72.0.2")(`${SITE}/api/schedule-templates`)).status,
    200,
  );
  const forged = { headers: { "x-forwarded-for": "203.0.113.9" } };
  deploymentTest.same(
    "a forged X-Forwarded-For does not evade the limit",
    await answersBeforeLimit(through("127.72.0.1"), forged),
    0,
  );
  const words = await doctorsWords(unit);
  deploymentTest.note("doctor finds nothing wrong", /^[✗!]/m.test(words) && words);

  await stopDuringRequests(deploymentTest, proxy, service);
  await hopsAreReported(deploymentTest, unit, proxy, 0);
  await hopsAreReported(deploymentTest, unit, proxy, 2);
  await startUnit(deploymentTest, unit);
  deploymentTest.same(
    "it is served again",
    (await through("127.70.0.3")(`${SITE}/api/campaigns`)).status,
    200,
  );
}
