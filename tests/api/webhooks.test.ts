import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { GET as backlog } from "@/app/api/admin/webhooks/route";
import { GET as cronSync } from "@/app/api/cron/sync/route";
import { GET as deliveries } from "@/app/api/webhooks/[endpointId]/deliveries/route";
import { POST as replay } from "@/app/api/webhooks/[endpointId]/replay/route";
import { PATCH as change, DELETE as remove } from "@/app/api/webhooks/[endpointId]/route";
import { POST as rotate } from "@/app/api/webhooks/[endpointId]/secret/route";
import { POST as sendTest } from "@/app/api/webhooks/[endpointId]/test/route";
import { POST as create, GET as list } from "@/app/api/webhooks/route";
import { campaigns, webhookEndpoints } from "@/db/schema";
import type { WebhookDeliveriesPage, WebhookEndpointView, WebhookTestView } from "@/lib/contract/webhook";
import { readEnv } from "@/lib/service/env";
import { PublicFetchError } from "@/lib/service/outbound/fetch-public";
import type { Services } from "@/lib/service/services";
import { getDeliveries, getPause, storePauses, verify } from "@/tests/lib/service/webhooks/support/harness";
import { openTestDatabase } from "@/tests/support/database";
import {
  type CallOptions,
  call,
  createWallet,
  signIn,
  startServices,
  type Wallet,
} from "@/tests/support/http";
import { addCampaign } from "@/tests/support/rows";

const URL_ = "https://receiver.example/hooks";
const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const TREE = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const KEYS = { ADMIN_API_KEY: "an-admin-key-for-tests", CRON_SECRET: "a-cron-secret-for-tests" };

const database = openTestDatabase();
const [ann, bob] = [createWallet(), createWallet()];
type Sent = { url: string; headers: Record<string, string>; body: string };
let services: Services;
let sent: Sent[];
let answer: () => { status: number; headers: Record<string, string> };

const start = (settings: Record<string, string> = {}) => {
  services = startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", ...KEYS, ...settings }),
    fetchPublic: async (url, { headers = {}, body = "" }) => {
      sent.push({ url, headers, body: String(body) });
      return { ...answer(), body: Buffer.alloc(0), url };
    },
  });
};
beforeEach(async () => {
  await database.db.delete(campaigns);
  await database.db.delete(webhookEndpoints);
  sent = [];
  answer = () => ({ status: 204, headers: {} });
  start();
});

type Handler = Parameters<typeof call>[0];
type Refused = { code?: string; details?: { path: string }[] };

async function request<T>(
  handler: Handler,
  { wallet = ann, ...options }: CallOptions & { wallet?: Wallet } = {},
) {
  const signature = await signIn(wallet, services);
  return call<T & Refused>(handler, { ...options, headers: { ...options.headers, ...signature } });
}

type Reported = { endpoint: WebhookEndpointView; secret: string };

const made = async (body: object = { address: ADDRESS }, wallet = ann) =>
  (await request<Reported>(create, { body: { url: URL_, ...body }, wallet })).body;

const at = (endpointId: string) => ({ params: { endpointId } });

/** Creates an endpoint for a campaign's events, and stores some events. */
async function received(count: number) {
  const campaign = await addCampaign(database.db, { treeAddress: TREE });
  const { endpoint, secret } = await made({ campaigns: [TREE] });
  const pauses = Array.from({ length: count }, () => getPause(campaign.id));
  await storePauses(database.db, pauses);
  return { campaign, endpoint, secret, pauses };
}

describe("POST /api/webhooks", () => {
  test("returns the secret, which no list contains", async () => {
    const { status, body } = await request<Reported>(create, {
      body: { url: URL_, creator: ADDRESS, types: ["claimed", "claimed", "paused"] },
    });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.endpoint).toMatchObject({
      ...{ id: expect.stringMatching(/^ep_[\w-]{22}$/), url: URL_, creator: ADDRESS, campaigns: null },
      ...{ address: null, types: ["claimed", "paused"], enabled: true, pending: 0 },
    });
    const own = await request<{ endpoints: unknown[] }>(list);
    expect(own.body).toEqual({ endpoints: [body.endpoint] });
    expect(own.text).not.toContain(body.secret);
    expect(own.headers.get("cache-control")).toBe("no-store");
    expect((await request(list, { wallet: bob })).body).toEqual({ endpoints: [] });
  });

  test.each<[object, string]>([
    [{}, "campaigns"],
    [{ campaigns: [] }, "campaigns"],
    [{ campaigns: ["x"] }, "campaigns.0"],
    [{ campaigns: Array(101).fill(TREE) }, "campaigns"],
    [{ address: ADDRESS, creator: ADDRESS }, "campaigns"],
    [{ address: "x" }, "address"],
    [{ address: ADDRESS, types: [] }, "types"],
    [{ address: ADDRESS, types: ["no such type"] }, "types.0"],
    [{ address: ADDRESS, url: "receiver" }, "url"],
    [{ address: ADDRESS, url: "http://receiver.example/" }, "url"],
    [{ address: ADDRESS, url: "https://user:word@receiver.example/" }, "url"],
    [{ address: ADDRESS, url: "https://receiver.example/#here" }, "url"],
    [{ address: ADDRESS, url: `https://receiver.example/${"a".repeat(2_048)}` }, "url"],
    [{ address: ADDRESS, url: "https://127.0.0.1/" }, "url"],
    [{ address: ADDRESS, url: "https://2130706433/" }, "url"],
    [{ address: ADDRESS, url: "https://[::1]/" }, "url"],
    [{ address: ADDRESS, url: "https://[::ffff:10.0.0.1]/" }, "url"],
    [{ address: ADDRESS, url: "https://169.254.169.254/latest/" }, "url"],
  ])("refuses %j at %s and stores nothing", async (body, path) => {
    const refused = await request(create, { body: { url: URL_, ...body } });
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", details: [{ path }] } });
    expect((await request(list)).body).toEqual({ endpoints: [] });
  });

  test("accepts http and private addresses where the operator allows them", async () => {
    start({ WEBHOOKS_ALLOW_PRIVATE: "true" });
    const { status } = await request(create, { body: { url: "http://127.0.0.1:9/", address: ADDRESS } });
    expect(status).toBe(201);
  });

  test("refuses an eleventh endpoint of a wallet, and any beyond the service's limit", async () => {
    for (let n = 0; n < 10; n++) await made();
    expect(await request(create, { body: { url: URL_, address: ADDRESS } })).toMatchObject({ status: 403 });
    start({ WEBHOOK_ENDPOINTS: "10" });
    const body = { url: URL_, address: ADDRESS };
    expect(await request(create, { body, wallet: bob })).toMatchObject({ status: 403 });
  });
});

describe("an endpoint", () => {
  test("is accessible to its wallet alone", async () => {
    const { endpoint } = await made();
    const calls: [Handler, CallOptions][] = [
      [change, { body: { enabled: false }, method: "PATCH" }],
      [remove, { method: "DELETE" }],
      [rotate, { method: "POST" }],
      [sendTest, { method: "POST" }],
      [deliveries, {}],
      [replay, { body: { deliveryId: 1 } }],
    ];
    for (const [handler, options] of calls) {
      const refused = await request(handler, { ...at(endpoint.id), ...options, wallet: bob });
      expect(refused).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    }
    expect((await request(list)).body).toEqual({ endpoints: [endpoint] });
    expect(sent).toEqual([]);
  });

  test("receives other events after a change, and none while disabled", async () => {
    const campaign = await addCampaign(database.db, { treeAddress: TREE });
    const { endpoint } = await made();
    const pause = () => storePauses(database.db, [getPause(campaign.id)]);
    await pause();
    const patch = (body: object) => request<Reported>(change, { ...at(endpoint.id), method: "PATCH", body });
    expect((await patch({ campaigns: [TREE], url: `${URL_}/2` })).body.endpoint).toMatchObject({
      ...{ campaigns: [TREE], address: null, url: `${URL_}/2`, enabled: true },
    });
    await pause();
    expect(await getDeliveries(database.db)).toHaveLength(1);
    expect((await patch({ enabled: false })).body.endpoint).toMatchObject({ disabledReason: "paused" });
    await pause();
    expect((await patch({ enabled: true, types: ["claimed"] })).body.endpoint).toMatchObject({
      ...{ enabled: true, pending: 1 },
    });
    await pause();
    expect(await getDeliveries(database.db)).toHaveLength(1);
    expect((await patch({ types: null })).body.endpoint.types).toBeNull();
    await pause();
    expect(await getDeliveries(database.db)).toHaveLength(2);
    for (const body of [{}, { url: "http://receiver.example/" }, { enabled: "yes" }])
      expect(await patch(body)).toMatchObject({ status: 400 });
  });

  test("gets a new secret, and the previous one still signs for a day", async () => {
    const { endpoint, secret } = await made();
    const { body } = await request<Reported>(rotate, { ...at(endpoint.id), method: "POST" });
    expect(body.secret).not.toBe(secret);
    const until = body.endpoint.previousSecretUntil ?? 0;
    expect(Math.abs(until - Date.now() / 1000 - 86_400)).toBeLessThan(60);
    await request(sendTest, { ...at(endpoint.id), method: "POST" });
    for (const good of [secret, body.secret]) expect(verify(sent[0] as Sent, good)).toHaveProperty("type");
  });

  test("is deleted with its deliveries", async () => {
    const { endpoint } = await received(2);
    const gone = () => request(remove, { ...at(endpoint.id), method: "DELETE" });
    expect(await gone()).toMatchObject({ status: 200, body: { ok: true } });
    expect(await gone()).toMatchObject({ status: 404 });
    expect(await getDeliveries(database.db)).toEqual([]);
  });
});

describe("POST …/test", () => {
  test("sends a signed message at once and returns the outcome", async () => {
    const { endpoint, secret } = await made();
    const send = () => request<WebhookTestView>(sendTest, { ...at(endpoint.id), method: "POST" });
    const { body } = await send();
    expect(body).toEqual({ delivered: true, messageId: expect.any(String), status: 204, error: null });
    const [message] = sent;
    if (!message) throw new Error("Nothing was sent.");
    expect(message).toMatchObject({ url: URL_, headers: { "webhook-id": body.messageId } });
    expect(verify(message, secret)).toMatchObject({
      type: "webhook.test",
      data: { endpointId: endpoint.id },
    });
    answer = () => ({ status: 302, headers: { location: "https://elsewhere.example" } });
    expect((await send()).body).toMatchObject({
      delivered: false,
      status: 302,
      error: expect.stringContaining("redirects"),
    });
    answer = () => {
      throw new PublicFetchError("forbidden", "The address is not public.");
    };
    expect((await send()).body).toMatchObject({ status: null, error: "The address is not public." });
  });
});

describe("GET …/deliveries", () => {
  test("returns all deliveries, newest first, by pages", async () => {
    const { endpoint, pauses } = await received(5);
    const signatures: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(3);
      const query: Record<string, string> = { limit: "2", ...(cursor && { cursor }) };
      const page: { body: WebhookDeliveriesPage } = await request(deliveries, { ...at(endpoint.id), query });
      signatures.push(...page.body.deliveries.map(({ signature }) => signature));
      cursor = page.body.nextCursor;
    }
    expect(signatures).toEqual(pauses.map(({ signature }) => signature).toReversed());
    const first = await request<WebhookDeliveriesPage>(deliveries, at(endpoint.id));
    expect(first.body.deliveries[0]).toMatchObject({
      ...{ state: "pending", type: "paused", treeAddress: TREE, attempts: 0, deliveredAt: null },
      messageId: expect.stringMatching(/^msg_/),
    });
    expect((await request(deliveries, { ...at(endpoint.id), query: { cursor: "x" } })).status).toBe(400);
  });
});

describe("POST …/replay", () => {
  const queue = async (id: string, body: object) =>
    request<{ queued: number; nextCursor: string | null }>(replay, { ...at(id), body });
  const open = async () => (await getDeliveries(database.db)).filter((row) => row.deliveredAt === null);

  test("sends one event again", async () => {
    const { endpoint } = await received(3);
    await database.db.execute(sql`update webhook_deliveries set delivered_at = 1, attempts = 4`);
    await database.db.execute(sql`delete from webhook_lanes`);
    const [, second] = await getDeliveries(database.db);
    expect((await queue(endpoint.id, { deliveryId: second?.id })).body).toEqual({
      queued: 1,
      nextCursor: null,
    });
    expect(await open()).toMatchObject([{ id: second?.id, attempts: 0 }]);
    expect(await queue(endpoint.id, { deliveryId: 2 ** 40 })).toMatchObject({ status: 404 });
    await call(cronSync, { headers: { authorization: `Bearer ${KEYS.CRON_SECRET}` } });
    expect(sent.map(({ body }) => JSON.parse(body).data.signature)).toEqual([second?.signature]);
  });

  test("sends all events of a period, also those never sent", async () => {
    const { endpoint, pauses } = await received(3);
    await database.db.execute(sql`delete from webhook_deliveries where signature = ${pauses[0]?.signature}`);
    await database.db.execute(sql`update webhook_deliveries set delivered_at = 1`);
    const [first, last] = [pauses[0]?.blockTime ?? 0n, pauses[1]?.blockTime ?? 0n];
    const range = { fromBlockTime: first.toString(), toBlockTime: last.toString() };
    expect((await queue(endpoint.id, range)).body).toEqual({ queued: 2, nextCursor: null });
    const names = async () => (await open()).map(({ signature }) => signature).sort();
    expect(await names()).toEqual([pauses[0], pauses[1]].map((pause) => pause?.signature).sort());
    expect((await queue(endpoint.id, { fromBlockTime: (last + 1_000n).toString() })).body.queued).toBe(0);
  });

  test("continues from the oldest event until all were queued", async () => {
    const { id } = await addCampaign(database.db, { treeAddress: ADDRESS });
    const many = Array.from({ length: 1_201 }, () => getPause(id));
    await storePauses(database.db, many);
    const { endpoint } = await made({ campaigns: [ADDRESS] });
    const counts: number[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Awaited<ReturnType<typeof queue>> = await queue(endpoint.id, {
        fromBlockTime: 0,
        ...(cursor !== null && { cursor }),
      });
      counts.push(body.queued);
      cursor = body.nextCursor;
    } while (cursor !== null && counts.length < 9);
    expect(counts).toEqual([500, 500, 201]);
    const listed = await request<{ endpoints: WebhookEndpointView[] }>(list);
    expect(listed.body.endpoints.find((item) => item.id === endpoint.id)?.pending).toBe(1_000);
  });

  test("is refused when nothing or both are named, and while webhooks are off", async () => {
    const { endpoint } = await received(1);
    for (const body of [
      {},
      { deliveryId: 1, fromBlockTime: 0 },
      { deliveryId: 0 },
      { fromBlockTime: 0, cursor: "x" },
    ])
      expect(await queue(endpoint.id, body)).toMatchObject({ status: 400 });
    await request(change, { ...at(endpoint.id), method: "PATCH", body: { enabled: false } });
    expect(await queue(endpoint.id, { fromBlockTime: 0 })).toMatchObject({ status: 409 });
  });
});

test("the scheduled run sends due deliveries, and the operator sees pending ones", async () => {
  const { secret, pauses } = await received(3);
  const look = async () => (await call(backlog, { headers: { "x-admin-key": KEYS.ADMIN_API_KEY } })).body;
  expect(await look()).toMatchObject({ endpoints: 1, disabled: 0, failing: 0, pending: 3 });
  answer = () => ({ status: sent.length === 2 ? 500 : 200, headers: {} });
  await call(cronSync, { headers: { authorization: `Bearer ${KEYS.CRON_SECRET}` } });
  expect(sent.map(({ body }) => JSON.parse(body).data.signature)).toEqual(
    pauses.slice(0, 2).map(({ signature }) => signature),
  );
  for (const message of sent) expect(verify(message, secret)).toHaveProperty("type", "campaign.paused");
  expect(await look()).toMatchObject({ failing: 1, pending: 2, oldestSeconds: expect.any(Number) });
  expect((await call(backlog)).status).toBe(401);
});

test("a refused request does not use the quota of its network", async () => {
  for (let n = 0; n < 10; n++) await made();
  start({ RATE_LIMIT: "on", WEBHOOK_ENDPOINTS: "100", TRUST_PROXY_HOPS: "1" });
  const createFrom = (address: string, body: object, wallet = createWallet()) =>
    request(create, {
      body: { url: URL_, address: ADDRESS, ...body },
      ...{ headers: { "x-forwarded-for": address }, wallet },
    });
  for (let n = 0; n < 11; n++) {
    expect(await createFrom(`198.51.100.${n}`, {}, ann)).toMatchObject({ status: 403 });
    const url = "https://127.0.0.1/";
    expect(await createFrom(`198.51.100.${n}`, { url })).toMatchObject({ status: 400 });
  }
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await createFrom(`198.51.100.${n}`, {})).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
  expect(await database.db.$count(webhookEndpoints)).toBe(20);
});

test("one network cannot exhaust the total number of endpoints with new wallets", async () => {
  start({ RATE_LIMIT: "on", WEBHOOK_ENDPOINTS: "1000", TRUST_PROXY_HOPS: "1" });
  const createFrom = (address: string) =>
    request(create, {
      body: { url: URL_, address: ADDRESS },
      headers: { "x-forwarded-for": address },
      wallet: createWallet(),
    });
  const statuses: number[] = [];
  for (let at = 0; at < 51; at++) statuses.push((await createFrom(`198.51.100.${at}`)).status);
  expect(statuses).toEqual([...Array(50).fill(201), 429]);
  expect((await createFrom("203.0.113.1")).status).toBe(201);
});
