import { gzipSync } from "node:zlib";
import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as postRotation } from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import { POST as postCampaign } from "@/app/api/campaigns/route";
import { discardExpiredUploads } from "@/db/queries/registration/uploads";
import { campaigns, leaves, rootVersions, uploadParts, uploads } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, isOverSockets, signIn, startServices, type Wallet } from "@/tests/support/http";
import { getRegistration, type RegistrationBody, someRecipients } from "@/tests/support/registration";
import {
  getAnnouncement,
  getParts,
  openUpload,
  type Refusal,
  requestUpload,
  sendPart,
  upload,
} from "@/tests/support/uploads";

const START = 1_700_000_050;
const [HOUR, DAY] = [3_600, 86_400];
const quiet = { LOG_LEVEL: "silent", RATE_LIMIT: "off" };

const database = openTestDatabase();
let services: Services;
/** Unix seconds, which tests advance. */
let now = START;

const start = (settings: Record<string, string> = {}) => {
  services = startServices({
    db: database.db,
    env: readEnv({ ...quiet, ...settings }),
    now: () => BigInt(now),
    nowMs: () => now * 1000,
  });
};
beforeEach(() => start());

type Answer = { ok: true; campaignId: number; version: number } & Refusal;

const register = async (body: unknown, wallet: Wallet, query: Record<string, string> = {}) =>
  call<Answer>(postCampaign, {
    path: "/api/campaigns",
    query,
    body,
    headers: await signIn(wallet, services),
  });

const rotate = async (treeAddress: string, body: unknown, wallet: Wallet) =>
  call<Answer>(postRotation, {
    path: "/api/campaigns/:treeAddress/root-versions",
    params: { treeAddress },
    body,
    headers: await signIn(wallet, services),
  });

/** Returns a body with an upload's id in place of its leaves. */
const uploaded = ({ leaves: _, ...body }: RegistrationBody, uploadId: string) => ({ ...body, uploadId });

/** Returns all stored leaves of a tree, without the ids of their owners. */
async function toRows(treeAddress: string) {
  const rows = await database.db
    .select({ version: rootVersions.version, leaf: leaves })
    .from(leaves)
    .innerJoin(rootVersions, eq(rootVersions.id, leaves.rootVersionId))
    .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
    .where(eq(campaigns.treeAddress, treeAddress))
    .orderBy(asc(rootVersions.version), asc(leaves.leafIndex));
  return rows.map(({ version, leaf: { id: _, rootVersionId: __, ...leaf } }) => ({ version, ...leaf }));
}

/** Opens a wallet's upload of three parts, none of which is sent. */
async function opened(count = 6) {
  const wallet = createWallet();
  const body = await getRegistration(wallet, { recipients: someRecipients(count) });
  const parts = getParts(body.leaves, [2, 4]);
  const announced = getAnnouncement(count, parts);
  const { uploadId } = (await openUpload(announced, wallet, services)).body;
  return { wallet, body, parts, announced, uploadId };
}

describe("an upload in parts", () => {
  test("registers and rotates a list to the rows of one request, for any split and order", LONG, async () => {
    const order = (parts: number) =>
      fc.array(fc.nat({ max: parts - 1 }), { maxLength: 4 }).chain((again) =>
        fc
          .shuffledSubarray(
            Array.from({ length: parts }, (_, part) => part),
            { minLength: parts, maxLength: parts },
          )
          .map((all) => [...all, ...again]),
      );
    const split = fc.integer({ min: 1, max: 40 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        proofs: fc.boolean(),
        indent: fc.constantFrom(0, 2),
        gzip: fc.boolean(),
        sending: fc
          .array(fc.integer({ min: 0, max: count }), { maxLength: 6 })
          .chain((cuts) => fc.tuple(fc.constant(cuts), order(cuts.length + 1))),
        leafOrder: fc.shuffledSubarray(
          Array.from({ length: count }, (_, index) => index),
          { minLength: count, maxLength: count },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(split, async ({ count, proofs, indent, gzip, sending: [cuts, order], leafOrder }) => {
        const wallet = createWallet();
        const list = (body: RegistrationBody) =>
          leafOrder
            .flatMap((index) => body.leaves[index] ?? [])
            .map(({ proof, ...leaf }) => (proofs ? { ...leaf, proof } : leaf));
        const send = async (body: RegistrationBody) => {
          const parts = getParts(list(body), cuts).map((text) =>
            JSON.stringify(JSON.parse(text), null, indent),
          );
          const { uploadId } = (await openUpload(getAnnouncement(count, parts), wallet, services)).body;
          for (const part of order) {
            const answer = await sendPart(uploadId, {
              part,
              body: gzip ? gzipSync(parts[part] ?? "") : parts[part],
              headers: gzip ? { "content-encoding": "gzip" } : {},
            });
            expect(answer).toMatchObject({ status: 200, body: { ok: true, part } });
          }
          expect((await requestUpload(uploadId)).body.missing).toEqual([]);
          return uploaded(body, uploadId);
        };
        const first = someRecipients(count);
        const whole = await getRegistration(wallet, { recipients: first, campaignId: 1n });
        const cut = await getRegistration(wallet, { recipients: first, campaignId: 2n });
        expect((await register({ ...whole, leaves: list(whole) }, wallet)).status).toBe(201);
        expect((await register(await send(cut), wallet)).status).toBe(201);
        const then = first.map((recipient) => ({ ...recipient, amount: recipient.amount + 1n }));
        const next = await getRegistration(wallet, { recipients: then });
        const rotation = { ...next, leaves: list(next) };
        expect((await rotate(whole.treeAddress, rotation, wallet)).status).toBe(201);
        expect((await rotate(cut.treeAddress, await send(next), wallet)).status).toBe(201);
        const rows = await toRows(cut.treeAddress);
        expect(rows).toHaveLength(2 * count);
        expect(rows).toEqual(await toRows(whole.treeAddress));
      }),
      { numRuns: caseCount(15) },
    );
  });

  test("is the same for the same list of the same wallet, and a new one for any other", async () => {
    const { wallet, parts, announced, uploadId } = await opened();
    await sendPart(uploadId, { part: 1, body: parts[1] });
    const again = await openUpload(announced, wallet, services);
    expect(again).toMatchObject({ status: 200, body: { uploadId, leafCount: 6, partCount: 3 } });
    expect(again.body.missing).toEqual([0, 2]);
    expect((await requestUpload(uploadId)).body).toEqual(again.body);
    const others = [
      await openUpload(announced, createWallet(), services),
      await openUpload({ ...announced, leafCount: 7 }, wallet, services),
      await openUpload({ ...announced, parts: announced.parts.toReversed() }, wallet, services),
    ];
    expect(new Set([uploadId, ...others.map(({ body }) => body.uploadId)]).size).toBe(4);
    for (const { status, body } of others) expect([status, body.missing]).toEqual([201, [0, 1, 2]]);
  });

  test("accepts the same parts concurrently, and opens once for concurrent requests", async () => {
    const wallet = createWallet();
    const body = await getRegistration(wallet, { recipients: someRecipients(30) });
    const parts = getParts(body.leaves, [7, 15, 22]);
    const announced = getAnnouncement(30, parts);
    const all = await Promise.all(Array.from({ length: 5 }, () => openUpload(announced, wallet, services)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    const uploadId = all[0]?.body.uploadId ?? "";
    const answers = await Promise.all(
      [0, 1, 2].flatMap(() => parts.map((text, part) => sendPart(uploadId, { part, body: text }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [row] = await database.db.select().from(uploads).where(eq(uploads.id, uploadId));
    const [held] = await database.db
      .select({ bytes: sql`sum(octet_length(${uploadParts.content}))`.mapWith(Number) })
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId));
    expect(row?.heldBytes).toBe(65_536 + 4 * 1_024 + (held?.bytes ?? 0));
    const registered = await Promise.all([1, 2, 3].map(() => register(uploaded(body, uploadId), wallet)));
    expect(registered.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  });

  test("once used returns the ordinary response to repetitions for an hour", async () => {
    const { wallet, body, parts, uploadId } = await opened();
    for (const [part, text] of parts.entries()) await sendPart(uploadId, { part, body: text });
    const given = uploaded(body, uploadId);
    const tried = await register(given, wallet, { dryRun: "true" });
    expect(tried).toMatchObject({ status: 200, body: { campaignId: null } });
    expect((await requestUpload(uploadId)).body.expiresAt).toBe(now + DAY);
    const first = await register(given, wallet);
    expect(first.status).toBe(201);
    expect((await requestUpload(uploadId)).body.expiresAt).toBe(now + HOUR);
    const duplicates = [
      await register(given, wallet),
      await register(body, wallet),
      await register({ ...given, createdAt: 5, metadata: { name: "Another" } }, wallet),
    ];
    for (const duplicate of duplicates)
      expect(duplicate).toMatchObject({ status: 200, body: { campaignId: first.body.campaignId } });
    const other = await register({ ...given, totalSupply: "1" }, wallet);
    expect(other).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    now += HOUR;
    expect(await register(given, wallet)).toMatchObject({ status: 404, body: { error: /expired/ } });
  });

  test("continues where an ended process left it", async () => {
    const { wallet, body, parts, uploadId } = await opened();
    await sendPart(uploadId, { part: 2, body: parts[2] });
    start();
    for (const part of (await requestUpload(uploadId)).body.missing)
      await sendPart(uploadId, { part, body: parts[part] });
    start();
    expect((await register(uploaded(body, uploadId), wallet)).status).toBe(201);
    expect(await toRows(body.treeAddress)).toHaveLength(6);
  });
});

describe("a registration that names an upload", () => {
  test("is refused without all parts, and the missing ones are named", async () => {
    const { wallet, body, parts, uploadId } = await opened();
    await sendPart(uploadId, { part: 1, body: parts[1] });
    const answer = await register(uploaded(body, uploadId), wallet);
    expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT", error: /2 parts/ } });
    expect(answer.body.details).toEqual(
      [0, 2].map((part) => ({ path: "uploadId", message: `Part ${part} is missing.`, part })),
    );
    expect(await toRows(body.treeAddress)).toEqual([]);
  });

  test("is refused with another wallet's upload, an unknown one, another number of leaves, both and neither", async () => {
    const { wallet, body, parts, uploadId } = await opened();
    for (const [part, text] of parts.entries()) await sendPart(uploadId, { part, body: text });
    const stranger = createWallet();
    const strange = await getRegistration(stranger, { recipients: someRecipients(6) });
    const refused: [object, Wallet, number, string][] = [
      [uploaded(strange, uploadId), stranger, 403, "FORBIDDEN"],
      [uploaded(body, "0".repeat(64)), wallet, 404, "NOT_FOUND"],
      [{ ...uploaded(body, uploadId), leafCount: 5 }, wallet, 400, "VALIDATION_ERROR"],
      [{ ...body, uploadId }, wallet, 400, "VALIDATION_ERROR"],
      [{ ...uploaded(body, uploadId), uploadId: undefined }, wallet, 400, "VALIDATION_ERROR"],
      [uploaded(body, "x"), wallet, 400, "VALIDATION_ERROR"],
    ];
    for (const [given, signer, status, code] of refused)
      expect(await register(given, signer)).toMatchObject({ status, body: { code } });
    expect(await toRows(body.treeAddress)).toEqual([]);
    const rotation = uploaded(await getRegistration(wallet), uploadId);
    expect(await rotate(body.treeAddress, rotation, wallet)).toMatchObject({ status: 404 });
  });

  test.each<[string, (leaf: Record<string, unknown>) => object, string]>([
    ["an amount beyond u64", (leaf) => ({ ...leaf, amount: "18446744073709551616" }), "leaves.4.amount"],
    ["an index twice", (leaf) => ({ ...leaf, leafIndex: 3 }), "leaves.4.leafIndex"],
    ["another leaf's proof", (leaf) => ({ ...leaf, leafIndex: 4, amount: "1" }), "leaves.4.proof"],
    ["no object", () => [], "leaves.4"],
  ])("is refused for %s as with the list itself", async (_, spoil, path) => {
    const wallet = createWallet();
    const body = await getRegistration(wallet, { recipients: someRecipients(6) });
    const list = body.leaves.map((leaf, index) => (index === 4 ? spoil(leaf) : leaf));
    const uploadId = await upload({ leafCount: 6, parts: getParts(list, [2, 4]) }, wallet, services);
    const answer = await register(uploaded(body, uploadId), wallet);
    const ordinary = await register({ ...body, leaves: list }, wallet);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.details?.map((detail) => detail.path)).toContain(path);
    expect({ ...answer.body, requestId: null }).toEqual({ ...ordinary.body, requestId: null });
    expect(await toRows(body.treeAddress)).toEqual([]);
  });

  test.each([
    ["{", /not valid JSON/],
    ["[]", /leaves/],
    ['{"leaves":1}', /leaves/],
    ['{"rows":[]}', /leaves/],
    ['{"leaves":[],"leaves":[]}', /twice/],
    [Buffer.from([0x7b, 0xff, 0x7d]), /UTF-8|not valid JSON/],
    ['{"leaves":[{"a":"\\u0000"}]}', /./],
  ])("is refused for the part %j, which is named", async (spoilt, sentence) => {
    const wallet = createWallet();
    const body = await getRegistration(wallet, { recipients: someRecipients(6) });
    const parts = [...getParts(body.leaves, []), spoilt as string];
    const announced = getAnnouncement(6, parts);
    const { uploadId } = (await openUpload(announced, wallet, services)).body;
    for (const [part, text] of parts.entries())
      expect((await sendPart(uploadId, { part, body: text })).status).toBe(200);
    const answer = await register(uploaded(body, uploadId), wallet);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.error).toMatch(sentence);
  });

  test("may have more leaves than a body, up to the setting for uploads", async () => {
    start({ MAX_LEAVES: "5", MAX_UPLOAD_LEAVES: "6" });
    const { wallet, body, parts } = await opened(6);
    expect((await register(body, wallet)).status).toBe(400);
    const uploadId = await upload({ leafCount: 6, parts }, wallet, services);
    expect((await register(uploaded(body, uploadId), wallet)).status).toBe(201);
    const over = await openUpload(getAnnouncement(7, parts), wallet, services);
    expect(over).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(over.body.details?.[0]?.path).toBe("leafCount");
  });
});

describe("a part", () => {
  test("is refused unless it matches the announcement, and a received part stays", async () => {
    const { parts, uploadId } = await opened();
    const [first = "", second = ""] = parts;
    const sameLength = first.replace("1000", "1009");
    expect(sameLength).toHaveLength(first.length);
    const json = { "content-type": "application/json" };
    const refused: [number, string | Buffer, Record<string, string>, number][] = [
      [0, sameLength, json, 400],
      [0, first.slice(1), json, 400],
      [0, second, json, first.length < second.length ? 413 : 400],
      [0, `${first} `, json, 413],
      [0, "", json, 400],
      [3, first, json, 404],
      [4_096, first, json, 400],
      [0, first, { "content-type": "text/plain" }, 415],
      [0, first, { ...json, "content-encoding": "br" }, 415],
      [0, gzipSync(first).subarray(0, 40), { ...json, "content-encoding": "gzip" }, 400],
    ];
    for (const [part, body, headers, status] of refused)
      expect([(await sendPart(uploadId, { part, body, headers })).status, part]).toEqual([status, part]);
    expect((await requestUpload(uploadId)).body.missing).toEqual([0, 1, 2]);
    expect((await sendPart(uploadId, { part: 0, body: first })).status).toBe(200);
    expect((await sendPart(uploadId, { part: 0, body: sameLength })).status).toBe(400);
    expect((await sendPart("0".repeat(64), { part: 0, body: first })).status).toBe(404);
    expect((await requestUpload(uploadId)).body.missing).toEqual([1, 2]);
  });

  test("is not read beyond the announced length, with or without a stated length, nor for an unknown upload", async () => {
    const { uploadId, parts } = await opened();
    const endless = (bytes: Uint8Array) => {
      const taken = { bytes: 0 };
      const stream = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            taken.bytes += bytes.length;
            if (taken.bytes > 50_000_000) return controller.close();
            controller.enqueue(bytes.slice());
          },
        },
        { highWaterMark: 0 },
      );
      return { stream, taken };
    };
    const plain = endless(new Uint8Array(4_096).fill(0x20));
    const answer = await sendPart(uploadId, { part: 0, body: plain.stream });
    expect(answer).toMatchObject({ status: 413, body: { code: "PAYLOAD_TOO_LARGE" } });
    const buffered = isOverSockets ? 20_000_000 : 100_000;
    expect(plain.taken.bytes).toBeLessThan((parts[0]?.length ?? 0) + buffered);
    // Repeats one gzip member: unlimited output from a few bytes.
    const bomb = endless(gzipSync(Buffer.alloc(500_000, 0x20)));
    const gzip = { "content-encoding": "gzip" };
    expect((await sendPart(uploadId, { part: 0, body: bomb.stream, headers: gzip })).status).toBe(413);
    expect(bomb.taken.bytes).toBeLessThan(1_000_000 + buffered);
    const packed = gzipSync(Buffer.alloc(60_000_000, 0x20));
    expect((await sendPart(uploadId, { part: 0, body: packed, headers: gzip })).status).toBe(413);
    const unknown = endless(new Uint8Array(4_096));
    expect((await sendPart("0".repeat(64), { part: 0, body: unknown.stream })).status).toBe(404);
    expect(unknown.taken.bytes).toBeLessThan(buffered);
    const stated = endless(new Uint8Array(4_096));
    const long = { "content-length": "1000000" };
    expect((await sendPart(uploadId, { part: 0, body: stated.stream, headers: long })).status).toBe(413);
    expect(stated.taken.bytes).toBeLessThan(buffered);
  });
});

describe("the storage of uploads", () => {
  const toBytes = ({ parts }: { parts: readonly { bytes: number }[] }) =>
    parts.reduce((sum, { bytes }) => sum + bytes, 0) + 65_536 + parts.length * 1_024;

  beforeAll(async () => {
    await database.db.delete(uploads);
  });

  test("is limited per wallet by announced size, and existing uploads can be opened again", async () => {
    const { wallet, announced, parts } = await opened();
    start({ UPLOAD_BYTES_PER_WALLET: String(2 * toBytes(announced)) });
    const another = (leafCount: number) => openUpload(getAnnouncement(leafCount, parts), wallet, services);
    expect((await another(7)).status).toBe(201);
    expect(await another(8)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect((await another(7)).status).toBe(200);
    expect((await openUpload(announced, createWallet(), services)).status).toBe(201);
    now += DAY;
    expect((await another(8)).status).toBe(201);
  });

  test("is limited in total by stored size, at opening and at every part", async () => {
    const { announced, parts, uploadId, wallet } = await opened();
    await discardExpiredUploads(database.db, BigInt(now));
    const [{ held } = { held: 0 }] = await database.db
      .select({ held: sql`sum(${uploads.heldBytes})`.mapWith(Number) })
      .from(uploads);
    start({ UPLOAD_BYTES: String(held) });
    expect(await sendPart(uploadId, { part: 0, body: parts[0] })).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN" },
    });
    const more = await openUpload({ ...announced, leafCount: 9 }, wallet, services);
    expect(more).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect((await requestUpload(uploadId)).body.missing).toEqual([0, 1, 2]);
    start();
    expect((await sendPart(uploadId, { part: 0, body: parts[0] })).status).toBe(200);
  });

  const heldBytes = async () => {
    const sum = sql`coalesce(sum(${uploads.heldBytes}), 0)`.mapWith(Number);
    return (await database.db.select({ sum }).from(uploads))[0]?.sum ?? 0;
  };

  test("is limited per wallet and in total for concurrent requests", async () => {
    const { announced, parts } = await opened();
    const [own, all] = [2 * toBytes(announced), 5 * toBytes(announced)];
    await database.db.delete(uploads);
    start({ UPLOAD_BYTES_PER_WALLET: String(own), UPLOAD_BYTES: String(all) });
    const getOpen = (wallet: Wallet) =>
      Promise.all(
        [7, 8, 9, 10, 11].map((count) => openUpload(getAnnouncement(count, parts), wallet, services)),
      );
    const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
    expect(statuses(await getOpen(createWallet()))).toEqual([201, 201, 403, 403, 403]);
    const rest = await Promise.all([1, 2, 3].map(() => getOpen(createWallet())));
    expect(statuses(rest.flat()).filter((status) => status === 201)).not.toHaveLength(0);
    expect(await heldBytes()).toBeLessThanOrEqual(all);
  });

  test("is limited in total for concurrent parts", async () => {
    const { parts, uploadId } = await opened();
    const sizes = parts.map((text) => gzipSync(text, { level: 1 }).length);
    const max = (await heldBytes()) + Math.max(...sizes);
    start({ UPLOAD_BYTES: String(max) });
    const answers = await Promise.all(parts.map((body, part) => sendPart(uploadId, { part, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await heldBytes()).toBeLessThanOrEqual(max);
    expect((await requestUpload(uploadId)).body.missing).toHaveLength(2);
  });

  test("expires a day after opening, with all parts", async () => {
    const { wallet, announced, body, parts, uploadId } = await opened();
    for (const [part, text] of parts.entries()) await sendPart(uploadId, { part, body: text });
    now += DAY - 1;
    expect((await requestUpload(uploadId)).status).toBe(200);
    now += 1;
    const late = [
      await requestUpload(uploadId),
      await sendPart(uploadId, { part: 0, body: parts[0] }),
      await register(uploaded(body, uploadId), wallet),
    ];
    for (const answer of late)
      expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND", error: /expired/ } });
    const fresh = await opened();
    await sendPart(fresh.uploadId, { part: 1, body: fresh.parts[1] });
    await discardExpiredUploads(database.db, BigInt(now));
    expect(await database.db.select({ id: uploads.id }).from(uploads)).toEqual([{ id: fresh.uploadId }]);
    expect(await database.db.$count(uploadParts)).toBe(3);
    expect((await requestUpload(fresh.uploadId)).body.missing).toEqual([0, 2]);
    expect((await openUpload(announced, wallet, services)).body.missing).toEqual([0, 1, 2]);
  });

  test.each<[string, object, number]>([
    ["no leaves", { leafCount: 0 }, 400],
    ["no parts", { parts: [] }, 400],
    ["an invalid hash", { parts: [{ sha256: "x", bytes: 1 }] }, 400],
    ["an empty part", { parts: [{ sha256: "0".repeat(64), bytes: 0 }] }, 400],
    ["a part too long", { parts: [{ sha256: "0".repeat(64), bytes: 1_048_577 }] }, 400],
    ["too many parts", { parts: Array(4_097).fill({ sha256: "0".repeat(64), bytes: 1 }) }, 400],
    ["too much text", { parts: Array(300).fill({ sha256: "0".repeat(64), bytes: 1_048_576 }) }, 413],
  ])("stores nothing for %s", async (_, change, status) => {
    const announced = { leafCount: 1, parts: [{ sha256: "0".repeat(64), bytes: 1 }], ...change };
    expect((await openUpload(announced, createWallet(), services)).status).toBe(status);
  });
});
