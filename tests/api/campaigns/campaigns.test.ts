import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as getLeaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { GET, POST } from "@/app/api/campaigns/route";
import { campaigns } from "@/db/schema";
import type { CampaignDetail, CampaignsPage } from "@/lib/contract/campaign";
import type { AllProofsView, LeavesPage, ProofView } from "@/lib/contract/leaf";
import { verifyProof } from "@/lib/core/merkle/verify";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices, type Wallet } from "@/tests/support/http";
import { getRegistration, type RegistrationBody, someRecipients } from "@/tests/support/registration";
import { getChain } from "@/tests/support/stored-action";

const NOW = 1_700_000_050;
const quiet = { LOG_LEVEL: "silent", RATE_LIMIT: "off" };

const database = openTestDatabase();
let services: Services;
beforeAll(() => {
  services = startServices({ db: database.db, env: readEnv(quiet), ...fixedClock(NOW * 1000) });
});

type Answer = { ok: true; campaignId: number; verified: boolean; warnings?: string[] } & {
  error: string;
  code: string;
  details: object[];
};

const post = async (body: unknown, wallet: Wallet, using: Services = services) =>
  call<Answer>(POST, { path: "/api/campaigns", body, headers: await signIn(wallet, using) });

const dryRun = async (body: unknown, wallet: Wallet, using: Services = services) =>
  call<Answer>(POST, {
    path: "/api/campaigns",
    query: { dryRun: "true" },
    body,
    headers: await signIn(wallet, using),
  });

const findDetail = (treeAddress: string) =>
  call<CampaignDetail>(getDetail, { path: "/api/campaigns/:treeAddress", params: { treeAddress } });

const changed = (body: RegistrationBody, change: object) => ({ ...structuredClone(body), ...change });

describe("registering a campaign", () => {
  test("refuses leaves without an amount, each by its index", async () => {
    const creator = createWallet();
    const [first, second, third, ...rest] = someRecipients(5);
    if (!first || !second || !third) throw new Error("There are five recipients.");
    const recipients = [{ ...first, amount: 0n }, second, { ...third, amount: 0n }, ...rest];
    const answer = await post(await getRegistration(creator, { recipients }), creator);
    const message = "The amount must be greater than zero.";
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.details).toEqual([0, 2].map((at) => ({ path: `leaves.${at}.amount`, message })));
  });

  test("stores it with every proof: 201, then 200 with the same id, and 409 for another one", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const first = await post(body, creator);
    expect(first).toMatchObject({ status: 201, body: { ok: true, verified: false } });
    expect(await post(body, creator)).toMatchObject({ status: 200, body: first.body });
    const other = await post(changed(body, { totalSupply: "1" }), creator);
    expect(other).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(other.body.error).toContain("totalSupply");
    const detail = await findDetail(body.treeAddress);
    expect(detail.body).toMatchObject({
      treeAddress: body.treeAddress,
      campaignId: "1",
      merkleRoot: body.merkleRoot,
      leafCount: 5,
      totalSupply: body.totalSupply,
      totalClaimed: "0",
      status: "active",
      minCliffTime: "1700000100",
      instantRefundEligible: true,
      gracePeriod: null,
      analytics: { uniqueClaimers: 0, claimCount: 0, percentClaimed: 0, rootVersionCount: 1 },
      rootVersions: [{ version: 1, merkleRoot: body.merkleRoot, leafCount: 5 }],
      rootRegistered: true,
      milestones: [{ index: 2, released: false, releasedAt: null }],
    });
  });

  test("warns about leaves that exceed the supply, and the campaign states by how much", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const totalSupply = (BigInt(body.totalSupply) - 3n).toString();
    const over = changed(body, { totalSupply });
    const warnings = [
      `The leaves total ${body.totalSupply}, but the supply is ${totalSupply}. The last recipients to claim will not be paid.`,
    ];
    const tried = await dryRun(over, creator);
    expect(tried.body).toEqual({ ok: true, campaignId: null, verified: false, warnings, dryRun: true });
    const first = await post(over, creator);
    expect(first).toMatchObject({ status: 201, body: { warnings } });
    expect(await post(over, creator)).toMatchObject({ status: 200, body: first.body });
    const { body: detail } = await findDetail(body.treeAddress);
    expect(detail.allocatedBeyondSupply).toBe("3");
    const other = createWallet();
    const exact = await getRegistration(other);
    expect((await post(exact, other)).body).not.toHaveProperty("warnings");
    expect((await findDetail(exact.treeAddress)).body.allocatedBeyondSupply).toBe("0");
  });

  test.each<[string, object]>([
    ["another time of creation", { createdAt: 1_700_000_001 }],
    ["another name", { metadata: { name: "Others", description: "of mine" } }],
    ["no metadata", { metadata: undefined }],
    ["both", { createdAt: 5, metadata: null }],
  ])("returns the registered campaign for a repetition with %s, and keeps it", async (_, change) => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const first = await post(body, creator);
    const before = await findDetail(body.treeAddress);
    const again = await post(changed(body, change), creator);
    expect(again).toMatchObject({ status: 200, body: first.body });
    const tried = await dryRun(changed(body, change), creator);
    expect(tried).toMatchObject({ status: 200, body: { campaignId: first.body.campaignId, dryRun: true } });
    expect((await findDetail(body.treeAddress)).body).toEqual(before.body);
    const other = await post(changed(body, { ...change, totalSupply: "1" }), creator);
    expect(other).toMatchObject({
      status: 409,
      body: { details: [{ path: "totalSupply", message: expect.any(String) }] },
    });
  });

  test("rebuilds the tree when no leaf has a proof, and serves proofs that lead to the root", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator, { recipients: someRecipients(33) });
    const bare = changed(body, { leaves: body.leaves.map(({ proof: _, ...leaf }) => leaf) });
    expect((await post(bare, creator)).status).toBe(201);
    const { body: page } = await call<LeavesPage>(getLeaves, {
      path: "/api/campaigns/:treeAddress/leaves",
      params: { treeAddress: body.treeAddress },
      query: { proofs: "true", limit: 50 },
    });
    expect(page.total).toBe(33);
    for (const [index, { proof, claimed, ...leaf }] of page.leaves.entries()) {
      expect(claimed).toBe("0");
      expect({ ...leaf, proof }).toEqual(body.leaves[index]);
    }
  });

  test("returns the proof of a beneficiary, one or all, under the root of its version", async () => {
    const creator = createWallet();
    const recipients = someRecipients(4);
    const [first] = recipients;
    if (!first) throw new Error("no recipient");
    const body = await getRegistration(creator, { recipients: [...recipients, { ...first, amount: 7n }] });
    await post(body, creator);
    const request = <T>(query: Record<string, string>) =>
      call<T>(getProof, { params: { treeAddress: body.treeAddress }, query });
    const { body: one } = await request<ProofView>({ beneficiary: first.beneficiary });
    expect(one).toMatchObject({ leaf: { leafIndex: 0 }, merkleRoot: body.merkleRoot, rootVersion: 1 });
    const leaf = { ...first, leafIndex: 0 };
    const proof = Uint8Array.from(one.proof.flat());
    expect(await verifyProof({ leaf, proof, root: one.merkleRoot, leafCount: 5 })).toBe(true);
    const { body: last } = await request<ProofView>({ beneficiary: first.beneficiary, leafIndex: "4" });
    expect(last.leaf).toMatchObject({ leafIndex: 4, amount: "7" });
    const { body: all } = await request<AllProofsView>({ beneficiary: first.beneficiary, all: "true" });
    expect(all.leaves.map((item) => item.leaf.leafIndex)).toEqual([0, 4]);
    expect(await request({ beneficiary: createWallet().address })).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", error: expect.any(String) },
    });
  });

  test.each<[string, (body: RegistrationBody) => object, string, RegExp]>([
    [
      "a leafCount that is not the number of leaves",
      (body) => ({ ...body, leafCount: 4 }),
      "leafCount",
      /leafCount/,
    ],
    ["an index twice", (body) => withLeaf(body, 3, { leafIndex: 2 }), "leaves.3.leafIndex", /twice/],
    ["an index too large", (body) => withLeaf(body, 4, { leafIndex: 5 }), "leaves.4.leafIndex", /too large/],
    ["a broken schedule", (body) => withLeaf(body, 1, { cliffTime: "1" }), "leaves.1.cliffTime", /cliff/],
    [
      "an amount beyond u64",
      (body) => withLeaf(body, 0, { amount: "18446744073709551616" }),
      "leaves.0.amount",
      /amount/,
    ],
    [
      "a malformed address",
      (body) => withLeaf(body, 0, { beneficiary: "me" }),
      "leaves.0.beneficiary",
      /address/,
    ],
    [
      "a hash of 31 bytes",
      (body) => withLeaf(body, 0, { proof: [Array(31).fill(0)] }),
      "leaves.0.proof.0",
      /32/,
    ],
    [
      "a proof that leads elsewhere",
      (body) => withLeaf(body, 3, { amount: "9" }),
      "leaves.3.proof",
      /leafIndex 3/,
    ],
    [
      "another leaf's proof",
      (body) => withLeaf(body, 3, { proof: body.leaves[0]?.proof }),
      "leaves.3.proof",
      /leafIndex 3/,
    ],
    [
      "a proof in some leaves only",
      (body) => withLeaf(body, 3, { proof: undefined }),
      "leaves",
      /every leaf/,
    ],
    [
      "a root that is not the tree's",
      (body) => bare({ ...body, merkleRoot: "1".repeat(64) }),
      "merkleRoot",
      /root/,
    ],
    ["a root that is not hex", (body) => ({ ...body, merkleRoot: "z".repeat(64) }), "merkleRoot", /hex/],
    ["no leaves", (body) => ({ ...body, leaves: [] }), "leaves", /at least one/],
    ["an id that is not u64", (body) => ({ ...body, campaignId: "-1" }), "campaignId", /whole number/],
    ["a NUL in the name", (body) => ({ ...body, metadata: { name: "a\u0000b" } }), "metadata.name", /./],
  ])("refuses %s by name and writes nothing", async (_, spoil, path, message) => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const answer = await post(spoil(structuredClone(body)), creator);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.details).toContainEqual({ path, message: expect.any(String) });
    expect(answer.body.error).toMatch(message);
    expect((await findDetail(body.treeAddress)).status).toBe(404);
    const tried = await dryRun(spoil(structuredClone(body)), creator);
    expect(tried.status).toBe(answer.status);
    expect({ ...tried.body, requestId: null }).toEqual({ ...answer.body, requestId: null });
  });

  test("returns 403 to a wallet that is not the creator, and 401 without one", async () => {
    const body = await getRegistration(createWallet());
    expect(await post(body, createWallet())).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await call(POST, { body })).toMatchObject({ status: 401 });
    expect(await dryRun(body, createWallet())).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await call(POST, { body, query: { dryRun: "true" } })).toMatchObject({ status: 401 });
  });

  test("returns the result of a registration in a dry run, and stores nothing", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const first = await dryRun(structuredClone(body), creator);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ok: true, campaignId: null, verified: false, dryRun: true });
    expect((await findDetail(body.treeAddress)).status).toBe(404);
    const stored = await post(body, creator);
    const again = await dryRun(structuredClone(body), creator);
    expect(again).toMatchObject({ status: 200, body: { ...stored.body, dryRun: true } });
    const other = await dryRun(changed(body, { totalSupply: "1" }), creator);
    expect(other).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    const misspelt = await call(POST, {
      body,
      query: { dryRun: "yes" },
      headers: await signIn(creator, services),
    });
    expect(misspelt).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("stores one row for concurrent registrations: one 201, the others 200", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(structuredClone(body), creator)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.campaignId)).size).toBe(1);
  });

  test("refuses more leaves than the setting allows before looking at them", async () => {
    const creator = createWallet();
    const env = readEnv({ ...quiet, MAX_LEAVES: "3" });
    const strict = startServices({ db: database.db, env, ...fixedClock(NOW * 1000) });
    expect(await post(await getRegistration(creator), creator, strict)).toMatchObject({ status: 400 });
    services = startServices({ db: database.db, env: readEnv(quiet), ...fixedClock(NOW * 1000) });
  });
});

describe("the network's confirmation of a registration", () => {
  const getAccount = (body: RegistrationBody, change: object = {}) =>
    ({
      ...{ creator: body.creator, mint: body.mint, campaignId: BigInt(body.campaignId) },
      ...{ merkleRoot: body.merkleRoot, leafCount: body.leafCount, totalSupply: BigInt(body.totalSupply) },
      ...{
        cancellable: body.cancellable,
        cancelAuthority: body.cancelAuthority,
        pauseAuthority: body.pauseAuthority,
      },
      ...{ minCliffTime: BigInt(body.minCliffTime), ...change },
    }) as VestingTree;

  const withLedger = (
    mode: "ledger" | "lenient",
    answer: () => Promise<{ slot: bigint; tree: VestingTree } | null>,
  ) =>
    startServices({
      db: database.db,
      env: readEnv({ ...quiet, REGISTRATION_CHECK: mode }),
      chain: getChain({ getVestingTree: answer }),
      ...fixedClock(NOW * 1000),
    });
  const unavailable = async () => {
    throw Object.assign(new Error("no endpoint answers"), { name: "NetworkUnavailableError" });
  };

  test.each<["ledger" | "lenient", string, number, boolean | undefined]>([
    ["ledger", "agrees", 201, true],
    ["lenient", "agrees", 201, true],
    ["ledger", "missing", 409, undefined],
    ["lenient", "missing", 201, false],
    ["ledger", "differs", 409, undefined],
    ["lenient", "differs", 409, undefined],
    ["ledger", "unavailable", 503, undefined],
    ["lenient", "unavailable", 201, false],
    ["ledger", "underived", 400, undefined],
    ["lenient", "underived", 201, false],
    ["lenient", "foreign", 409, undefined],
  ])("under the check %s and the account state %s, returns %i", async (mode, text, status, verified) => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const other = getAccount(await getRegistration(createWallet()));
    if (text === "underived" || text === "foreign") body.treeAddress = createWallet().address;
    const answers: Record<string, () => Promise<{ slot: bigint; tree: VestingTree } | null>> = {
      agrees: async () => ({ slot: 1n, tree: getAccount(body) }),
      differs: async () => ({ slot: 1n, tree: getAccount(body, { totalSupply: 1n }) }),
      missing: async () => null,
      underived: async () => null,
      foreign: async () => ({ slot: 1n, tree: other }),
      unavailable,
    };
    const using = withLedger(mode, answers[text] ?? unavailable);
    const answer = await post(body, creator, using);
    expect(answer.status).toBe(status);
    expect(answer.body.verified).toBe(verified);
    if (text === "differs") expect(answer.body.error).toContain("totalSupply");
  });

  test("a confirmed registration is 200 again after a rotation, and without its account or the network", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const agrees = withLedger("ledger", async () => ({ slot: 1n, tree: getAccount(body) }));
    const { campaignId } = (await post(body, creator, agrees)).body;
    const rotated = async () => ({ slot: 2n, tree: getAccount(body, { merkleRoot: "ab".repeat(32) }) });
    for (const account of [rotated, async () => null, unavailable]) {
      const using = withLedger("ledger", account);
      expect(await post(body, creator, using)).toMatchObject({ status: 200, body: { campaignId } });
      expect(
        (await post(changed(body, { pauseAuthority: creator.address }), creator, using)).status,
      ).not.toBe(200);
    }
  });

  test("the account's creation time replaces the stated one, for the campaign and its first root", async () => {
    const creator = createWallet();
    const body = { ...(await getRegistration(creator)), createdAt: String(2n ** 63n - 1n) };
    const createdAt = BigInt(NOW - 7);
    const agrees = withLedger("ledger", async () => ({
      slot: 1n,
      tree: getAccount(body as never, { createdAt }),
    }));
    expect((await post(body, creator, agrees)).status).toBe(201);
    const detail = (await findDetail(body.treeAddress)).body;
    expect([detail.createdAt, detail.rootVersions[0]?.createdAt]).toEqual([
      String(createdAt),
      String(createdAt),
    ]);
  });

  test("keeps a limited number of unconfirmed leaves of concurrent registrations", async () => {
    const creator = createWallet();
    const env = readEnv({ ...quiet, UNCONFIRMED_LEAVES_PER_WALLET: "215" });
    const using = startServices({ db: database.db, env, ...fixedClock(NOW * 1000) });
    const ids = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n];
    const bodies = await Promise.all(ids.map((campaignId) => getRegistration(creator, { campaignId })));
    const answers = await Promise.all(bodies.map((body) => post(body, creator, using)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, ...ids.slice(2).map(() => 403)]);
    const stored = await database.db.select().from(campaigns).where(eq(campaigns.creator, creator.address));
    expect(stored).toHaveLength(2);
  });

  test("keeps a limited number of unconfirmed leaves per creator and in total, and deletes nothing stored", async () => {
    const [creator, other] = [createWallet(), createWallet()];
    const register = async (settings: Record<string, string>, wallet: Wallet, campaignId: bigint) => {
      const body = await getRegistration(wallet, { campaignId });
      const using = startServices({
        db: database.db,
        env: readEnv({ ...quiet, ...settings }),
        ...fixedClock(NOW * 1000),
      });
      const tried = await dryRun(body, wallet, using);
      const answer = await post(body, wallet, using);
      expect(tried.status >= 400).toBe(answer.status >= 400);
      return { answer, body };
    };
    const each = { UNCONFIRMED_LEAVES_PER_WALLET: "215" };
    const first = await register(each, creator, 1n);
    expect(first.answer.status).toBe(201);
    expect((await register(each, creator, 2n)).answer.status).toBe(201);
    const refused = await register(each, creator, 3n);
    expect(refused.answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect((await register(each, other, 1n)).answer.status).toBe(201);
    const full = { UNCONFIRMED_LEAVES: "100" };
    expect((await register(full, createWallet(), 1n)).answer.status).toBe(403);
    expect((await register(full, creator, 1n)).answer.status).toBe(200);
    const agrees = withLedger("lenient", async () => ({ slot: 1n, tree: getAccount(refused.body) }));
    expect((await post(refused.body, creator, agrees)).status).toBe(201);
  });

  test.each<["ledger" | "lenient", string, number, boolean | undefined]>([
    ["ledger", "agrees", 200, true],
    ["ledger", "missing", 200, false],
    ["lenient", "missing", 200, false],
    ["ledger", "differs", 409, undefined],
    ["lenient", "differs", 409, undefined],
    ["ledger", "unavailable", 503, undefined],
    ["ledger", "underived", 400, undefined],
  ])(
    "a dry run under the check %s and the account state %s returns %i and stores nothing",
    async (mode, text, status, verified) => {
      const creator = createWallet();
      const body = await getRegistration(creator);
      const { treeAddress } = body;
      if (text === "underived") body.treeAddress = createWallet().address;
      const tree = getAccount(body, text === "differs" ? { totalSupply: 1n } : {});
      const isThere = text === "agrees" || text === "differs";
      const using = withLedger(
        mode,
        text === "unavailable" ? unavailable : async () => (isThere ? { slot: 1n, tree } : null),
      );
      const answer = await dryRun(body, creator, using);
      expect(answer.status).toBe(status);
      expect(answer.body.verified).toBe(verified);
      if (status === 200) expect(answer.body).toMatchObject({ ok: true, campaignId: null, dryRun: true });
      for (const stored of [treeAddress, body.treeAddress])
        expect((await findDetail(stored)).status).toBe(404);
    },
  );

  test("a dry run ignores an unconfirmed row that a confirmed one will replace", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const squatter = { ...(await getRegistration(creator)), treeAddress: createWallet().address };
    const lenient = withLedger("lenient", async () => null);
    expect((await post(squatter, creator, lenient)).status).toBe(201);
    expect(await dryRun(body, creator, lenient)).toMatchObject({ status: 200, body: { campaignId: null } });
    expect((await findDetail(squatter.treeAddress)).status).toBe(200);
  });

  test("an unconfirmed row never blocks a confirmed one", async () => {
    const creator = createWallet();
    const body = await getRegistration(creator);
    const squatter = { ...(await getRegistration(creator)), treeAddress: createWallet().address };
    const lenient = withLedger("lenient", async () => null);
    expect((await post(squatter, creator, lenient)).status).toBe(201);
    const agreeing = withLedger("ledger", async () => ({ slot: 1n, tree: getAccount(body) }));
    expect(await post(body, creator, agreeing)).toMatchObject({ status: 201, body: { verified: true } });
    expect((await findDetail(squatter.treeAddress)).status).toBe(404);
    expect((await findDetail(body.treeAddress)).body.verified).toBe(true);
  });
});

describe("the campaign list", () => {
  beforeAll(() => {
    services = startServices({ db: database.db, env: readEnv(quiet), ...fixedClock(NOW * 1000) });
  });

  test("pages newest first by number and by cursor, with the same rows and exact totals", async () => {
    const creator = createWallet();
    for (let id = 1n; id <= 5n; id++) {
      const body = await getRegistration(creator, { campaignId: id });
      await post({ ...body, createdAt: 1_600_000_000 + Number(id) }, creator);
    }
    const list = (query: Record<string, string | number>) =>
      call<CampaignsPage>(GET, { path: "/api/campaigns", query: { creator: creator.address, ...query } });
    const whole = await list({});
    expect(whole.body.campaigns.map(({ campaignId }) => campaignId)).toEqual(["5", "4", "3", "2", "1"]);
    expect(whole.body).toMatchObject({ total: 5, page: 1, limit: 20, nextCursor: null });
    const byNumber = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 2 })));
    expect(byNumber.flatMap(({ body }) => body.campaigns)).toEqual(whole.body.campaigns);
    const [first] = byNumber;
    const next = await list({ limit: 2, cursor: first?.body.nextCursor ?? "" });
    expect(next.body.campaigns).toEqual(whole.body.campaigns.slice(2, 4));
    expect(first?.headers.get("link")).toContain(`cursor=${first?.body.nextCursor}`);
    expect((await list({ limit: 1000 })).body.limit).toBe(100);
    expect((await list({ status: "claimed" })).body).toMatchObject({ campaigns: [], total: 0 });
  });

  test("is searched by name and sorted, with cursors of that order alone", async () => {
    const creator = createWallet();
    const names = ["Beta grants", "alpha grants", "Gamma team"];
    for (const [at, name] of names.entries()) {
      const body = await getRegistration(creator, { campaignId: BigInt(at) });
      await post({ ...body, metadata: { name } }, creator);
    }
    const list = (query: Record<string, string | number>) =>
      call<CampaignsPage>(GET, { path: "/api/campaigns", query: { creator: creator.address, ...query } });
    const getNames = ({ body }: { body: CampaignsPage }) =>
      body.campaigns.map(({ metadata }) => metadata?.name);
    expect(getNames(await list({ sort: "name" }))).toEqual(["alpha grants", "Beta grants", "Gamma team"]);
    const first = await list({ name: "GRAN", sort: "name", order: "desc", limit: 1 });
    expect(getNames(first)).toEqual(["Beta grants"]);
    expect(first.body.total).toBe(2);
    const cursor = first.body.nextCursor ?? "";
    expect(first.headers.get("link")).toContain("sort=name");
    expect(getNames(await list({ name: "GRAN", sort: "name", order: "desc", cursor }))).toEqual([
      "alpha grants",
    ]);
    const other = await list({ name: "GRAN", sort: "name", cursor });
    expect(other).toMatchObject({ status: 400, body: { details: [{ path: "cursor" }] } });
    expect(JSON.stringify(other.body)).toContain("must be of the list in this sort and order");
    const totals = await list({ sort: "total" });
    expect(totals).toMatchObject({ status: 400, body: { details: [{ path: "sort" }] } });
    expect(JSON.stringify(totals.body)).toContain("Totals of different tokens cannot be compared");
  });

  test.each([`name=${"a".repeat(101)}`, "name=%25", "name=", "sort=supply", "order=up"])(
    "refuses %s",
    async (query) => {
      expect(await call(GET, { query })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    },
  );

  test.each(["page=0", "limit=-1", "limit=ten", "status=gone", "creator=me", "cursor=!", "page=1&page=2"])(
    "refuses %s",
    async (query) => {
      expect(await call(GET, { query })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    },
  );
});

function withLeaf(body: RegistrationBody, index: number, change: object): RegistrationBody {
  const leaves = body.leaves.map((leaf, at) => (at === index ? { ...leaf, ...change } : leaf));
  return { ...body, leaves };
}

const bare = (body: RegistrationBody) => ({
  ...body,
  leaves: body.leaves.map(({ proof: _, ...leaf }) => leaf),
});
