import { beforeAll, describe, expect, test } from "vitest";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import { GET, POST } from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { POST as register } from "@/app/api/campaigns/route";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices, type Wallet } from "@/tests/support/http";
import { getRegistration, someRecipients } from "@/tests/support/registration";
import { getChain } from "@/tests/support/stored-action";

const database = openTestDatabase();
let services: Services;
beforeAll(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  services = startServices({ db: database.db, env, ...fixedClock(1_700_000_050_000) });
});

type Rotation = Awaited<ReturnType<typeof getRotation>>;

async function registered(change: object = {}) {
  const creator = createWallet();
  const body = { ...(await getRegistration(creator)), ...change };
  const headers = await signIn(creator, services);
  expect((await call(register, { body, headers })).status).toBe(201);
  return { creator, params: { treeAddress: body.treeAddress }, body };
}

async function getRotation(creator: Wallet, count: number) {
  const { merkleRoot, leafCount, leaves, minCliffTime } = await getRegistration(creator, {
    recipients: someRecipients(count),
  });
  return { merkleRoot, leafCount, minCliffTime, leaves };
}

async function rotate(
  params: { treeAddress: string },
  body: object,
  wallet: Wallet,
  { query, using = services }: { query?: Record<string, string>; using?: Services } = {},
) {
  return call<{ code?: string; version?: number; warnings?: string[] }>(POST, {
    path: "/api/campaigns/:treeAddress/root-versions",
    params,
    query,
    body,
    headers: await signIn(wallet, using),
  });
}

const DRY_RUN = { query: { dryRun: "true" } };

describe("recording a rotation", () => {
  test("replaces root, leaf count, minimum cliff and proofs, and keeps the old version", async () => {
    const { creator, params, body } = await registered();
    const rotation = await getRotation(creator, 9);
    expect(await rotate(params, rotation, creator)).toMatchObject({
      status: 201,
      body: { ok: true, version: 2 },
    });
    const detail = await call<CampaignDetail>(getDetail, { params });
    expect(detail.body).toMatchObject({
      merkleRoot: rotation.merkleRoot,
      leafCount: 9,
      totalClaimed: "0",
      status: "active",
      analytics: { rootVersionCount: 2 },
    });
    const versions = await call<{ version: number; merkleRoot: string }[]>(GET, { params });
    expect(versions.body.map(({ version, merkleRoot }) => [version, merkleRoot])).toEqual([
      [2, rotation.merkleRoot],
      [1, body.merkleRoot],
    ]);
    const beneficiary = body.leaves[0]?.beneficiary ?? "";
    const proof = await call(getProof, { params, query: { beneficiary } });
    expect(proof.body).toMatchObject({ merkleRoot: rotation.merkleRoot, rootVersion: 2 });
  });

  test("numbers concurrent rotations consecutively, and never repeats a number", async () => {
    const { creator, params } = await registered();
    const rotations = await Promise.all([6, 7, 8, 8].map((count) => getRotation(creator, count)));
    const answers = await Promise.all(rotations.map((rotation) => rotate(params, rotation, creator)));
    const versions = answers.flatMap(({ body }) => body.version ?? []);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions.length).toBeGreaterThanOrEqual(3);
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe("SAME_ROOT");
  });

  test("requires the cancel authority", async () => {
    const { creator, params } = await registered({ cancelAuthority: createWallet().address });
    expect(await rotate(params, await getRotation(creator, 6), creator)).toMatchObject({ status: 403 });
    const none = await registered({ cancellable: false, cancelAuthority: null });
    expect(await rotate(none.params, await getRotation(none.creator, 6), none.creator)).toMatchObject({
      status: 403,
    });
  });

  test("is refused for an unknown campaign, one that is not cancellable, and the same root", async () => {
    const { creator, params, body } = await registered();
    const unknown = { treeAddress: createWallet().address };
    expect(await rotate(unknown, await getRotation(creator, 6), creator)).toMatchObject({ status: 404 });
    const fixed = await registered({ cancellable: false });
    const refused = await rotate(fixed.params, await getRotation(fixed.creator, 6), fixed.creator);
    expect(refused).toMatchObject({ status: 400, body: { code: "NOT_CANCELLABLE" } });
    const same = await rotate(params, { ...(await getRotation(creator, 5)) }, creator);
    expect(same).toMatchObject({ status: 400, body: { code: "SAME_ROOT" } });
    expect(body.leafCount).toBe(5);
  });

  test.each<[string, (rotation: Rotation) => object]>([
    ["a minCliffTime that is not the leaves' minimum", (rotation) => ({ ...rotation, minCliffTime: 1 })],
    ["a root in capitals", (rotation) => ({ ...rotation, merkleRoot: rotation.merkleRoot.toUpperCase() })],
    ["a leafCount of 0", (rotation) => ({ ...rotation, leafCount: 0, leaves: [] })],
    [
      "one proof too short",
      (rotation) => ({
        ...rotation,
        leaves: [{ ...rotation.leaves[0], proof: [] }, ...rotation.leaves.slice(1)],
      }),
    ],
  ])("refuses %s and inserts nothing", async (_, spoil) => {
    const { creator, params } = await registered();
    const answer = await rotate(params, spoil(await getRotation(creator, 6)), creator);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect((await call<unknown[]>(GET, { params })).body).toHaveLength(1);
  });

  test("refuses a list without a leaf by name, whatever leafCount states", async () => {
    const { creator, params } = await registered();
    const answer = await rotate(params, { ...(await getRotation(creator, 6)), leaves: [] }, creator);
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: "leaves", message: "must contain at least one leaf" }] },
    });
    expect((await call<unknown[]>(GET, { params })).body).toHaveLength(1);
  });

  test("returns the result of a rotation in a dry run, and stores nothing", async () => {
    const { creator, params } = await registered();
    const rotation = await getRotation(creator, 9);
    const tried = await rotate(params, structuredClone(rotation), creator, DRY_RUN);
    expect(tried).toMatchObject({ status: 200, body: { ok: true, version: 2, dryRun: true } });
    expect((await call<unknown[]>(GET, { params })).body).toHaveLength(1);
    const same = await rotate(params, await getRotation(creator, 5), creator, DRY_RUN);
    expect(same).toMatchObject({ status: 400, body: { code: "SAME_ROOT" } });
    const stranger = await rotate(params, structuredClone(rotation), createWallet(), DRY_RUN);
    expect(stranger).toMatchObject({ status: 403 });
    expect(await rotate(params, rotation, creator)).toMatchObject({ status: 201, body: { version: 2 } });
  });

  test("warns about a list that exceeds the supply, also in a dry run", async () => {
    const { creator, params } = await registered({ totalSupply: "1" });
    const rotation = await getRotation(creator, 6);
    const total = rotation.leaves.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const warning = `The leaves total ${total}, but the supply is 1. The last recipients to claim will not be paid.`;
    const answer = { ok: true, version: 2, warnings: [warning] };
    const tried = await rotate(params, structuredClone(rotation), creator, DRY_RUN);
    expect(tried.body).toEqual({ ...answer, dryRun: true });
    expect(await rotate(params, rotation, creator)).toMatchObject({ status: 201, body: answer });
    const { body } = await call<CampaignDetail>(getDetail, { params });
    expect(body.allocatedBeyondSupply).toBe((total - 1n).toString());
  });

  test("is refused when the network has its root with another number of leaves", async () => {
    const { creator, params, body } = await registered();
    const rotation = await getRotation(creator, 9);
    const { cancellable, cancelAuthority } = body;
    const { merkleRoot } = rotation;
    const tree = { merkleRoot, leafCount: 8, cancellable, cancelAuthority, cancelledAt: null };
    const using = startServices({
      db: database.db,
      env: services.env,
      chain: getChain({ getVestingTree: async () => ({ slot: 1n, tree: tree as VestingTree }) }),
      ...fixedClock(1_700_000_050_000),
    });
    const answer = await rotate(params, rotation, creator, { using });
    expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    startServices({ ...services });
  });

  test.each<[string, object, number, string | undefined]>([
    ["the root that is to be replaced", {}, 200, undefined],
    ["a campaign cancelled since", { cancelledAt: 1n }, 400, "ALREADY_CANCELLED"],
    ["another cancel authority", { cancelAuthority: null }, 403, "FORBIDDEN"],
  ])("allows %s on the network in a dry run: %#", async (_, account, status, code) => {
    const { creator, params, body } = await registered();
    const { merkleRoot, leafCount, cancellable, cancelAuthority } = body;
    const tree = { merkleRoot, leafCount, cancellable, cancelAuthority, cancelledAt: null, ...account };
    const using = startServices({
      db: database.db,
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", REGISTRATION_CHECK: "ledger" }),
      chain: getChain({ getVestingTree: async () => ({ slot: 1n, tree: tree as VestingTree }) }),
      ...fixedClock(1_700_000_050_000),
    });
    const tried = await rotate(params, await getRotation(creator, 9), creator, { ...DRY_RUN, using });
    expect(tried.status).toBe(status);
    expect(tried.body.code).toBe(code);
    if (status === 200) {
      const before = await rotate(params, await getRotation(creator, 9), creator, { using });
      expect(before).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    }
    startServices({ ...services });
  });
});
