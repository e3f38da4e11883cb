import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresPool } from "@/db/postgres-pool";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { openKeyValue } from "@/lib/service/kv/open";
import { createLogger } from "@/lib/service/log";
import type { Services } from "@/lib/service/services";
import { getCertificate } from "../support/certificate";
import { createEmbeddedDatabase } from "../support/embedded-database";
import { call, createWallet, signIn, startServices } from "../support/http";
import { type FaultyProxy, inSequence, startFaultyProxy } from "../support/outages";
import { getRegistration } from "../support/registration";
import { OPERATIONS, type Operation } from "../support/routes";

/** The deadline of every response during any outage. */
const DUE_MS = 5_000;
const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const SIGNATURE = "5".repeat(87);
const TOKEN = `rs_${"a".repeat(22)}.${"a".repeat(43)}`;
const LIST_ID = `cl_${"a".repeat(22)}`;
const CREDENTIALS = {
  ADMIN_API_KEY: "an-admin-key-for-tests",
  CRON_SECRET: "a-cron-secret-for-tests",
  LABELS_KEY: Buffer.alloc(32, 1).toString("base64"),
};
const wallet = createWallet(new Uint8Array(32).fill(9));

/**
 * Routes that need neither database nor key-value store. A registration without a signature reads the network
 * first, which is unreachable here.
 */
const INDEPENDENT = [
  "GET /api/auth/nonce",
  "GET /api/metrics",
  "POST /api/campaigns/import",
  "POST /api/campaigns/prepare",
  "POST /api/registrations",
  "GET /api/snapshots",
  "GET /api/snapshots/{slot}/files/{sha256}",
  "GET /api/snapshots/{slot}/manifest.json",
  "GET /api/names",
  "POST /api/names/resolve",
  "GET /api/prices",
  "GET /api/schedule-templates",
  "POST /api/simulate-vesting",
  "GET /api/openapi.json",
];
/** The required query by the last part of a path. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  proof: { beneficiary: ADDRESS },
  sponsor: { account: ADDRESS },
};
const dependent = OPERATIONS.filter(
  ({ name }) => !INDEPENDENT.includes(name) && !name.startsWith("GET /api/health"),
);

let registration: Awaited<ReturnType<typeof getRegistration>>;
let silent: FaultyProxy;
beforeAll(async () => {
  [registration, silent] = await Promise.all([getRegistration(wallet), startFaultyProxy()]);
}, LONG.timeout);
afterAll(() => silent.close());

const bodies = (): Record<string, unknown> => ({
  "POST /api/actions/claim/{treeAddress}": { account: ADDRESS },
  "POST /api/admin/sync": {},
  "POST /api/campaigns": registration,
  "POST /api/campaigns/{treeAddress}/root-versions": {
    merkleRoot: registration.merkleRoot,
    leaves: registration.leaves,
    leafCount: registration.leafCount,
    minCliffTime: registration.minCliffTime,
  },
  "PATCH /api/campaigns/{treeAddress}/metadata": { name: "Another" },
  "POST /api/claims/sync": { signature: SIGNATURE },
  "POST /api/events/sync": { signature: SIGNATURE },
  "PUT /api/labels": { labels: [{ recipient: ADDRESS, category: "team" }] },
  "POST /api/registrations": { treeAddress: registration.treeAddress, leaves: registration.leaves },
  "POST /api/confirmations": { name: "Team", recipients: [{ wallet: ADDRESS }] },
  "POST /api/confirmations/{listId}/confirm": {},
  "POST /api/reminders": { channel: "slack", target: "https://hooks.slack.example/services/x" },
  "POST /api/reminders/confirm": { token: TOKEN },
  "POST /api/reminders/unsubscribe": { token: TOKEN },
  "POST /api/uploads": { leafCount: 1, parts: [{ sha256: "00".repeat(32), bytes: 2 }] },
  "PUT /api/campaigns/{treeAddress}/certificate": getCertificate(registration),
  "PUT /api/campaigns/{treeAddress}/lookup-table": { lookupTable: ADDRESS },
  "PUT /api/uploads/{uploadId}/parts/{part}": {},
  "POST /api/waitlist": { email: "somebody@example.com" },
  "POST /api/webhooks": { url: "https://receiver.example/", address: ADDRESS },
  "PATCH /api/webhooks/{endpointId}": { enabled: false },
  "POST /api/webhooks/{endpointId}/replay": { deliveryId: 1 },
});

/** The signed fields of the only request that must name them in every mode of the service. */
const CONFIRMATION = {
  ...{ domain: "localhost", method: "POST", path: `/api/confirmations/${LIST_ID}/confirm` },
  bodySha256: createHash("sha256").update("{}").digest("hex"),
};

async function getHeaders(
  { contract, name }: Operation,
  services: Services,
): Promise<Record<string, string>> {
  if (contract.auth === "admin") return { "x-admin-key": CREDENTIALS.ADMIN_API_KEY };
  if (contract.auth === "scraper") return { authorization: `Bearer ${CREDENTIALS.ADMIN_API_KEY}` };
  if (contract.auth === "cron") return { authorization: `Bearer ${CREDENTIALS.CRON_SECRET}` };
  if (contract.auth !== "wallet") return {};
  return signIn(wallet, services, name === "POST /api/confirmations/{listId}/confirm" ? CONFIRMATION : {});
}

async function request(operation: Operation, headers: Record<string, string>, dueMs = DUE_MS) {
  const parameters: Record<string, string> = {
    treeAddress: registration.treeAddress,
    merkleRoot: registration.merkleRoot,
    address: ADDRESS,
    beneficiary: ADDRESS,
    mint: ADDRESS,
    idx: "0",
    uploadId: "5a".repeat(32),
    part: "0",
    endpointId: `ep_${"a".repeat(22)}`,
    subscriptionId: `rs_${"a".repeat(22)}`,
    listId: LIST_ID,
    row: "1",
  };
  const answering = call<{ code?: string; db?: boolean }>(operation.handler, {
    path: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    method: operation.method,
    params: Object.fromEntries(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, parameters[name] ?? ""]),
    ),
    query: QUERIES[operation.path.split("/").at(-1) ?? ""] ?? {},
    headers,
    body: bodies()[operation.name],
  });
  const { given, isDue } = await inSequence(dueMs, answering);
  return { ...given, isDue };
}

const named = (operations: Operation[]) =>
  operations.map((operation) => [operation.name, operation] as const);

const UNAVAILABLE = { status: 503, isDue: true, body: { code: "SERVICE_UNAVAILABLE" } };

/**
 * Starts services on a database at this URL, which may be unreachable; its pool is small, so that most
 * requests queue.
 */
function startOn(url: string, services: Partial<Services> = {}) {
  const { client } = new PostgresPool({ url, max: 2 });
  const env = readEnv({ LOG_LEVEL: "silent", ...CREDENTIALS });
  const chain = createChain({ urls: ["http://127.0.0.1:1"], deadlineMs: 500 });
  return startServices({ env, chain, db: drizzle(client as unknown as postgres.Sql), ...services });
}

describe("while the database hangs", () => {
  // Concurrent requests, which wait for the same unresponsive server.
  const answers = new Map<string, Awaited<ReturnType<typeof request>>>();
  beforeAll(async () => {
    const services = startOn(`postgres://tester@127.0.0.1:${silent.port}/any`);
    const answer = async (operation: Operation) =>
      answers.set(operation.name, await request(operation, await getHeaders(operation, services)));
    await Promise.all(dependent.map(answer));
  }, LONG.timeout);

  test.each(named(dependent))("%s returns 503 in time", (name) => {
    const answer = answers.get(name);
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(Number(answer?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("health reports the outage once its checks have timed out, after two seconds", async () => {
    startOn(`postgres://tester@127.0.0.1:${silent.port}/any`);
    const health = OPERATIONS.find(({ name }) => name === "GET /api/health");
    if (!health) throw new Error("There is no health route.");
    const answer = await request(health, {}, 3_000);
    expect(answer).toMatchObject({ status: 503, isDue: true, body: { status: "down", db: false } });
  });

  test.each([
    ["load balancers send no requests here", "ready", 3_000, { status: 503, body: { ready: false } }],
    ["no supervisor restarts the process", "live", 1_000, { status: 200, body: { status: "ok" } }],
  ])("%s", async (_name, check, dueMs, expected) => {
    startOn(`postgres://tester@127.0.0.1:${silent.port}/any`);
    const operation = OPERATIONS.find(({ name }) => name === `GET /api/health/${check}`);
    if (!operation) throw new Error(`There is no ${check}.`);
    expect(await request(operation, {}, dueMs)).toMatchObject({ isDue: true, ...expected });
  });
});

test.each(named(dependent))(
  "%s returns 503 in time while the database refuses connections",
  async (_name, operation) => {
    const services = startOn("postgres://tester@127.0.0.1:1/any");
    expect(await request(operation, await getHeaders(operation, services))).toMatchObject(UNAVAILABLE);
  },
);

test("a registration without a signature returns 503 while the network is unreachable", async () => {
  startOn("postgres://tester@127.0.0.1:1/any");
  const operation = OPERATIONS.find(({ name }) => name === "POST /api/registrations");
  if (!operation) throw new Error("There is no such route.");
  expect(await request(operation, {})).toMatchObject({
    status: 503,
    isDue: true,
    body: { code: "LEDGER_UNAVAILABLE" },
  });
});

describe("once the embedded database is closed", () => {
  let db: Services["db"];
  beforeAll(async () => {
    const embedded = await createEmbeddedDatabase();
    await embedded.close();
    db = embedded.db;
  }, LONG.timeout);

  test.each(named(dependent))("%s returns 503", async (_name, operation) => {
    const services = startOn("postgres://tester@127.0.0.1:1/any", { db });
    expect(await request(operation, await getHeaders(operation, services))).toMatchObject(UNAVAILABLE);
  });
});

describe("while Redis and the database hang", () => {
  const stores: [string, (port: number) => Record<string, string>][] = [
    ["Redis", (port) => ({ REDIS_URL: `redis://127.0.0.1:${port}` })],
    [
      "Upstash",
      (port) => ({
        UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`,
        UPSTASH_REDIS_REST_TOKEN: "a-token-for-tests",
      }),
    ],
  ];

  test.each(stores)("every route responds in time: %s", async (_name, settings) => {
    const { kv, rateLimiter } = openKeyValue(readEnv(settings(silent.port)), createLogger("silent"));
    const services = startOn(`postgres://tester@127.0.0.1:${silent.port}/any`);
    const signed = await Promise.all(dependent.map((operation) => getHeaders(operation, services)));
    startOn(`postgres://tester@127.0.0.1:${silent.port}/any`, { kv, rateLimiter });
    const answers = await Promise.all(
      dependent.map((operation, index) => request(operation, signed[index] ?? {})),
    );
    expect(answers.map(({ status, isDue, body }) => ({ status, isDue, body }))).toMatchObject(
      dependent.map(() => UNAVAILABLE),
    );
    const nonce = OPERATIONS.find(({ name }) => name === "GET /api/auth/nonce");
    expect(nonce && (await request(nonce, {}))).toMatchObject(UNAVAILABLE);
    await kv.close();
  });
});
