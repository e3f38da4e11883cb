import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancel } from "@/docs/actions/examples/cancel";
import { cancelStream } from "@/docs/actions/examples/cancel-stream";
import { claim } from "@/docs/actions/examples/claim";
import { closeClaimRecord } from "@/docs/actions/examples/close-claim-record";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { createStream } from "@/docs/actions/examples/create-stream";
import { instantRefund } from "@/docs/actions/examples/instant-refund";
import { withdrawUnvested } from "@/docs/actions/examples/withdraw-unvested";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import type { Verification } from "@/lib/client/verify/verification";
import { verifyCampaign } from "@/lib/client/verify/verify-campaign";
import { verifyClaims } from "@/lib/client/verify/verify-claims";
import { verifyProgress } from "@/lib/client/verify/verify-progress";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { indexerContext } from "@/lib/service/indexer/requests";
import { runIndexer } from "@/lib/service/indexer/run";
import { services } from "@/lib/service/services";
import {
  type Cast,
  createCast,
  createTwoCliffs,
  type Kind,
  recipient,
  SUPPLY,
  World,
} from "@/tests/scenarios/actions/harness";

const KINDS: readonly Kind[] = ["tokens", "native SOL"];
const PART = SUPPLY / 4n;

let world: World;
let api: ApiClient;
beforeAll(async () => {
  world = await World.start();
  api = new ApiClient({ baseUrl: world.api.baseUrl });
}, LONG.timeout);
afterAll(() => world.close());

/** Checks all answers about a campaign with one recipient, after the index has read everything. */
async function verifyAll(treeAddress: string, { beneficiary }: Cast) {
  await runIndexer(indexerContext(await services()), { full: true, timeLimitMs: 60_000 });
  const rpc = world.api.rpcUrl;
  const address = beneficiary.publicKey.toBase58();
  const query = { beneficiary: address };
  const [detail, claims, own, progress] = await Promise.all([
    api.campaign(treeAddress, { proof: true }),
    api.claims(treeAddress, { proof: true }),
    api.claims(treeAddress, { ...query, proof: true }),
    api.vestingProgress(address, { proof: true }),
  ]);
  const results = {
    campaign: await verifyCampaign(detail, { rpc, treeAddress }),
    claims: await verifyClaims(claims, { rpc, treeAddress }),
    own: await verifyClaims(own, { rpc, treeAddress, query }),
    progress: await verifyProgress(progress, { rpc, address }),
  };
  for (const result of Object.values(results)) {
    expect(result.fields.filter(({ status }) => status === "false")).toEqual([]);
    expect(result).toMatchObject({ verdict: "consistent", problem: null });
  }
  return results;
}

const getStatuses = ({ fields }: Verification, paths: readonly string[]) =>
  fields
    .filter(({ path }) => paths.includes(path))
    .map(({ path, status, answered }) => [path, status, answered]);

const verified = (values: Record<string, unknown>) =>
  expect.arrayContaining(Object.entries(values).map(([path, value]) => [path, "verified", value]));

describe.each(KINDS)("a campaign of %s", (kind) => {
  const twoCliffs = (cast: Cast, from: bigint) => createTwoCliffs(world, cast, { from, amount: PART });

  test("is verified after its stream was cancelled", LONG, async () => {
    const cast = await createCast(world, kind);
    const half = recipient(cast, { amount: PART, start: world.now - 500n });
    const { creator, authority, terms } = cast;
    const treeAddress = await createStream(world.api, { terms, recipient: half, creator });
    await cancelStream(world.api, { treeAddress, authority, creator });
    const { campaign, claims } = await verifyAll(treeAddress, cast);
    const { settledAmount } = await api.campaign(treeAddress);
    const expected = { settled: true, settledAmount, totalClaimed: "0", status: "settled", withdrawn: false };
    expect(getStatuses(campaign, Object.keys(expected))).toEqual(verified(expected));
    expect(getStatuses(claims, ["claims", "total"])).toEqual(verified({ total: 0, claims: [] }));
  });

  test("is verified after its refund", LONG, async () => {
    const cast = await createCast(world, kind);
    const { authority, creator } = cast;
    const treeAddress = await twoCliffs(cast, 5_000n);
    await instantRefund(world.api, { treeAddress, authority, creator });
    const { campaign, progress } = await verifyAll(treeAddress, cast);
    const expected = { instantRefunded: true, status: "instant_refunded", settled: false };
    expect(getStatuses(campaign, Object.keys(expected))).toEqual(verified(expected));
    const claimable = { "campaigns.0.progress.claimable": "0", "campaigns.0.instantRefunded": true };
    expect(getStatuses(progress, Object.keys(claimable))).toEqual(verified(claimable));
  });

  test("is verified after its grace period, and after the withdrawal", LONG, async () => {
    const cast = await createCast(world, kind);
    const { authority, creator, beneficiary, mint } = cast;
    const treeAddress = await twoCliffs(cast, -5_000n);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    await cancel(world.api, { treeAddress, authority });
    world.advance(GRACE_PERIOD_SECONDS);
    const before = await verifyAll(treeAddress, cast);
    const owed = { "campaigns.0.progress.payableUntilSwept": PART.toString() };
    expect(getStatuses(before.progress, Object.keys(owed))).toEqual(verified(owed));
    expect(getStatuses(before.campaign, ["withdrawn", "status"])).toEqual(
      verified({ withdrawn: false, status: "cancelled_expired" }),
    );
    await withdrawUnvested(world.api, { treeAddress, authority, creator });
    const { campaign } = await verifyAll(treeAddress, cast);
    expect(getStatuses(campaign, ["withdrawn", "payableUntilSwept"])).toEqual(
      verified({ withdrawn: true, payableUntilSwept: "0" }),
    );
  });

  test("is verified after a claim record was closed and a leaf paid twice", LONG, async () => {
    const cast = await createCast(world, kind);
    const { beneficiary, mint } = cast;
    const treeAddress = await twoCliffs(cast, -5_000n);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    await closeClaimRecord(world.api, { treeAddress, beneficiary });
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    const { own, claims } = await verifyAll(treeAddress, cast);
    for (const list of [own, claims])
      expect(getStatuses(list, ["claims", "total"])).toEqual(
        expect.arrayContaining([["total", "verified", 2]]),
      );
  });

  test("is verified after its last claim", LONG, async () => {
    const cast = await createCast(world, kind);
    const { beneficiary, mint } = cast;
    const treeAddress = await twoCliffs(cast, -5_000n);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
    const { campaign } = await verifyAll(treeAddress, cast);
    const expected = { status: "claimed", totalClaimed: (2n * PART).toString(), creator: cast.terms.creator };
    expect(getStatuses(campaign, Object.keys(expected))).toEqual(verified(expected));
  });

  test.runIf(kind === "native SOL")(
    "is told apart from an earlier campaign of its address",
    LONG,
    async () => {
      const cast = await createCast(world, kind);
      const { beneficiary, mint } = cast;
      const rpc = world.api.rpcUrl;
      const treeAddress = await twoCliffs(cast, -5_000n);
      await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
      await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
      world.advance(600n);
      expect(await twoCliffs(cast, 5_000n)).toBe(treeAddress);
      const { campaign, claims } = await verifyAll(treeAddress, cast);
      expect(getStatuses(campaign, ["totalClaimed", "status"])).toEqual(
        verified({ totalClaimed: "0", status: "active" }),
      );
      expect(getStatuses(claims, ["claims", "total"])).toEqual(verified({ claims: [], total: 0 }));
      const { generations } = await api.campaign(treeAddress);
      const creation = generations?.find(({ current }) => !current)?.creation;
      const earlier = await api.campaign(treeAddress, { creation, proof: true });
      expect(await verifyCampaign(earlier, { rpc, treeAddress })).toMatchObject({ verdict: "consistent" });
      const foreign = await api.claims(treeAddress, { creation, proof: true });
      expect(await verifyClaims(foreign, { rpc, treeAddress })).toMatchObject({ verdict: "false" });
    },
  );

  test("is verified page by page", LONG, async () => {
    const cast = await createCast(world, kind);
    const { beneficiary, mint, creator, terms } = cast;
    const leaf = recipient(cast, { amount: PART, start: world.now - 500n });
    const treeAddress = await createCampaign(world.api, { terms, recipients: [leaf, leaf], creator });
    for (let round = 0; round < 5; round++) {
      await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: round % 2 });
      world.advance(30n);
    }
    await verifyAll(treeAddress, cast);
    let cursor: string | null = null;
    for (let page = 0; page < 3; page++) {
      const answer = await api.claims(treeAddress, { limit: 2, cursor, proof: true });
      const query = { cursor };
      const check = (changed: object) =>
        verifyClaims(
          { ...answer, ...changed },
          { rpc: world.api.rpcUrl, treeAddress, query, maxAgeSeconds: 20 },
        );
      const result = await check({});
      expect(result.verdict).toBe("consistent");
      expect(getStatuses(result, ["claims"]).map(([, status]) => status)).toEqual(["verified"]);
      if (page === 1) expect(await check({ nextCursor: null })).toMatchObject({ verdict: "false" });
      cursor = answer.nextCursor;
    }
    expect(cursor).toBeNull();
  });
});
