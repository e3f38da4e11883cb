import { ApiClient } from "@/lib/client/api-client";
import { LedgerCampaign } from "../cluster/ledger-campaign";
import { answersAt, getOutput, postgresUrl, Server, startPgBouncer } from "../cluster/servers";
import { freePort } from "../load/service/service";
import { fetchAs } from "./fetch-as";
import { registerInParts } from "./long-campaign";
import { asNobody, type DeploymentTest, onReadOnlyDisk, withOnly } from "./trial";

const HOST = "vesting-index.vercel.app";
const SITE = `https://${HOST}`;
const SECRET = "a-secret-of-the-scheduler";

/**
 * Starts an instance of a serverless platform: Next alone, under a user without privileges, on a read-only
 * disk.
 */
async function startInstance(
  deploymentTest: DeploymentTest,
  name: string,
  settings: Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const next = [process.execPath, "node_modules/.bin/next", "start"];
  const command = withOnly(settings, process.cwd(), [...next, "-H", "127.0.0.1", "-p", String(port)]);
  const isReady = () => answersAt(port, "/api/health/ready");
  const server = new Server(name, port, onReadOnlyDisk(asNobody(command)), isReady);
  const failures = new Set<string>();
  server.onLine = (line) => {
    if (!/EROFS|EACCES|EPERM|read-only file system/i.test(line) || failures.size > 2) return;
    failures.add(line);
    deploymentTest.note(`${name} writes nothing`, line.slice(0, 600));
  };
  return deploymentTest.start(server);
}

/** Runs two instances that share Postgres through PgBouncer, and Redis, and nothing else. */
export async function asInstances(deploymentTest: DeploymentTest): Promise<void> {
  const { primary, redis, ledger } = await deploymentTest.startShared();
  const pooled = await deploymentTest.track(startPgBouncer(deploymentTest.folder, primary));
  const settings = {
    ...{ VERCEL: "1", VERCEL_URL: HOST, NODE_ENV: "production", HOME: "/nonexistent" },
    ...{ DATABASE_URL: postgresUrl(pooled), DATABASE_PREPARE: "off" },
    ...{ REDIS_URL: `redis://127.0.0.1:${redis.port}`, SOLANA_RPC_URL: `http://127.0.0.1:${ledger.port}` },
    ...{ REGISTRATION_CHECK: "lenient", CRON_SECRET: SECRET },
  };
  const migrate = [process.execPath, "cli/vesting-index/launch.mjs", "migrate"];
  const migrated = await getOutput(withOnly(settings, process.cwd(), migrate));
  deploymentTest.note(
    "the build's last step migrates through PgBouncer",
    !migrated.startsWith("Applied") && migrated,
  );
  const one = await startInstance(deploymentTest, "one instance", settings);
  const other = await startInstance(deploymentTest, "the other instance", settings);

  let step = 0;
  const headers = { "x-vercel-forwarded-for": "203.0.113.1", "x-forwarded-proto": "https" };
  const inSequence = fetchAs({ port: () => (step++ % 2 === 0 ? one : other).port, headers });
  const [atOne, atOther] = [one, other].map(({ port }) => fetchAs({ port, headers }));
  if (!atOne || !atOther) throw new Error("There are two.");
  const api = new ApiClient({ baseUrl: SITE, fetch: inSequence });
  const { treeAddress, parts, error } = await registerInParts(api, api);
  deploymentTest.saw(`${step} requests, each at the other instance than the one before`);
  deploymentTest.note(
    `12,000 recipients were registered through ${parts} parts, nonces and parts of each at the other`,
    error ?? (parts < 2 && "in one part"),
  );
  for (const [name, query] of [["one", atOne] as const, ["the other", atOther] as const]) {
    for (const path of ["/", "/campaigns", `/campaigns/${treeAddress}`, "/docs", "/api/openapi.json"]) {
      deploymentTest.same(`${path.slice(0, 20)} of ${name}`, (await query(SITE + path)).status, 200);
    }
  }

  const cron = (authorization?: string) =>
    atOther(`${SITE}/api/cron/sync`, authorization === undefined ? {} : { headers: { authorization } });
  deploymentTest.same("a scheduled run needs its secret", (await cron()).status, 401);
  deploymentTest.same("and the right one", (await cron(`Bearer ${SECRET}s`)).status, 401);
  const onLedger = await LedgerCampaign.create(`http://127.0.0.1:${ledger.port}`);
  await onLedger.register({ port: one.port, localAddress: "127.73.0.1" });
  onLedger.begin();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  let isShown = false;
  const ending = onLedger.end(one.port).finally(() => {
    isShown = true;
  });
  let runs = 0;
  while (!isShown) {
    const answer = await cron(`Bearer ${SECRET}`);
    runs++;
    if (answer.status !== 200) throw new Error(`A run was answered ${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const ended = await ending;
  deploymentTest.note(
    `${ended.events} events of the ledger are at one after runs at the other (${runs})`,
    ended.error,
  );

  let refused = 0;
  for (let requested = 0; requested < 130 && refused === 0; requested++) {
    if ((await inSequence(`${SITE}/api/schedule-templates`)).status === 429) refused = requested;
  }
  deploymentTest.note(
    `one client is limited over both instances (after ${refused})`,
    (refused < 60 || refused > 120) && "not at 60 a minute",
  );
  const another = fetchAs({
    port: one.port,
    headers: { ...headers, "x-vercel-forwarded-for": "203.0.113.2" },
  });
  deploymentTest.same("another one is not", (await another(`${SITE}/api/schedule-templates`)).status, 200);
  deploymentTest.note("nothing was written, and nothing tried to", null);
}
