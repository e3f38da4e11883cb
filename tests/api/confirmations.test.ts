import { createHash } from "node:crypto";
import bs58 from "bs58";
import { sql } from "drizzle-orm";
import nacl from "tweetnacl";
import { beforeEach, describe, expect, test } from "vitest";
import type * as z from "zod";
import { POST as confirm } from "@/app/api/confirmations/[listId]/confirm/route";
import { POST as renew } from "@/app/api/confirmations/[listId]/recipients/[row]/invite/route";
import { GET as recipients } from "@/app/api/confirmations/[listId]/recipients/route";
import { GET as read, DELETE as remove } from "@/app/api/confirmations/[listId]/route";
import { POST as create, GET as list } from "@/app/api/confirmations/route";
import { confirmationLists, confirmationRecipients } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import type {
  ConfirmationInviteView,
  ConfirmationRowView,
  confirmationCreatedView,
  confirmationListsView,
  confirmedView,
} from "@/lib/contract/confirmation";
import { addressBytes } from "@/lib/core/solana/addresses";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import {
  type CallOptions,
  call,
  createWallet,
  signIn,
  startServices,
  type Wallet,
} from "@/tests/support/http";

const HOST = "vesting.example";
const database = openTestDatabase();
const [ann, bob, carol, dan] = [createWallet(), createWallet(), createWallet(), createWallet()];

type Refused = { code?: string; details?: { path: string }[] };
type Created = z.output<typeof confirmationCreatedView>;
type Confirmed = z.output<typeof confirmedView>;
type Rows = { recipients: ConfirmationRowView[]; nextCursor: string | null };
type Handler = Parameters<typeof call>[0];

let services: Services;

const start = (settings: Record<string, string> = {}) => {
  services = startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", ALLOWED_HOSTS: HOST, ...settings }),
  });
};

beforeEach(async () => {
  await database.db.delete(confirmationLists);
  start();
});

async function request<T>(
  handler: Handler,
  { wallet = ann, ...options }: CallOptions & { wallet?: Wallet } = {},
) {
  const headers = { ...options.headers, ...(await signIn(wallet, services)) };
  return call<T & Refused>(handler, { ...options, headers });
}

const createList = (body: object, wallet = ann) =>
  request<Created>(create, {
    body: { name: "Team", recipients: [{ wallet: bob.address }], ...body },
    wallet,
  });
const getLists = async (wallet = ann) =>
  (await request<z.output<typeof confirmationListsView>>(list, { wallet })).body.lists;
const toRows = (listId: string, query: Record<string, string | number> = {}, wallet = ann) =>
  request<Rows>(recipients, { params: { listId }, query, wallet });

/** A list with Bob's wallet in row 1 and an invite for row 2. */
async function mixedList() {
  const { body } = await createList({
    recipients: [{ wallet: bob.address, reference: "Bob" }, { reference: "Carol" }],
  });
  const [invite] = body.invites;
  if (!invite) throw new Error("The list has no invite.");
  return { listId: body.list.id, token: invite.token };
}

type Signing = { wallet: Wallet; invite?: string; method?: string; path?: string };

/** Confirms as the client package does: the message names domain, method, path and body. */
async function confirmAs(listId: string, { wallet, invite, method = "POST", path }: Signing) {
  const body = JSON.stringify(invite === undefined ? {} : { invite });
  const headers = await signIn(wallet, services, {
    ...{ domain: HOST, method, path: path ?? `/api/confirmations/${listId}/confirm` },
    bodySha256: createHash("sha256").update(body).digest("hex"),
  });
  return call<Confirmed & Refused>(confirm, {
    ...{ params: { listId }, body, headers: { ...headers, "content-type": "application/json" } },
  });
}

const renewInvite = (listId: string, row: number, wallet = ann) =>
  request<ConfirmationInviteView>(renew, { params: { listId, row: String(row) }, method: "POST", wallet });

describe("POST /api/confirmations", () => {
  test("stores a list, and returns one invite for each recipient without a wallet", async () => {
    const { status, body } = await createList({
      recipients: [{ reference: " Carol " }, { wallet: bob.address }, { reference: "Dan" }],
    });
    expect(status).toBe(201);
    expect(body.list).toMatchObject({ name: "Team", recipients: 3, invited: 2, confirmed: 0 });
    expect(body.list.id).toMatch(/^cl_[\w-]{22}$/);
    const token = (row: number) => expect.stringMatching(new RegExp(`^${row}\\.[\\w-]{43}$`));
    expect(body.invites).toEqual([
      { row: 1, reference: "Carol", token: token(1) },
      { row: 3, reference: "Dan", token: token(3) },
    ]);
    expect(await getLists()).toEqual([body.list]);
    expect(await getLists(bob)).toEqual([]);
  });

  test("stores tokens of invites as hashes only", async () => {
    const { token } = await mixedList();
    const rows = await database.db.select().from(confirmationRecipients);
    const hash = createHash("sha256").update(token).digest("base64url");
    expect(rows.map(({ inviteHash }) => inviteHash)).toEqual([null, hash]);
    expect(JSON.stringify(rows)).not.toContain(token.split(".")[1]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ reference: `Person ${n}` }));

  test.each<[string, object, string]>([
    ["an empty name", { name: "  " }, "name"],
    ["a long name", { name: "a".repeat(101) }, "name"],
    ["a name of two lines", { name: "Team\nSend SOL" }, "name"],
    ["a name that changes the direction of text", { name: "Team \u202e" }, "name"],
    ["no recipients", { recipients: [] }, "recipients"],
    ["too many recipients", { recipients: many(10_001) }, "recipients"],
    ["a recipient without wallet and reference", { recipients: [{}] }, "recipients.0"],
    ["a wallet that is not an address", { recipients: [{ wallet: "Bob" }] }, "recipients.0.wallet"],
    ["a long reference", { recipients: [{ reference: "a".repeat(81) }] }, "recipients.0.reference"],
    [
      "a wallet twice",
      { recipients: [{ wallet: bob.address }, { reference: "Bob", wallet: bob.address }] },
      "recipients.1",
    ],
    [
      "an invited reference twice",
      { recipients: [{ reference: "Bob" }, { reference: "Bob " }] },
      "recipients.1",
    ],
  ])("refuses %s and stores nothing", async (_, body, path) => {
    const refused = await createList(body);
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", details: [{ path }] } });
    expect(await getLists()).toEqual([]);
  });

  test("refuses an eleventh list of a wallet, and recipients beyond the service's limit", async () => {
    for (let n = 0; n < 10; n++) expect((await createList({})).status).toBe(201);
    expect(await createList({})).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    start({ CONFIRMATION_RECIPIENTS: "11" });
    expect(await createList({ recipients: many(2) }, bob)).toMatchObject({ status: 403 });
    expect((await createList({ recipients: many(1) }, bob)).status).toBe(201);
  });

  test("counts recipients against the share of a network, whatever the wallet", LONG, async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    start({ RATE_LIMIT: "on", TRUST_PROXY_HOPS: "1" });
    const fill = (count: number) =>
      request<Created>(create, {
        body: { name: "Team", recipients: many(count) },
        headers,
        wallet: createWallet(),
      });
    for (let n = 0; n < 5; n++) expect((await fill(5_000)).status).toBe(201);
    expect(await fill(1)).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  });

  test("does not count a refused list against the share of a network", LONG, async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    start({ RATE_LIMIT: "on", TRUST_PROXY_HOPS: "1", CONFIRMATION_RECIPIENTS: "9000" });
    const fill = (count: number) =>
      request<Created>(create, { body: { name: "Team", recipients: many(count) }, headers });
    expect(await fill(9_001)).toMatchObject({ status: 403 });
    expect(await fill(5_000)).toMatchObject({ status: 201 });
  });
});

describe("GET /api/confirmations/:listId", () => {
  test("returns the name and the creator to anyone, without recipients and their number", async () => {
    const { listId } = await mixedList();
    const { status, body, text } = await call<Record<string, unknown>>(read, { params: { listId } });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["createdAt", "creator", "genesis", "id", "name"]);
    expect(body).toMatchObject({ id: listId, name: "Team", creator: ann.address });
    expect(text).not.toContain(bob.address);
  });

  test("returns 404 for an unknown list, and 400 for a text that is not an id", async () => {
    expect(await call(read, { params: { listId: `cl_${"a".repeat(22)}` } })).toMatchObject({ status: 404 });
    expect(await call(read, { params: { listId: "other" } })).toMatchObject({ status: 400 });
  });
});

describe("POST /api/confirmations/:listId/confirm", () => {
  test("confirms a listed wallet, and stores a proof that any Ed25519 library verifies", async () => {
    const { listId } = await mixedList();
    const { status, body } = await confirmAs(listId, { wallet: bob });
    expect(status).toBe(200);
    expect(body.wallet).toBe(bob.address);
    const [row] = (await toRows(listId)).body.recipients;
    expect(row).toMatchObject({ row: 1, reference: "Bob", wallet: bob.address, invited: false });
    expect(row).toMatchObject({ status: "confirmed", confirmedAt: body.confirmedAt });
    const { signedMessage = "", signature = "" } = row?.proof ?? {};
    const message = Buffer.from(signedMessage, "base64");
    const key = addressBytes(bob.address);
    expect(nacl.sign.detached.verify(message, bs58.decode(signature), key)).toBe(true);
    expect(JSON.parse(message.toString())).toMatchObject({
      ...{ wallet: bob.address, domain: HOST, method: "POST" },
      path: `/api/confirmations/${listId}/confirm`,
    });
  });

  test("confirms an invited wallet with the invite, which is used once", async () => {
    const { listId, token } = await mixedList();
    expect(await confirmAs(listId, { wallet: carol, invite: token })).toMatchObject({ status: 200 });
    const [, row] = (await toRows(listId)).body.recipients;
    expect(row).toMatchObject({ invited: true, wallet: carol.address, status: "confirmed" });
    const used = await confirmAs(listId, { wallet: dan, invite: token });
    expect(used).toMatchObject({ status: 409, body: { code: "CONFLICT", details: [{ path: "invite" }] } });
    expect((await getLists())[0]).toMatchObject({ recipients: 2, invited: 1, confirmed: 1 });
  });

  test("confirms a wallet a second time without an effect, with or without the invite", async () => {
    const { listId, token } = await mixedList();
    const first = await confirmAs(listId, { wallet: carol, invite: token });
    const before = (await toRows(listId)).body;
    expect(await confirmAs(listId, { wallet: carol, invite: token })).toMatchObject({
      ...{ status: 200, body: first.body },
    });
    expect(await confirmAs(listId, { wallet: carol })).toMatchObject({ status: 200, body: first.body });
    expect((await toRows(listId)).body).toEqual(before);
  });

  test("refuses every wallet that is not listed, also that of the creator", async () => {
    const { listId } = await mixedList();
    const refused = await confirmAs(listId, { wallet: dan });
    expect(refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await confirmAs(listId, { wallet: ann })).toMatchObject({ status: 403 });
  });

  test("refuses an invite for a wallet of another row", async () => {
    const { listId, token } = await mixedList();
    const refused = await confirmAs(listId, { wallet: bob, invite: token });
    expect(refused).toMatchObject({ status: 409, body: { details: [{ path: "wallet" }] } });
    expect((await getLists())[0]).toMatchObject({ confirmed: 0 });
  });

  test("refuses the invite of another row, of another list and one that was never issued", async () => {
    const { listId, token } = await mixedList();
    const other = await mixedList();
    const [, secret = ""] = token.split(".");
    for (const invite of [other.token, `1.${secret}`, `3.${secret}`, `2.${"a".repeat(43)}`]) {
      const refused = await confirmAs(listId, { wallet: carol, invite });
      expect(refused).toMatchObject({ status: 409, body: { details: [{ path: "invite" }] } });
    }
    expect(await confirmAs(listId, { wallet: carol, invite: "other" })).toMatchObject({ status: 400 });
  });

  test("refuses messages that do not name this list, in any mode of the service", async () => {
    const { listId } = await mixedList();
    const other = await mixedList();
    const path = `/api/confirmations/${other.listId}/confirm`;
    expect(await confirmAs(listId, { wallet: bob, path })).toMatchObject({ status: 401 });
    expect(await confirmAs(listId, { wallet: bob, method: "PUT" })).toMatchObject({ status: 401 });
    const unbound = await request(confirm, { params: { listId }, body: {}, wallet: bob });
    expect(unbound).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    expect((await getLists()).map(({ confirmed }) => confirmed)).toEqual([0, 0]);
  });

  test("returns 404 for a list that does not exist", async () => {
    const missing = await confirmAs(`cl_${"a".repeat(22)}`, { wallet: bob });
    expect(missing).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});

describe("GET /api/confirmations/:listId/recipients", () => {
  test("returns the rows to their creator only", async () => {
    const { listId } = await mixedList();
    expect((await toRows(listId, {}, bob)).status).toBe(404);
    expect((await toRows(listId, { format: "csv" }, bob)).status).toBe(404);
    expect(await call(recipients, { params: { listId } })).toMatchObject({ status: 401 });
    expect((await toRows(listId)).body.recipients.map(({ reference }) => reference)).toEqual([
      "Bob",
      "Carol",
    ]);
  });

  test("filters rows by status, and omits proofs on request", async () => {
    const { listId } = await mixedList();
    await confirmAs(listId, { wallet: bob });
    const rows = async (query: Record<string, string>) =>
      (await toRows(listId, query)).body.recipients.map(({ row, proof }) => [row, proof !== null]);
    expect(await rows({ status: "confirmed" })).toEqual([[1, true]]);
    expect(await rows({ status: "waiting" })).toEqual([[2, false]]);
    expect(await rows({ proofs: "false" })).toEqual([
      [1, false],
      [2, false],
    ]);
    expect((await toRows(listId, { status: "other" })).status).toBe(400);
  });

  test("returns pages that a cursor joins without a gap", async () => {
    const references = Array.from({ length: 7 }, (_, n) => `Person ${n}`);
    const { body } = await createList({ recipients: references.map((reference) => ({ reference })) });
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: Rows = (await toRows(body.list.id, { limit: 3, ...(cursor && { cursor }) })).body;
      seen.push(...page.recipients.map(({ reference }) => reference));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(references);
    expect((await toRows(body.list.id, { cursor: "other" })).status).toBe(400);
  });

  test("exports CSV whose cells are not formulas, with the proof", async () => {
    const { body } = await createList({
      recipients: [
        { reference: '=HYPERLINK("https://evil.example")' },
        { wallet: bob.address, reference: "B, Bob" },
      ],
    });
    await confirmAs(body.list.id, { wallet: bob });
    const { text, headers } = await toRows(body.list.id, { format: "csv" });
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="confirmations-${body.list.id}.csv"`,
    );
    const [header, first, second] = text.split("\r\n");
    expect(header).toBe("row,reference,wallet,invited,status,confirmedAt,signedMessage,walletSignature");
    expect(first).toBe(`1,"'=HYPERLINK(""https://evil.example"")",,true,waiting,,,`);
    const { proof } = (await toRows(body.list.id)).body.recipients[1] ?? {};
    expect(second).toMatch(/^2,"B, Bob",/);
    expect(second).toContain(`${proof?.signedMessage},${proof?.signature}`);
    const waiting = await toRows(body.list.id, { format: "csv", status: "waiting", proofs: "false" });
    expect(waiting.text.split("\r\n")[0]).not.toContain("signedMessage");
    expect(waiting.text).not.toContain("Bob");
  });
});

describe("POST /api/confirmations/:listId/recipients/:row/invite", () => {
  test("replaces an unused invite", async () => {
    const { listId, token } = await mixedList();
    const { status, body } = await renewInvite(listId, 2);
    expect(status).toBe(200);
    expect(body).toMatchObject({ row: 2, reference: "Carol" });
    expect(body.token).not.toBe(token);
    expect(await confirmAs(listId, { wallet: carol, invite: token })).toMatchObject({ status: 409 });
    expect(await confirmAs(listId, { wallet: carol, invite: body.token })).toMatchObject({ status: 200 });
  });

  test("resets a confirmation, so that the wallet is not listed any more", async () => {
    const { listId, token } = await mixedList();
    await confirmAs(listId, { wallet: dan, invite: token });
    const { body } = await renewInvite(listId, 2);
    const [, row] = (await toRows(listId)).body.recipients;
    expect(row).toMatchObject({ wallet: null, status: "waiting", confirmedAt: null, proof: null });
    expect(await confirmAs(listId, { wallet: dan })).toMatchObject({ status: 403 });
    expect(await confirmAs(listId, { wallet: carol, invite: body.token })).toMatchObject({ status: 200 });
  });

  test("refuses rows without an invite, unknown rows and other wallets", async () => {
    const { listId, token } = await mixedList();
    expect(await renewInvite(listId, 1)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(await renewInvite(listId, 3)).toMatchObject({ status: 404 });
    expect(await renewInvite(listId, 2, carol)).toMatchObject({ status: 404 });
    expect(await confirmAs(listId, { wallet: carol, invite: token })).toMatchObject({ status: 200 });
  });
});

describe("DELETE /api/confirmations/:listId", () => {
  const removeAs = (listId: string, wallet: Wallet) =>
    request<unknown>(remove, { params: { listId }, method: "DELETE", wallet });

  test("deletes a list with its recipients, for its creator only", async () => {
    const { listId } = await mixedList();
    expect(await removeAs(listId, bob)).toMatchObject({ status: 404 });
    expect(await removeAs(listId, ann)).toMatchObject({ status: 200 });
    expect(await removeAs(listId, ann)).toMatchObject({ status: 404 });
    expect(await getLists()).toEqual([]);
    expect(await database.db.select().from(confirmationRecipients)).toEqual([]);
    expect(await confirmAs(listId, { wallet: bob })).toMatchObject({ status: 404 });
  });
});

describe("concurrent requests", () => {
  test("let exactly one of many wallets use an invite", async () => {
    const { listId, token } = await mixedList();
    const wallets = Array.from({ length: 8 }, () => createWallet());
    const answers = await Promise.all(wallets.map((wallet) => confirmAs(listId, { wallet, invite: token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 200)?.body.wallet;
    const [, row] = (await toRows(listId)).body.recipients;
    expect(row).toMatchObject({ wallet: winner, status: "confirmed" });
  });

  test("let a wallet use exactly one of two invites", async () => {
    const { body } = await createList({ recipients: [{ reference: "A" }, { reference: "B" }] });
    const answers = await Promise.all(
      body.invites.map(({ token }) => confirmAs(body.list.id, { wallet: carol, invite: token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await getLists())[0]).toMatchObject({ confirmed: 1 });
  });

  test("leave no confirmation with an invite that is being replaced", async () => {
    for (let n = 0; n < 10; n++) {
      const { listId, token } = await mixedList();
      const [, reset] = await Promise.all([
        confirmAs(listId, { wallet: carol, invite: token }),
        renewInvite(listId, 2),
      ]);
      const [, row] = (await toRows(listId)).body.recipients;
      // The new invite was issued, so no confirmation with the old one may remain.
      expect(row).toMatchObject({ status: "waiting", wallet: null, proof: null });
      expect(await confirmAs(listId, { wallet: dan, invite: reset.body.token })).toMatchObject({
        status: 200,
      });
      await database.db.delete(confirmationLists);
    }
  });

  test("store at most the limit of lists", async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => createList({})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const [row] = await database.db.select({ lists: sql`count(*)`.mapWith(Number) }).from(confirmationLists);
    expect(row?.lists).toBe(10);
  });
});
