import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { POST as importCsv } from "@/app/api/campaigns/import/route";
import { POST as prepare } from "@/app/api/campaigns/prepare/route";
import { POST as register } from "@/app/api/campaigns/route";
import { LONG } from "@/ledger/tests/support/long";
import { createLogger } from "@/lib/service/log";
import { provideWorkerPool } from "@/lib/service/registration/worker-jobs/run-worker-job";
import { openWorkerPool } from "@/server/workers/pool";
import { createEmbeddedDatabase } from "../../support/embedded-database";
import { call, createWallet, signIn, startServices } from "../../support/http";
import { getRegistration, someRecipients } from "../../support/registration";

const log = createLogger("silent");

function open(filename?: string) {
  const pool = openWorkerPool({ log, maxLeaves: 1_000, ...(filename && { filename }) });
  provideWorkerPool(pool);
  onTestFinished(() => pool.close());
  return pool;
}
afterEach(() => provideWorkerPool(undefined));

/** Writes a module whose default export receives every job. */
async function getWorker(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "worker-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "worker.mjs");
  await writeFile(path, source);
  return path;
}

const createBody = (count: number, change: object = {}) => ({
  recipients: someRecipients(count).map((recipient) => ({ ...recipient, ...change })),
});
const prepared = (body: object) => call(prepare, { path: "/api/campaigns/prepare", body });

describe("a worker thread", LONG, () => {
  let pool: ReturnType<typeof openWorkerPool>;
  beforeAll(() => {
    pool = openWorkerPool({ log, maxLeaves: 1_000 });
  });
  afterAll(() => pool.close());

  test.each([
    ["a tree with proofs", createBody(9)],
    ["no recipients", { recipients: [] }],
    ["errors of single recipients", createBody(3, { amount: 0 })],
    ["errors of the whole list", createBody(2, { amount: 2n ** 64n - 1n })],
    ["items that cannot be read", { recipients: [{}, ...createBody(1).recipients] }],
    ["a body that a worker parses", createBody(900)],
    ["errors of a body that a worker parses", createBody(900, { amount: "x" })],
    ["a value that is not a list", { recipients: "all" }],
    ["a packed list made by a stranger", { recipients: { leaves: { count: 1 }, errors: [] } }],
  ])("returns the same result as the main thread for %s", async (_what, body) => {
    startServices();
    const here = await prepared(body);
    provideWorkerPool(pool);
    const there = await prepared(body);
    expect(there.status).toBe(here.status);
    const named = ({ body: answer }: typeof here) => ({ ...(answer as object), requestId: null });
    expect(named(there)).toEqual(named(here));
  });

  test("returns the same result as the main thread for a file, and stores the checked leaves", async () => {
    const database = await createEmbeddedDatabase();
    onTestFinished(() => database.close());
    const services = startServices({ db: database.db });
    provideWorkerPool(pool);
    const creator = createWallet();
    const csv = `beneficiary,amount,releaseType,startTime,cliffTime,endTime\n${creator.address},5,linear,1,2,3\n${creator.address},0,linear,1,2,3\n`;
    const imported = await call(importCsv, {
      body: csv,
      headers: { "content-type": "text/csv", ...(await signIn(creator, services)) },
    });
    expect(imported.body).toMatchObject({ validRows: 1, errors: [{ row: 3, field: "amount" }] });
    for (const withProofs of [true, false]) {
      const body = await getRegistration(creator, { campaignId: withProofs ? 1n : 2n });
      const leaves = body.leaves.map(({ proof, ...leaf }) => (withProofs ? { ...leaf, proof } : leaf));
      const headers = await signIn(creator, services);
      const stored = await call(register, { path: "/api/campaigns", body: { ...body, leaves }, headers });
      expect(stored.status).toBe(201);
    }
  });
});

test("a worker parses and checks 10,000 leaves with proofs of one request", LONG, async () => {
  const database = await createEmbeddedDatabase();
  onTestFinished(() => database.close());
  const services = startServices({ db: database.db });
  open();
  const creator = createWallet();
  const recipients = Array(40).fill(someRecipients(250)).flat();
  const body = await getRegistration(creator, { recipients });
  const headers = await signIn(creator, services);
  const answer = await call(register, { path: "/api/campaigns", query: { dryRun: "true" }, body, headers });
  expect(answer).toMatchObject({ status: 200, body: { ok: true, dryRun: true } });
});

describe("a pool of worker threads", LONG, () => {
  test("continues when a thread dies, and reports that it is busy", async () => {
    startServices();
    open(await getWorker("export default () => process.exit(3);"));
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await prepared(createBody(1));
      expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    }
  });

  test("continues when a thread exceeds its memory limit", async () => {
    startServices();
    open(
      await getWorker(
        "const blocks = []; export default () => { for (;;) blocks.push(new Array(1e6).fill(0.5)); };",
      ),
    );
    expect((await prepared(createBody(1))).status).toBe(503);
  });

  test("continues when a task fails unexpectedly", async () => {
    startServices();
    open(await getWorker('export default () => ({ failure: new Error("unforeseen") });'));
    expect((await prepared(createBody(1))).status).toBe(500);
  });

  test("continues when the caller has left", async () => {
    const pool = open(
      await getWorker(
        "export default ({ name }) => { if (name === 'prepare') for (;;); return { result: { name } }; };",
      ),
    );
    const left = new AbortController();
    const endless = pool.run("prepare", {}, { signal: left.signal });
    left.abort();
    await expect(endless).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await pool.run("prove", {}, {})).toEqual({ name: "prove" });
  });
});
