import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import type * as z from "zod";
import { GET as claims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as leaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { GET as statement } from "@/app/api/campaigns/[treeAddress]/statement/route";
import { GET as list, PUT as put, DELETE as removeAll } from "@/app/api/labels/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { campaigns, recipientLabels } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import type { labelsPage } from "@/lib/contract/label";
import type { StatementView } from "@/lib/contract/statement/view";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { observedSetup, resetObserved } from "@/lib/service/setup/observed";
import { openTestDatabase } from "@/tests/support/database";
import {
  type CallOptions,
  call,
  createWallet,
  signIn,
  startServices,
  type Wallet,
} from "@/tests/support/http";
import { OPERATIONS } from "@/tests/support/routes";
import { envelopeValues } from "@/tests/support/rows";
import { creator, NOW, storeCampaign, stranger } from "@/tests/support/stored-action";

const database = openTestDatabase();
const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");
const PEOPLE = Array.from({ length: 8 }, (_, n) => createWallet(new Uint8Array(32).fill(n + 60)).address);
const [ANN = "", BOB = "", CLEO = ""] = PEOPLE;
const MARKER = "Zebra-7 confidential";

type List = z.output<typeof labelsPage>;
type Refused = { code?: string; error?: string; details?: { path: string; message: string }[] };
type Handler = Parameters<typeof call>[0];
type Given = { recipient: string; category?: string | null; note?: string | null };

let services: Services;
const logLines: string[] = [];
const logged = () => logLines.join("");

const start = (settings: Record<string, string> = {}) => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", LABELS_KEY: KEY, ...settings });
  const log = pino({ level: "trace" }, { write: (line: string) => logLines.push(line) });
  services = startServices({ db: database.db, env, log, now: () => NOW });
};

beforeEach(async () => {
  await database.db.delete(recipientLabels);
  await database.db.delete(campaigns);
  resetObserved();
  logLines.length = 0;
  start();
});

async function request<T = unknown>(
  handler: Handler,
  { wallet = creator, ...options }: CallOptions & { wallet?: Wallet } = {},
) {
  return call<T & Refused>(handler, {
    ...options,
    headers: { ...options.headers, ...(await signIn(wallet, services)) },
  });
}

const store = (labels: Given[], wallet = creator) =>
  request<{ stored: number; deleted: number }>(put, { body: { labels }, wallet });
const listed = async (query = {}, wallet = creator) => {
  const { status, body } = await request<List>(list, { query, wallet });
  expect(status).toBe(200);
  return body;
};
const getTexts = ({ labels }: List) =>
  Object.fromEntries(labels.map(({ recipient, category, note }) => [recipient, [category, note]]));
const rows = (text: string) => parse(text, { columns: true }) as Record<string, string>[];

describe("PUT /api/labels", () => {
  test("stores, replaces and deletes labels of the signing wallet alone", async () => {
    const first = await store([
      { recipient: ANN, category: " team ", note: "Line 1\nline 2" },
      { recipient: BOB, note: "Advisor since 2024" },
      { recipient: CLEO, category: "investor" },
    ]);
    expect([first.status, first.body]).toEqual([200, { stored: 3, deleted: 0 }]);
    await store([{ recipient: ANN, category: "other" }], stranger);
    const second = await store([
      { recipient: BOB, category: "advisor" },
      { recipient: CLEO, category: " " },
    ]);
    expect(second.body).toEqual({ stored: 1, deleted: 1 });
    expect(getTexts(await listed())).toEqual({ [ANN]: ["team", "Line 1\nline 2"], [BOB]: ["advisor", null] });
    expect(getTexts(await listed({}, stranger))).toEqual({ [ANN]: ["other", null] });
  });

  test("stores no text that the table's bytes contain, and logs none", async () => {
    await store([{ recipient: ANN, category: "Zebra-7", note: MARKER }]);
    await listed();
    const [row] = await database.db.select().from(recipientLabels);
    const bytes = Buffer.from(row?.ciphertext ?? "", "base64").toString("latin1");
    for (const text of [Object.values(row ?? {}).join(), bytes, logged()]) {
      expect(text).not.toContain("Zebra");
    }
    expect(row).toMatchObject({ owner: creator.address, recipient: ANN, updatedAt: NOW });
    expect(logged()).toContain("PUT /api/labels");
  });

  test.each([
    ["no label", []],
    ["an invalid address", [{ recipient: "nobody", category: "team" }]],
    ["a recipient twice", [{ recipient: ANN }, { recipient: ANN, category: "team" }]],
    ["a long category", [{ recipient: ANN, category: "x".repeat(41) }]],
    ["a category of two lines", [{ recipient: ANN, category: "a\nb" }]],
    ["a long note", [{ recipient: ANN, note: "x".repeat(501) }]],
    ["too many labels", Array.from({ length: 1_001 }, () => ({ recipient: ANN }))],
  ])("refuses %s", async (_name, labels) => {
    const { status, body } = await store(labels);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(await database.db.$count(recipientLabels)).toBe(0);
  });

  test("stores nothing of a request beyond a limit, and still changes stored labels", async () => {
    start({ LABELS_PER_WALLET: "2", LABELS: "3" });
    await store([ANN, BOB].map((recipient) => ({ recipient, category: "team" })));
    const third = await store([
      { recipient: ANN, note: "new" },
      { recipient: CLEO, note: "new" },
    ]);
    expect([third.status, third.body.code]).toEqual([403, "FORBIDDEN"]);
    expect(getTexts(await listed())).toEqual({ [ANN]: ["team", null], [BOB]: ["team", null] });
    start({ LABELS_PER_WALLET: "1", LABELS: "1" });
    expect((await store([{ recipient: ANN, note: "changed" }])).status).toBe(200);
    const other = await store([{ recipient: ANN, note: "new" }], stranger);
    expect([other.status, other.body.error]).toEqual([403, expect.stringContaining("limit of labels")]);
  });

  test("counts labels against the share of a network, but none of a refused request", LONG, async () => {
    const settings = { RATE_LIMIT: "on", TRUST_PROXY_HOPS: "1" };
    const labels = Array.from({ length: 1_000 }, (_, n) => ({
      recipient: createWallet(
        new Uint8Array(32)
          .fill(1)
          .fill(n % 256, 30)
          .fill(n >> 8, 31),
      ).address,
      category: "team",
    }));
    const storeFrom = (address: string, count: number) =>
      request(put, { body: { labels: labels.slice(0, count) }, headers: { "x-forwarded-for": address } });
    start({ ...settings, LABELS_PER_WALLET: "999", LABELS: "5000" });
    expect(await storeFrom("198.51.100.1", 1_000)).toMatchObject({ status: 403 });
    expect(await storeFrom("198.51.100.2", 999)).toMatchObject({ status: 200 });
    expect(await storeFrom("198.51.100.3", 1)).toMatchObject({ status: 200 });
    expect(await storeFrom("198.51.100.4", 1)).toMatchObject({ status: 429 });
    expect(await storeFrom("203.0.113.1", 1)).toMatchObject({ status: 200 });
  });

  test("keeps each label of concurrent requests", async () => {
    await Promise.all(
      PEOPLE.map((recipient) =>
        store([
          { recipient, category: "team" },
          { recipient: stranger.address, note: recipient },
        ]),
      ),
    );
    expect((await listed()).labels).toHaveLength(PEOPLE.length + 1);
  });
});

describe("GET /api/labels", () => {
  test("pages through all labels once", async () => {
    await store(PEOPLE.map((recipient) => ({ recipient, category: "team" })));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List = await listed({ limit: "3", ...(cursor && { cursor }) });
      found.push(...page.labels.map(({ recipient }) => recipient));
      cursor = page.nextCursor;
    } while (cursor);
    expect(found.toSorted()).toEqual(PEOPLE.toSorted());
    expect((await request(list, { query: { cursor: "nonsense" } })).status).toBe(400);
  });

  test("lists only recipients of a campaign, those of claims included", async () => {
    const { id, treeAddress } = await storeCampaign(database.db, { leaves: [{ beneficiary: ANN }] });
    const paid = {
      leafIndex: 0,
      milestoneIdx: null,
      totalClaimedByUser: 1n,
      totalClaimedOverall: 1n,
      amount: 1n,
    };
    await storeEvents(database.db, { claimed: [{ ...envelopeValues(id), ...paid, beneficiary: BOB }] });
    await store([ANN, BOB, CLEO].map((recipient) => ({ recipient, category: "team" })));
    const { labels } = await listed({ campaign: treeAddress });
    expect(labels.map(({ recipient }) => recipient).toSorted()).toEqual([ANN, BOB].toSorted());
    expect((await request(list, { query: { campaign: CLEO } })).status).toBe(404);
  });

  test("returns a file whose cells are not formulas, and which no cache stores", async () => {
    await store([{ recipient: ANN, category: "=1+1", note: "a, b" }]);
    const file = await request(list, { query: { format: "csv" } });
    expect(rows(file.text)).toMatchObject([
      { wallet: ANN, category: "'=1+1", note: "a, b", readable: "true" },
    ]);
    const json = await request(list);
    for (const { headers } of [file, json]) {
      expect(headers.get("cache-control")).toContain("no-store");
      expect(headers.get("etag")).toBeNull();
    }
  });

  test("returns labels that cannot be decrypted as unreadable, and reports them to the operator", async () => {
    await store([
      { recipient: ANN, category: "team" },
      { recipient: BOB, category: "advisor" },
    ]);
    await database.db.execute(sql`update recipient_labels set recipient = ${CLEO} where recipient = ${BOB}`);
    const { labels } = await listed();
    expect(labels.toSorted((a, b) => Number(b.readable) - Number(a.readable))).toMatchObject([
      { recipient: ANN, category: "team", readable: true },
      { recipient: CLEO, category: null, note: null, readable: false },
    ]);
    expect(observedSetup()).toMatchObject([{ setting: "LABELS_KEY", severity: "warning" }]);
    expect(logged()).toContain('"unreadable":1');
    start({ LABELS_KEY: OTHER_KEY });
    expect((await listed()).labels.map(({ readable }) => readable)).toEqual([false, false]);
    start({ LABELS_KEY: OTHER_KEY, LABELS_PREVIOUS_KEY: KEY });
    expect((await listed()).labels.filter(({ readable }) => readable)).toHaveLength(1);
  });
});

describe("without LABELS_KEY", () => {
  test("labels return 503 that names the setting, except for deleting all", async () => {
    await store([{ recipient: ANN, category: "team" }]);
    const { treeAddress } = await storeCampaign(database.db);
    start({ LABELS_KEY: "" });
    const refused = [
      await request(list),
      await store([{ recipient: ANN, category: "x" }]),
      await request(statement, { params: { treeAddress }, query: { labels: "true" } }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(body.error).toContain("LABELS_KEY");
    }
    expect((await request(removeAll)).body).toEqual({ stored: 0, deleted: 1 });
  });
});

describe("DELETE /api/labels", () => {
  test("deletes all labels of the signing wallet alone", async () => {
    await store([
      { recipient: ANN, category: "team" },
      { recipient: BOB, category: "team" },
    ]);
    await store([{ recipient: ANN, category: "team" }], stranger);
    expect((await request(removeAll)).body).toEqual({ stored: 0, deleted: 2 });
    expect((await listed()).labels).toEqual([]);
    expect((await listed({}, stranger)).labels).toHaveLength(1);
  });
});

const AMOUNTS = ["granted", "vested", "claimed", "unvested", "forfeited", "outstanding", "withheld"] as const;

describe("GET …/statement?labels=true", () => {
  const shares = fc.array(
    fc.record({
      amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
      claimed: fc.bigInt({ min: 0n, max: 1_000n }),
      label: fc.constantFrom("none", "note", "team", "investor", "Équipe", "unreadable"),
    }),
    { minLength: 1, maxLength: PEOPLE.length },
  );

  test("has category totals that are the sums of their recipients, and the totals of all", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(shares, async (item) => {
        await database.db.delete(recipientLabels);
        await database.db.delete(campaigns);
        const { id, treeAddress } = await storeCampaign(database.db, {
          leaves: item.map(({ amount }, at) => ({ beneficiary: PEOPLE[at] ?? "", amount: amount + 1_000n })),
        });
        let total = 0n;
        await storeEvents(database.db, {
          claimed: item.flatMap(({ claimed }, leafIndex) => {
            if (claimed === 0n) return [];
            total += claimed;
            const sums = { totalClaimedByUser: claimed, totalClaimedOverall: total, milestoneIdx: null };
            const paid = { beneficiary: PEOPLE[leafIndex] ?? "", leafIndex, amount: claimed, ...sums };
            return [{ ...envelopeValues(id), blockTime: NOW, slot: BigInt(leafIndex + 1), ...paid }];
          }),
        });
        await database.db.update(campaigns).set({ totalClaimed: total });
        const labels = item.map(({ label }, at): Given => {
          const recipient = PEOPLE[at] ?? "";
          if (label === "none") return { recipient };
          return label === "note" ? { recipient, note: "A note" } : { recipient, category: label };
        });
        await store(labels);
        await database.db.execute(sql`update recipient_labels set key_id = 'lost' where recipient = any(
          array(select r.recipient from recipient_labels r where r.recipient in (${sql.join(
            ["", ...item.flatMap(({ label }, at) => (label === "unreadable" ? [PEOPLE[at] ?? ""] : []))].map(
              (address) => sql`${address}`,
            ),
            sql`, `,
          )})))`);
        const query = { labels: "true", withheldPercent: "22.5", at: (NOW + 500n).toString() };
        const { body } = await request<StatementView>(statement, { params: { treeAddress }, query });
        const { categories = [], recipients, totals } = body;
        for (const { category, readable, recipients: count, ...sums } of categories) {
          const own = recipients.filter((row) => row.category === category && row.readable === readable);
          expect(count).toBe(own.length);
          for (const name of AMOUNTS) {
            expect(sums[name]).toBe(String(own.reduce((sum, row) => sum + BigInt(row[name] ?? 0), 0n)));
          }
        }
        for (const name of AMOUNTS) {
          expect(totals[name]).toBe(
            String(categories.reduce((sum, row) => sum + BigInt(row[name] ?? 0), 0n)),
          );
        }
        expect(categories.reduce((sum, row) => sum + row.recipients, 0)).toBe(totals.recipients);
        expect(recipients.map(({ note }) => note)).toEqual(
          item.map(({ label }) => (label === "note" ? "A note" : null)),
        );
      }),
      { numRuns: caseCount(25) },
    );
  });

  test("returns a file with labels and totals per category before the total", async () => {
    const leaves = [ANN, BOB, CLEO].map((beneficiary, at) => ({ beneficiary, amount: BigInt(at + 1) }));
    const { treeAddress } = await storeCampaign(database.db, { leaves });
    await store([
      { recipient: ANN, category: "team", note: "First" },
      { recipient: CLEO, category: "team" },
    ]);
    const file = await request(statement, {
      params: { treeAddress },
      query: { labels: "true", format: "csv" },
    });
    const lines = rows(file.text).map(({ beneficiary, category, note, grantedBaseUnits }) => [
      beneficiary,
      category,
      note,
      grantedBaseUnits,
    ]);
    expect(lines).toEqual([
      [ANN, "team", "First", "1"],
      [BOB, "", "", "2"],
      [CLEO, "team", "", "3"],
      ["category total", "team", "", "4"],
      ["category total", "", "", "2"],
      ["total", "", "", "6"],
    ]);
    expect(file.headers.get("cache-control")).toContain("no-store");
  });

  test("is private: no ETag and no shared cache", async () => {
    const { treeAddress } = await storeCampaign(database.db);
    const { headers } = await request(statement, { params: { treeAddress }, query: { labels: "true" } });
    expect([headers.get("cache-control"), headers.get("etag")]).toEqual(["no-store", null]);
  });
});

describe("labels in files of a campaign", () => {
  test.each([
    ["recipients", leaves],
    ["claims", claims],
  ])("the file of %s has the creator's labels", async (_name, handler) => {
    const { id, treeAddress } = await storeCampaign(database.db, {
      leaves: [{ beneficiary: ANN }, { beneficiary: BOB }],
    });
    const paid = {
      leafIndex: 0,
      milestoneIdx: null,
      totalClaimedByUser: 1n,
      totalClaimedOverall: 1n,
      amount: 1n,
    };
    await storeEvents(database.db, { claimed: [{ ...envelopeValues(id), ...paid, beneficiary: ANN }] });
    await store([{ recipient: ANN, category: "team", note: "First" }]);
    const labelled = { params: { treeAddress }, query: { labels: "true", format: "csv" } };
    const { text, headers } = await request(handler, labelled);
    expect(rows(text)[0]).toMatchObject({ beneficiary: ANN, category: "team", note: "First" });
    expect(headers.get("cache-control")).toContain("no-store");
    const json = await request(handler, { params: { treeAddress }, query: { labels: "true" } });
    expect([json.status, json.body.details?.[0]?.path]).toEqual([400, "labels"]);
    const plain = await call(handler, { params: { treeAddress }, query: { format: "csv" } });
    expect(rows(plain.text)[0]).not.toHaveProperty("category");
  });

  test.each([
    ["statement", statement],
    ["recipients", leaves],
    ["claims", claims],
  ])("the %s of another creator are refused", async (_name, handler) => {
    const { treeAddress } = await storeCampaign(database.db, { leaves: [{ beneficiary: ANN }] });
    const labelled = { params: { treeAddress }, query: { labels: "true", format: "csv" } };
    const other = await request(handler, { ...labelled, wallet: stranger });
    expect([other.status, other.body.code]).toEqual([403, "FORBIDDEN"]);
    const unsigned = await call<Refused>(handler, labelled);
    expect([unsigned.status, unsigned.body.code]).toEqual([401, "UNAUTHORIZED"]);
    const unknown = await request(handler, { ...labelled, params: { treeAddress: ANN } });
    expect(unknown.status).toBe(404);
    const several = await call<Refused>(handler, {
      ...labelled,
      query: "labels=false&labels=true&format=csv",
    });
    expect(several.status).toBe(401);
  });
});

describe("unsigned requests", () => {
  const reading = OPERATIONS.filter(({ method }) => method === "GET");

  test("contain no label in any response, also after the creator has read the labels", LONG, async () => {
    const { treeAddress, merkleRoot, mint } = await storeCampaign(database.db, {
      leaves: [{ beneficiary: ANN }],
    });
    await store([{ recipient: ANN, category: "Zebra-7", note: MARKER }]);
    const signed = await request(statement, { params: { treeAddress }, query: { labels: "true" } });
    expect(signed.text).toContain(MARKER);
    const values: Record<string, string> = {
      treeAddress,
      merkleRoot,
      mint,
      beneficiary: ANN,
      idx: "0",
      slot: "0",
    };
    for (const { handler, path, method, contract } of reading) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      for (const address of [creator.address, ANN]) {
        const params = Object.fromEntries(names.map((name) => [name, { ...values, address }[name] ?? "0"]));
        const known = Object.keys(contract.query?.shape ?? {});
        const queries: Record<string, string>[] = [
          {},
          { format: "csv" },
          { labels: "true" },
          { labels: "true", format: "csv" },
        ];
        for (const query of queries) {
          if (!Object.keys(query).every((name) => known.includes(name))) continue;
          if (path === "/api/stream") continue;
          const { text } = await call(handler, {
            path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
            method,
            params,
            query,
          });
          expect(text, path).not.toContain("Zebra");
        }
      }
    }
    expect(logged()).not.toContain("Zebra");
  });
});
