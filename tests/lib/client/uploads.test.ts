import fc from "fast-check";
import nacl from "tweetnacl";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uploads } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { ApiClient } from "@/lib/client/api-client";
import { sendInParts, type UploadRun } from "@/lib/client/uploads";
import { registeredView } from "@/lib/contract/operations";
import { readEnv } from "@/lib/service/env";
import { openTestDatabase } from "@/tests/support/database";
import { createWallet, startServices, type Wallet } from "@/tests/support/http";
import { getRegistration, someRecipients } from "@/tests/support/registration";
import { serveRoutes } from "@/tests/support/routes";

/** Few leaves, padded so that they fill several parts. */
const COUNT = 60;
const PADDING = "é".repeat(12_000);

const database = openTestDatabase();
let server: Awaited<ReturnType<typeof serveRoutes>>;
beforeAll(async () => {
  server = await serveRoutes();
});
afterAll(() => server.close());
beforeEach(async () => {
  startServices({ db: database.db, env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
  await database.db.delete(uploads);
});

/** The maximum failures that a part survives: the client gives up at the eighth. */
const MAX_FAILURES = 7;
/** The Retry-After of a busy service, longer than any pause that the client chooses itself. */
const REQUESTED_SECONDS = 31;

type Fault = "lost" | "unheard" | "busy" | "proxy" | null;
type RequestedHost = { method: string; path: string };

/**
 * Returns a client over a connection on which `fault` decides the outcome of each request, with its requests
 * and pauses.
 */
function overLine(failure: (requested: RequestedHost) => Fault | Promise<Fault>, wallet = createWallet()) {
  const received: RequestedHost[] = [];
  const pauses: number[] = [];
  const signer = {
    address: wallet.address,
    signMessage: (message: Uint8Array) => nacl.sign.detached(message, wallet.secretKey),
  };
  const line: typeof fetch = async (input, init) => {
    const request = { method: init?.method ?? "GET", path: new URL(String(input)).pathname };
    received.push(request);
    const matched = await failure(request);
    if (matched === "lost") throw new TypeError("fetch failed");
    if (matched === "busy")
      return Response.json(
        { error: "Busy.", code: "X" },
        { status: 503, headers: { "retry-after": String(REQUESTED_SECONDS) } },
      );
    if (matched === "proxy") return new Response("<h1>Bad gateway</h1>", { status: 502 });
    const answer = await fetch(input, init);
    if (matched === "unheard") throw new TypeError("terminated");
    return answer;
  };
  const api = new ApiClient({ baseUrl: server.url, fetch: line });
  const run = { pause: async (ms: number) => void pauses.push(ms) };
  return { api, wallet, signer, received, pauses, run };
}

type Line = ReturnType<typeof overLine>;

async function createBody(wallet: Wallet, campaignId = 1n) {
  const { leaves, ...body } = await getRegistration(wallet, {
    recipients: someRecipients(COUNT),
    campaignId,
  });
  return { ...body, leaves: leaves.map(({ proof: _, ...leaf }) => ({ ...leaf, note: PADDING })) };
}

/** Registers in parts a list that is short enough for one request. */
const register = (
  { api, signer, run }: Line,
  body: Awaited<ReturnType<typeof createBody>>,
  onUpload?: UploadRun["onUpload"],
) =>
  sendInParts(body, {
    wallet: signer.address,
    calls: api.uploadCalls(signer),
    run: { ...run, onUpload },
    send: (json) => api.request("/api/campaigns", { schema: registeredView, method: "POST", json, signer }),
  });

const isPart = ({ method }: RequestedHost) => method === "PUT";
const isOpening = ({ method, path }: RequestedHost) => method === "POST" && path === "/api/uploads";

describe("a list that is sent in parts", () => {
  test("is resumed by the next call without a signature", async () => {
    const line = overLine(() => null);
    const body = await createBody(line.wallet);
    const reported: [number, number][] = [];
    const registered = await register(line, body, (done, total) => void reported.push([done, total]));
    const parts = line.received.filter(isPart).length;
    expect(parts).toBeGreaterThan(2);
    expect(reported).toEqual(Array.from({ length: parts + 1 }, (_, done) => [done, parts]));
    expect(await register(line, body)).toEqual(registered);
    expect([line.received.filter(isPart).length, line.received.filter(isOpening).length]).toEqual([parts, 1]);
  });

  test("arrives over a connection that loses and cuts requests", LONG, async () => {
    const errors = fc.array(fc.constantFrom<Fault>("lost", "unheard", "busy", "proxy", null, null), {
      maxLength: 24,
    });
    const wallet = createWallet();
    let campaignId = 0n;
    await fc.assert(
      fc.asyncProperty(errors, async (sequence) => {
        await database.db.delete(uploads);
        const left = [...sequence];
        const matched: Exclude<Fault, null>[] = [];
        const countsByKind = new Map<string, number>();
        const line = overLine((request) => {
          const times = countsByKind.get(request.path) ?? 0;
          if (!isPart(request) || times >= MAX_FAILURES) return null;
          const failure = left.shift() ?? null;
          if (!failure) return null;
          matched.push(failure);
          countsByKind.set(request.path, times + 1);
          return failure;
        }, wallet);
        const reported: number[] = [];
        const body = await createBody(wallet, ++campaignId);
        expect(await register(line, body, (done) => void reported.push(done))).toMatchObject({ ok: true });
        expect(reported).toEqual(reported.map((_, at) => at));
        expect(line.pauses).toHaveLength(matched.length);
        const asRequested = line.pauses.filter((ms) => ms === REQUESTED_SECONDS * 1_000);
        expect(asRequested).toHaveLength(matched.filter((failure) => failure === "busy").length);
      }),
      { numRuns: caseCount(6), examples: [[Array<Fault>(8).fill("lost")]] },
    );
  });

  test("stops after growing pauses on a dead connection, and resumes later from the same place", async () => {
    let through = 1;
    const line = overLine((request) => (isPart(request) && through-- <= 0 ? "lost" : null));
    const body = await createBody(line.wallet);
    await expect(register(line, body)).rejects.toThrow("fetch failed");
    expect(Math.max(...line.pauses)).toBeGreaterThan(14_000);
    expect(Math.max(...line.pauses)).toBeLessThanOrEqual(30_000);
    through = Number.POSITIVE_INFINITY;
    const reported: number[] = [];
    await register(line, body, (done) => void reported.push(done));
    expect(reported[0]).toBe(1);
    expect(line.received.filter(isOpening)).toHaveLength(1);
  });

  test("is uploaded again when its upload disappears before it is used", async () => {
    let isGone = false;
    const line = overLine(async ({ method, path }) => {
      if (method !== "POST" || path !== "/api/campaigns" || isGone) return null;
      isGone = true;
      await database.db.delete(uploads);
      return null;
    });
    expect(await register(line, await createBody(line.wallet))).toMatchObject({ ok: true });
    expect(line.received.filter(isOpening)).toHaveLength(2);
  });

  test("is not sent again after a permanent refusal", async () => {
    const line = overLine(() => null);
    const body = await createBody(line.wallet);
    startServices({
      db: database.db,
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", MAX_UPLOAD_LEAVES: "59" }),
    });
    await expect(register(line, body)).rejects.toMatchObject({ status: 400 });
    expect([line.received.filter(isPart).length, line.pauses]).toEqual([0, []]);
  });
});

test("is chosen by the client for more than 10,000 leaves, and for nothing shorter", async () => {
  const line = overLine(() => null);
  const { leaves: _, ...rest } = await createBody(line.wallet);
  const many = (leafCount: number) => ({ ...rest, leaves: Array(leafCount).fill(0), leafCount });
  const [long, short] = [many(10_001), many(10_000)];
  for (const given of [long, short])
    await expect(line.api.tryRegistration(given, line.signer, line.run)).rejects.toMatchObject({
      status: 400,
    });
  const uploading = line.received.filter(({ path }) => path.startsWith("/api/uploads"));
  expect(uploading.map(({ method }) => method)).toEqual(["GET", "POST", "PUT"]);
});
