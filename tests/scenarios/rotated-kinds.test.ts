import { afterAll, beforeAll, expect, test } from "vitest";
import { post } from "@/docs/actions/examples/act";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign, type Prepared } from "@/docs/actions/examples/create-campaign";
import { releaseMilestone } from "@/docs/actions/examples/release-milestone";
import { sendPlan } from "@/docs/actions/examples/send-plan";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import { verifyProgress } from "@/lib/client/verify/verify-progress";
import { planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import { readPayable } from "@/lib/service/actions/claim/payable-claims";
import { indexerContext } from "@/lib/service/indexer/requests";
import { runIndexer } from "@/lib/service/indexer/run";
import { services } from "@/lib/service/services";
import { createCast, recipient, SUPPLY, World } from "./actions/harness";

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

test(
  "a rotation that gives a leaf index to another kind of leaf keeps the claims of each kind",
  LONG,
  async () => {
    const api = new ApiClient({ baseUrl: world.api.baseUrl });
    const cast = await createCast(world, "tokens");
    const { authority, beneficiary, creator, mint, terms } = cast;
    const start = world.now - 500n;
    const [small, large] = [SUPPLY / 6n, (5n * SUPPLY) / 6n];
    const milestone = recipient(cast, { amount: small, start, over: { releaseType: 2, milestoneIdx: 0 } });
    const cliff = recipient(cast, { amount: large, start, over: { releaseType: 0 } });
    const treeAddress = await createCampaign(world.api, { terms, recipients: [milestone, cliff], creator });
    await releaseMilestone(world.api, { treeAddress, authority, creator, milestoneIdx: 0 });
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });

    // Another service could rotate to this list; this one would keep each recipient's leaf index.
    const swapped = await post<Prepared>(world.api, "/api/campaigns/prepare", {
      body: { recipients: [cliff, milestone] },
    });
    const { merkleRoot, leafCount, minCliffTime, leaves } = swapped;
    const { merkleRoot: currentRoot } = await api.campaign(treeAddress);
    const plan = planUpdateRoot({
      ...{ treeAddress, cancelAuthority: authority.publicKey.toBase58(), currentRoot },
      ...{ newRoot: merkleRoot, newLeafCount: leafCount, newMinCliffTime: BigInt(minCliffTime) },
    });
    await sendPlan(world.api, plan, [authority]);
    await post(world.api, `/api/campaigns/${treeAddress}/root-versions`, {
      ...{ body: { merkleRoot, leafCount, minCliffTime, leaves }, wallet: authority },
    });
    const index = async () =>
      runIndexer(indexerContext(await services()), { full: true, timeLimitMs: 60_000 });
    await index();

    const address = beneficiary.publicKey.toBase58();
    const getProgress = async () => (await api.vestingProgress(address)).campaigns[0];
    expect(await getProgress()).toMatchObject({
      progress: { claimedSoFar: `${small}`, claimable: `${large}`, stillToCome: "0" },
      leaves: [
        { leafIndex: 0, progress: { claimedSoFar: "0", claimable: `${large}` } },
        { leafIndex: 1, progress: { claimedSoFar: `${small}`, claimable: "0", stillToCome: "0" } },
      ],
    });
    expect((await api.leaves(treeAddress)).leaves.map(({ claimed }) => claimed)).toEqual(["0", `${small}`]);
    expect((await api.statement(treeAddress)).recipients).toMatchObject([
      { claimed: `${small}`, vested: `${SUPPLY}`, outstanding: `${large}` },
    ]);

    const proven = await api.vestingProgress(address, { proof: true });
    expect(await verifyProgress(proven, { rpc: world.api.rpcUrl, address })).toMatchObject({
      verdict: "consistent",
    });
    const { payable } = await readPayable(await services(), { treeAddress, account: address });
    expect(payable.map(({ leaf, progress }) => [leaf.leafIndex, progress.claimable])).toEqual([[0, large]]);

    const before = await world.balance(mint, beneficiary);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    expect((await world.balance(mint, beneficiary)) - before).toBe(large);
    await index();
    expect(await getProgress()).toMatchObject({
      progress: { claimedSoFar: `${SUPPLY}`, claimable: "0", stillToCome: "0" },
    });
    expect(await api.campaign(treeAddress)).toMatchObject({ claimedMoreThanAllocated: [] });
  },
);
