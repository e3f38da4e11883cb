import bs58 from "bs58";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET, OPTIONS } from "@/app/api/stream/route";
import { removeEvents } from "@/db/queries/events/stored-events";
import { campaigns, changes } from "@/db/schema";
import { streamMessage } from "@/lib/contract/stream";
import { readEnv } from "@/lib/service/env";
import { changeHub } from "@/lib/service/stream/change-hub";
import { MAX_STREAMS_EACH } from "@/lib/service/stream/open-stream";
import { sweepChanges } from "@/lib/service/stream/sweep-changes";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";
import { openStream, requestStream, storeClaim, storePause } from "./harness";

const database = openTestDatabase();
const getAddress = (seed: number) => bs58.encode(new Uint8Array(32).fill(seed));
const [CREATOR, RECIPIENT, OTHER] = [getAddress(1), getAddress(2), getAddress(3)];

const start = (settings: Record<string, string> = {}) =>
  startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", ...settings }),
  });

beforeEach(async () => {
  await database.db.delete(campaigns);
  start();
});

const streams: Awaited<ReturnType<typeof openStream>>[] = [];
const open = async (...input: Parameters<typeof openStream>) => {
  const stream = await openStream(...input);
  streams.push(stream);
  return stream;
};
afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.end();
});

const getTypes = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);
const getSignatures = (messages: readonly { data: Record<string, unknown> }[]) =>
  messages.flatMap(({ data }) => data.signature ?? []);

describe("GET /api/stream", () => {
  test("sends an event with the payload of webhooks, and an id", async () => {
    const { id, treeAddress } = await addCampaign(database.db, { metadata: { name: "Team" } });
    const stream = await open();
    const signature = await storePause(database.db, id);
    const [message] = await stream.until(1);
    expect(message).toMatchObject({
      type: "campaign.paused",
      data: {
        treeAddress,
        campaignName: "Team",
        signature,
        eventIndex: 0,
        type: "paused",
        data: { paused: true },
      },
    });
    expect(message?.id).toMatch(/^\d+-\d+$/);
  });

  test("sends messages that match the documented schema", async () => {
    const stream = await open();
    const { id } = await addCampaign(database.db, { treeAddress: getAddress(9) });
    const signature = await storePause(database.db, id);
    await stream.until(2);
    await database.db.transaction((tx) => removeEvents(tx, [signature]));
    const messages = await stream.until(3);
    expect(getTypes(messages)).toEqual(["campaign.changed", "campaign.paused", "campaign.event_removed"]);
    const withoutSignature = messages.filter(({ type }) => type === "campaign.changed");
    for (const message of withoutSignature) streamMessage.parse(message);
    expect(messages[2]?.data).toMatchObject({ signature, eventIndex: 0, eventType: "paused" });
  });

  test("resumes after a disconnect without losing or repeating a message", async () => {
    const { id } = await addCampaign(database.db);
    const first = await open();
    const stored: string[] = [];
    for (let at = 0; at < 5; at++) stored.push(await storePause(database.db, id));
    const before = [...(await first.until(5))];
    await first.end();
    for (let at = 0; at < 5; at++) stored.push(await storePause(database.db, id));
    const second = await open({ lastId: before.at(-1)?.id ?? "" });
    for (let at = 0; at < 5; at++) stored.push(await storePause(database.db, id));
    const after = await second.until(10);
    expect(getSignatures([...before, ...after])).toEqual(stored);
  });

  test("delivers every event once while connections open and close at random times", async () => {
    const { id } = await addCampaign(database.db);
    const received: string[] = [];
    const stored: string[] = [];
    let lastId = (await open()).id;
    const storing = (async () => {
      for (let at = 0; at < 60; at++) {
        const batch = await Promise.all([storePause(database.db, id), storeClaim(database.db, id)]);
        stored.push(...batch);
      }
    })();
    while (received.length < 120) {
      const stream = await open({ lastId });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
      await stream.end();
      received.push(...(getSignatures(stream.messages) as string[]));
      lastId = stream.id;
    }
    await storing;
    expect(received.toSorted()).toEqual(stored.toSorted());
  });

  test("does not skip an event whose transaction commits after a later one", async () => {
    const [slow, fast] = [await addCampaign(database.db), await addCampaign(database.db)];
    const stream = await open();
    const row = { kind: "campaign" as const };
    if (database.kind === "postgres") {
      let commit = () => {};
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      const early = database.db.transaction(async (tx) => {
        await tx.insert(changes).values({ ...row, campaignId: slow.id });
        await held;
      });
      await database.db.insert(changes).values({ ...row, campaignId: fast.id });
      await stream.until(1);
      commit();
      await early;
    } else {
      await database.db.insert(changes).values({ ...row, campaignId: fast.id });
      await stream.until(1);
      await database.db.insert(changes).values({ ...row, campaignId: slow.id });
    }
    const messages = await stream.until(2);
    expect(messages.map(({ data }) => data.treeAddress)).toEqual([fast.treeAddress, slow.treeAddress]);
  });

  test("reports a change of a campaign's name, confirmation and vault balance", async () => {
    const { treeAddress } = await addCampaign(database.db, { verified: false });
    const stream = await open();
    await database.db.update(campaigns).set({ metadata: { name: "New" } });
    await database.db.update(campaigns).set({ verified: true });
    await database.db.update(campaigns).set({ vaultBalance: 5n });
    await database.db.update(campaigns).set({ vaultBalance: 5n });
    const messages = await stream.until(3);
    expect(messages).toHaveLength(3);
    expect(messages[0]).toMatchObject({ type: "campaign.changed", data: { treeAddress } });
  });

  test("sends only the messages of the requested campaign", async () => {
    const [one, other] = [
      await addCampaign(database.db, { treeAddress: getAddress(10) }),
      await addCampaign(database.db, { treeAddress: getAddress(11) }),
    ];
    const stream = await open({ query: `?treeAddress=${one.treeAddress}` });
    await storePause(database.db, other.id);
    const signature = await storePause(database.db, one.id);
    expect(getSignatures(await stream.until(1))).toEqual([signature]);
  });

  test("sends a wallet the events of its campaigns without the claims of other recipients", async () => {
    const { id } = await addCampaign(database.db, { creator: CREATOR });
    const version = await addRootVersion(database.db, { campaignId: id });
    await addLeaf(database.db, { rootVersionId: version.id, beneficiary: RECIPIENT });
    const [creator, recipient, other] = [
      await open({ query: `?address=${CREATOR}` }),
      await open({ query: `?address=${RECIPIENT}` }),
      await open({ query: `?address=${OTHER}` }),
    ];
    const ofOther = await storeClaim(database.db, id, OTHER);
    const own = await storeClaim(database.db, id, RECIPIENT);
    const paused = await storePause(database.db, id);
    expect(getSignatures(await creator.until(3))).toEqual([ofOther, own, paused]);
    expect(getSignatures(await recipient.until(2))).toEqual([own, paused]);
    expect(getSignatures(await other.until(1))).toEqual([ofOther]);
  });

  test.each(["x", "1", "-1-2", "1-2-3", "9".repeat(40)])(
    "returns 400 for the Last-Event-ID %s",
    async (lastId) => {
      const response = await requestStream({ lastId });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: "VALIDATION_ERROR",
        error: "Correct Last-Event-ID: must be the id of a message of this stream, or absent.",
      });
    },
  );

  test("returns 400 for a campaign and a wallet together", async () => {
    const both = await requestStream({ query: `?treeAddress=${OTHER}&address=${OTHER}` });
    expect(both.status).toBe(400);
  });

  test("sends a reset when changes beyond the position were deleted, or the position is of another database", async () => {
    const { id } = await addCampaign(database.db);
    const first = await open();
    await storePause(database.db, id);
    await storePause(database.db, id);
    await first.until(2);
    const [oldest, newest] = first.messages;
    await sweepChanges({ db: database.db, nowMs: () => Date.now() + 2 * 86_400_000 });
    const missed = await open({ lastId: oldest?.id ?? "" });
    expect(getTypes(await missed.until(1))).toEqual(["stream.reset"]);
    const foreign = await open({ lastId: `${newest?.id.split("-")[0]}-1` });
    expect(getTypes(await foreign.until(1))).toEqual(["stream.reset"]);
    const current = await open({ lastId: newest?.id ?? "" });
    await storePause(database.db, id);
    expect(getTypes(await current.until(1))).toEqual(["campaign.paused"]);
  });

  test("refuses more connections than one address may have, until one closes", async () => {
    for (let at = 0; at < MAX_STREAMS_EACH; at++) await open();
    const refused = await requestStream();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    await streams.pop()?.end();
    await open();
  });

  test("disconnects a client that does not read", async () => {
    const { id } = await addCampaign(database.db, { metadata: { name: "x".repeat(200) } });
    const response = await requestStream();
    await expect.poll(() => changeHub({ db: database.db, log: start().log }).size).toBe(1);
    const pauses = Array.from({ length: 1_500 }, () => ({ kind: "campaign" as const, campaignId: id }));
    for (let round = 0; round < 6; round++) {
      await database.db.insert(changes).values(pauses);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
    await expect.poll(() => changeHub({ db: database.db, log: start().log }).size).toBe(0);
    await expect(response.text()).rejects.toThrow("too slowly");
  });

  test("reads the change log only while a connection is open", async () => {
    const stream = await open();
    const hub = changeHub({ db: database.db, log: start().log });
    expect(hub.size).toBe(1);
    await stream.end();
    await expect.poll(() => hub.size).toBe(0);
  });

  test("answers HEAD with the headers alone, and OPTIONS with the methods", async () => {
    const head = await call(GET, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), head.text]).toEqual([
      200,
      "text/event-stream",
      "",
    ]);
    const options = await call(OPTIONS, { path: "/api/stream", method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  test("sends the changes so far and ends on Vercel", async () => {
    const { id } = await addCampaign(database.db);
    const { id: lastId } = await open();
    start({ VERCEL: "1" });
    const signature = await storePause(database.db, id);
    const response = await requestStream({ lastId });
    const text = await response.text();
    expect(text).toMatch(/^retry: 5000\n/);
    expect(text).toContain(signature);
  });
});
