import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type * as z from "zod";
import { GET as cronSync } from "@/app/api/cron/sync/route";
import { DELETE as remove } from "@/app/api/reminders/[subscriptionId]/route";
import { POST as confirm } from "@/app/api/reminders/confirm/route";
import { POST as create, GET as list } from "@/app/api/reminders/route";
import { POST as unsubscribe } from "@/app/api/reminders/unsubscribe/route";
import { reminderSubscriptions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import type { reminderCreatedView, remindersView } from "@/lib/contract/reminder";
import { REMINDER_KINDS } from "@/lib/core/events/reminder-kinds";
import { systemClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import { sendScheduledReminders, startReminders } from "@/lib/service/reminders/run-reminders";
import type { Services } from "@/lib/service/services";
import { addCampaignOf, clearReminders, indexAt } from "@/tests/lib/service/reminders/support/harness";
import { type MailServer, startMailServer } from "@/tests/lib/service/reminders/support/mail-server";
import { openTestDatabase } from "@/tests/support/database";
import {
  type CallOptions,
  call,
  createWallet,
  signIn,
  startServices,
  type Wallet,
} from "@/tests/support/http";

const HOOK = "https://receiver.example/hooks";
const HOST = "vesting.example";
const EMAIL = "Ann@Example.com";
const database = openTestDatabase();
const [ann, bob] = [createWallet(), createWallet()];

type List = z.output<typeof remindersView>;
type Created = z.output<typeof reminderCreatedView>;
type Refused = { code?: string; details?: { path: string }[] };
type Handler = Parameters<typeof call>[0];

let services: Services;
let mailServer: MailServer;
const closing: (() => Promise<unknown>)[] = [];

const start = (settings: Record<string, string> = {}) => {
  services = startServices({
    db: database.db,
    env: readEnv({
      ...{ LOG_LEVEL: "silent", RATE_LIMIT: "off", ALLOWED_HOSTS: HOST, CRON_SECRET: "a-cron-secret" },
      ...{ SMTP_URL: mailServer.url, MAIL_FROM: "Vesting <vesting@service.example>" },
      ...{ WEBHOOKS_ALLOW_PRIVATE: "true", ...settings },
    }),
  });
};

beforeEach(async () => {
  await clearReminders(database.db);
  await indexAt(database.db, { time: systemClock.now() });
  mailServer = await startMailServer();
  start();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await mailServer.close();
});

async function request<T>(
  handler: Handler,
  { wallet = ann, ...options }: CallOptions & { wallet?: Wallet } = {},
) {
  // Mails contain links to the host of the request.
  const site = { host: HOST, "x-forwarded-proto": "https" };
  const headers = { ...site, ...options.headers, ...(await signIn(wallet, services)) };
  return call<T & Refused>(handler, { ...options, headers });
}

const subscribe = (body: object, wallet = ann) =>
  request<Created>(create, { body: { channel: "webhook", target: HOOK, ...body }, wallet });
const listed = async (wallet = ann) => (await request<List>(list, { wallet })).body.subscriptions;
const send = () => sendScheduledReminders(services, 20_000);

/** Starts a server on this machine that stores the signed messages it receives. */
async function startReceiver() {
  const messages: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer(async (incoming, response) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    messages.push({ headers, body: await text(incoming) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { messages, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

/** Returns the token of the link for a purpose in the newest mail. */
const tokenIn = (purpose: "confirm" | "unsubscribe") =>
  new RegExp(`https://${HOST}/reminders#${purpose}=(\\S+)`).exec(mailServer.mails.at(-1)?.text ?? "")?.[1] ??
  "";

/** Stores a campaign of which a wallet gets tokens now. */
const unlockNow = (wallet: Wallet) =>
  addCampaignOf(database.db, [{ beneficiary: wallet.address, cliffTime: systemClock.now() }]);

describe("POST /api/reminders", () => {
  test("subscribes to all kinds one day ahead by default, and returns the secret once", async () => {
    const { status, body } = await subscribe({});
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.subscription).toMatchObject({
      ...{ id: expect.stringMatching(/^rs_[\w-]{22}$/), channel: "webhook", target: HOOK, state: "active" },
      ...{ kinds: [...REMINDER_KINDS], leads: [86_400], language: "en", lastSentAt: null },
    });
    const own = await request<List>(list);
    expect(own.body).toEqual({ subscriptions: [body.subscription], channels: ["webhook", "slack", "email"] });
    expect(own.text).not.toContain(body.secret);
    expect(await listed(bob)).toEqual([]);
  });

  test("sorts lead times and removes repeated values", async () => {
    const { body } = await subscribe({ leads: [0, 604_800, 0], kinds: ["unlock.due", "unlock.due"] });
    expect(body.subscription).toMatchObject({ leads: [604_800, 0], kinds: ["unlock.due"] });
  });

  test.each<[object, string]>([
    [{ channel: "pigeon" }, "channel"],
    [{ target: "no url" }, "target"],
    [{ target: "https://user:word@receiver.example/" }, "target"],
    [{ channel: "email", target: "no address" }, "target"],
    [{ channel: "email", target: "a@b.example, c@d.example" }, "target"],
    [{ channel: "email", target: `${"a".repeat(250)}@b.example` }, "target"],
    [{ kinds: [] }, "kinds"],
    [{ kinds: ["no.kind"] }, "kinds.0"],
    [{ leads: [] }, "leads"],
    [{ leads: [-1] }, "leads.0"],
    [{ leads: [7_776_001] }, "leads.0"],
    [{ leads: [1, 2, 3, 4, 5, 6] }, "leads"],
    [{ language: "fr" }, "language"],
  ])("refuses %j at %s and stores nothing", async (body, path) => {
    const refused = await subscribe(body);
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", details: [{ path }] } });
    expect(await listed()).toEqual([]);
  });

  test("refuses private addresses unless the operator allows them", async () => {
    start({ WEBHOOKS_ALLOW_PRIVATE: "false" });
    for (const target of ["https://127.0.0.1/", "https://[::1]/", "http://receiver.example/"]) {
      for (const channel of ["webhook", "slack"])
        expect(await subscribe({ channel, target })).toMatchObject({ status: 400 });
    }
  });

  test("refuses an eleventh subscription of a wallet, and any beyond the service's limit", async () => {
    for (let n = 0; n < 10; n++) expect((await subscribe({})).status).toBe(201);
    expect(await subscribe({})).toMatchObject({ status: 403 });
    start({ REMINDER_SUBSCRIPTIONS: "10" });
    expect(await subscribe({}, bob)).toMatchObject({ status: 403 });
  });

  test("refuses email without a mail server, and for a host that is not the service's", async () => {
    const body = { channel: "email", target: EMAIL };
    const headers = { host: "evil.example" };
    start({ ALLOWED_HOSTS: "" });
    expect(await request(create, { body, headers })).toMatchObject({ status: 403 });
    start({ SMTP_URL: "", MAIL_FROM: "" });
    expect(await subscribe(body)).toMatchObject({ status: 403 });
    expect((await request<List>(list)).body.channels).toEqual(["webhook", "slack"]);
    expect(mailServer.mails).toEqual([]);
  });

  test("sends a link to a named host for a request to a loopback host", async () => {
    const headers = { host: "localhost:9999" };
    const body = { channel: "email", target: EMAIL };
    expect(await request(create, { body, headers })).toMatchObject({ status: 201 });
    await send();
    expect(mailServer.mails.at(-1)?.text).not.toContain("localhost");
    expect(tokenIn("confirm")).not.toBe("");
  });

  test("asks one email address at most three times a day to confirm, whatever the wallet", async () => {
    start({ RATE_LIMIT: "on" });
    for (let n = 0; n < 3; n++) {
      const target = n === 1 ? EMAIL : EMAIL.toLowerCase();
      expect((await subscribe({ channel: "email", target }, createWallet())).status).toBe(201);
    }
    const refused = await subscribe({ channel: "email", target: EMAIL }, createWallet());
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect((await subscribe({ channel: "email", target: "bob@example.com" })).status).toBe(201);
  });

  test("counts no refused request against an email address or a network", async () => {
    const email = { channel: "email", target: EMAIL };
    const subscribeFrom = (address: string, body: object, wallet = createWallet()) =>
      request<Created>(create, { body, wallet, headers: { "x-forwarded-for": address } });
    for (let n = 0; n < 10; n++) await subscribe({});
    start({ RATE_LIMIT: "on", TRUST_PROXY_HOPS: "1", REMINDER_SUBSCRIPTIONS: "100" });
    for (let n = 0; n < 11; n++) {
      const address = `198.51.100.${n}`;
      expect(await subscribeFrom(address, email, ann)).toMatchObject({ status: 403 });
      expect(await subscribeFrom(address, { ...email, target: "no address" })).toMatchObject({ status: 400 });
      const hook = { channel: "webhook", target: "ftp://receiver.example/" };
      expect(await subscribeFrom(address, hook)).toMatchObject({ status: 400 });
    }
    const webhook = { channel: "webhook", target: HOOK };
    for (let n = 0; n < 10; n++)
      expect(await subscribeFrom(`198.51.100.${n}`, webhook)).toMatchObject({ status: 201 });
    expect(await subscribeFrom("198.51.100.11", email)).toMatchObject({ status: 429 });
    for (let n = 0; n < 3; n++)
      expect(await subscribeFrom(`203.0.113.${n}`, email)).toMatchObject({ status: 201 });
    expect(await subscribeFrom("203.0.113.3", email)).toMatchObject({ status: 429 });
  });
});

describe("DELETE /api/reminders/:subscriptionId", () => {
  test("deletes only a subscription of the signing wallet", async () => {
    const { id } = (await subscribe({})).body.subscription;
    const options = { params: { subscriptionId: id }, method: "DELETE" };
    expect(await request(remove, { ...options, wallet: bob })).toMatchObject({ status: 404 });
    expect(await listed()).toHaveLength(1);
    expect(await request(remove, options)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await request(remove, options)).toMatchObject({ status: 404 });
    expect(await listed()).toEqual([]);
  });
});

describe("a subscription by webhook", () => {
  test("receives a signed reminder once, also from two processes", LONG, async () => {
    const receiver = await startReceiver();
    const { secret, subscription } = (await subscribe({ target: receiver.url, leads: [0] })).body;
    const { treeAddress } = await unlockNow(ann);
    const loops = [1, 2].map(() => startReminders(services, { pollIntervalMs: 20 }));
    closing.push(...loops.map((loop) => () => loop.close()));
    await expect.poll(async () => (await listed())[0]?.lastSentAt ?? null, LONG).not.toBe(null);
    await Promise.all(loops.map((loop) => loop.close()));
    const { body, headers } = receiver.messages[0] ?? { body: "", headers: {} };
    expect(new Webhook(secret ?? "").verify(body, headers)).toMatchObject({
      type: "cliff.reached",
      data: { wallet: ann.address, dates: [{ treeAddress }], total: 1 },
    });
    expect(receiver.messages).toHaveLength(1);
    expect(await listed()).toMatchObject([{ id: subscription.id, error: null }]);
  });

  test("receives reminders from the scheduler's route", async () => {
    const receiver = await startReceiver();
    await subscribe({ target: receiver.url, leads: [0] });
    await unlockNow(ann);
    await call(cronSync, { headers: { authorization: "Bearer a-cron-secret" } });
    expect(receiver.messages).toHaveLength(1);
  });
});

describe("a subscription by Slack", () => {
  test("receives text without the secret", async () => {
    const receiver = await startReceiver();
    const { body } = await subscribe({ channel: "slack", target: receiver.url, leads: [0], language: "de" });
    expect(body.secret).toBe(null);
    await unlockNow(ann);
    await send();
    expect(JSON.parse(receiver.messages[0]?.body ?? "")).toEqual({
      text: expect.stringContaining(ann.address),
      unfurl_links: false,
    });
  });
});

describe("a subscription by email", () => {
  const mail = { channel: "email", target: EMAIL, leads: [0] };

  test("is confirmed by its owner, receives reminders, and ends with one click", async () => {
    const { body } = await subscribe(mail);
    expect(body).toMatchObject({
      secret: null,
      subscription: { state: "unconfirmed", target: "ann@example.com" },
    });
    await send();
    expect(mailServer.mails).toMatchObject([
      { to: "ann@example.com", headers: { subject: "Confirm your reminders" } },
    ]);
    expect(mailServer.mails[0]?.headers.from).toBe("Vesting <vesting@service.example>");
    const token = tokenIn("confirm");
    for (const wrong of [
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      `rs_${"x".repeat(22)}${token.slice(25)}`,
    ])
      expect(await call(confirm, { body: { token: wrong } })).toMatchObject({ status: 404 });
    expect(await call(unsubscribe, { body: { token } })).toMatchObject({ status: 404 });
    expect(await listed()).toMatchObject([{ state: "unconfirmed" }]);
    const before = systemClock.now();
    for (let n = 0; n < 2; n++)
      expect(await call(confirm, { body: { token } })).toMatchObject({ status: 200, body: { ok: true } });
    expect(await listed()).toMatchObject([{ state: "active" }]);

    await database.db.update(reminderSubscriptions).set({ confirmedAt: before - 10n });
    await unlockNow(ann);
    await send();
    expect(mailServer.mails).toHaveLength(2);
    const [, { headers, text: content }] = mailServer.mails as [unknown, (typeof mailServer.mails)[0]];
    expect(content).toContain(ann.address);
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(headers["auto-submitted"]).toBe("auto-generated");
    const link = new URL(/^<(.+)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "");
    expect(link.origin + link.pathname).toBe(`https://${HOST}/api/reminders/unsubscribe`);
    expect(link.searchParams.get("token")).toBe(tokenIn("unsubscribe"));

    // As a mail program does. Source: RFC 8058, section 3.1.
    for (let n = 0; n < 2; n++) {
      const clicked = await call(unsubscribe, {
        method: "POST",
        query: link.search.slice(1),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
      expect(clicked).toMatchObject({ status: 200, body: { ok: true } });
    }
    expect(await listed()).toMatchObject([{ state: "stopped", stoppedReason: "unsubscribed" }]);
    await unlockNow(ann);
    await send();
    expect(mailServer.mails).toHaveLength(2);
    const again = await call<Refused>(confirm, { body: { token } });
    expect(again).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(await listed()).toMatchObject([{ state: "stopped" }]);
  });

  test("cannot be confirmed after its recipient unsubscribed without a confirmation", async () => {
    await subscribe(mail);
    await send();
    const token = tokenIn("confirm");
    await database.db.update(reminderSubscriptions).set({ stoppedAt: 1n, stoppedReason: "unsubscribed" });
    expect(await call(confirm, { body: { token } })).toMatchObject({ status: 409 });
    expect(await listed()).toMatchObject([{ state: "stopped", stoppedReason: "unsubscribed" }]);
  });

  test("ends with the token in a JSON body, and refuses a request without one", async () => {
    await subscribe(mail);
    await send();
    await call(confirm, { body: { token: tokenIn("confirm") } });
    await database.db.update(reminderSubscriptions).set({ confirmedAt: 0n });
    await unlockNow(ann);
    await send();
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    for (const body of [form, {}, undefined])
      expect(await call(unsubscribe, { method: "POST", ...(body && { body }) })).toMatchObject({
        status: 400,
      });
    expect(await call(unsubscribe, { body: { token: tokenIn("unsubscribe") } })).toMatchObject({
      status: 200,
    });
    expect(await listed()).toMatchObject([{ state: "stopped" }]);
  });

  test("survives a mail server that is down, and reports the error to its owner", async () => {
    start({ SMTP_URL: "smtp://127.0.0.1:1" });
    await subscribe(mail);
    await send();
    expect(await listed()).toMatchObject([
      { state: "unconfirmed", error: "The service's mail server did not accept the message." },
    ]);
  });

  test.each([
    [550, "5.1.1 No such mailbox", "The mail server refused the address with status 550."],
    [554, "5.7.1 Relaying denied", "The service's mail server did not accept the message."],
    [451, "4.7.1 Greylisted", "The service's mail server did not accept the message."],
  ])("reports the response %i %s", async (status, message, error) => {
    await mailServer.close();
    mailServer = await startMailServer(() => ({ status, message }));
    start();
    await subscribe(mail);
    await send();
    expect(await listed()).toMatchObject([{ state: "unconfirmed", error }]);
  });
});
