import type { Keypair } from "@solana/web3.js";
import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { projectCampaigns } from "@/db/queries/events/projection";
import { deleteAccountSnapshots, upsertAccountSnapshot } from "@/db/queries/indexing/campaign-checks";
import { campaigns } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { ClaimsPage } from "@/lib/contract/event";
import type { ProofView } from "@/lib/contract/leaf";
import { openTestDatabase } from "@/tests/support/database";
import { call } from "@/tests/support/http";
import { NativeGeneration } from "@/tests/support/native-generation";
import { openNativeService } from "@/tests/support/native-service";

const SOL = 1_000_000_000n;
const database = openTestDatabase();
const service = openNativeService(database);

const findDetail = async (treeAddress: string, query: Record<string, string> = {}) =>
  (await call<CampaignDetail>(getDetail, { params: { treeAddress }, query })).body;

const findClaims = async (treeAddress: string, query: Record<string, string> = {}) =>
  (await call<ClaimsPage>(getClaims, { params: { treeAddress }, query })).body;

const calculateSum = ({ claims }: ClaimsPage) => claims.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** Returns a creator with two recipients, and their amounts in each of two generations. */
function cast() {
  const creator = service.ledger.wallet(1_000);
  const [ann, bob, cleo] = [service.ledger.wallet(10), service.ledger.wallet(10), service.ledger.wallet(10)];
  const first = [
    { wallet: ann, amount: 3n * SOL },
    { wallet: bob, amount: 2n * SOL },
  ];
  const second = [
    { wallet: cleo, amount: 7n * SOL },
    { wallet: service.ledger.wallet(10), amount: SOL },
    { wallet: service.ledger.wallet(10), amount: SOL },
  ];
  return { creator, first, second, ann, cleo };
}

describe("an address that was created again", () => {
  test("is registered as a new campaign, and keeps the claims of the ended one apart", LONG, async () => {
    const { creator, first, second, ann, cleo } = cast();
    const ended = await NativeGeneration.create(service.ledger, creator, first);
    const { treeAddress } = ended;
    expect((await service.register(creator, ended)).status).toBe(201);
    await ended.claimAll();
    await service.index();
    service.ledger.controls.advanceTime(60);
    const again = await NativeGeneration.create(service.ledger, creator, second);
    expect(again.treeAddress).toBe(treeAddress);
    await again.claim(0);
    expect(await service.index({ full: true })).toMatchObject({ drift: [] });
    expect(await findDetail(treeAddress)).toMatchObject({
      ...{ status: "claimed", totalClaimed: (5n * SOL).toString(), earlierGeneration: null },
    });

    expect((await service.register(creator, again)).status).toBe(201);
    expect((await service.register(creator, again)).status).toBe(200);
    await again.claim(1);
    expect(await service.index({ full: true })).toMatchObject({ drift: [] });
    const current = await findDetail(treeAddress);
    expect(current).toMatchObject({
      ...{ totalSupply: (9n * SOL).toString(), totalClaimed: (8n * SOL).toString(), leafCount: 3 },
      generations: [{ current: true }, { current: false, status: "claimed" }],
    });
    expect(calculateSum(await findClaims(treeAddress))).toBe(8n * SOL);

    const creation = current.generations?.[1]?.creation ?? "";
    expect(await findDetail(treeAddress, { creation })).toMatchObject({
      ...{ totalSupply: (5n * SOL).toString(), totalClaimed: (5n * SOL).toString() },
      earlierGeneration: creation,
    });
    expect(calculateSum(await findClaims(treeAddress, { creation }))).toBe(5n * SOL);
    const findProof = (wallet: Keypair, query = {}) =>
      call<ProofView>(getProof, {
        params: { treeAddress },
        query: { beneficiary: wallet.publicKey.toBase58(), ...query },
      });
    expect((await findProof(ann)).status).toBe(404);
    expect((await findProof(ann, { creation })).body.leaf.amount).toBe((3n * SOL).toString());
    expect((await findProof(cleo)).body.leaf.amount).toBe((7n * SOL).toString());

    const refused = await service.register(creator, ended);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain("earlier generation");
  });

  test("has a separate vault and account state in each generation", LONG, async () => {
    const { creator, first, second } = cast();
    const ended = await NativeGeneration.create(service.ledger, creator, first);
    expect((await service.register(creator, ended)).status).toBe(201);
    const { treeAddress } = ended;
    await service.index();
    expect((await findDetail(treeAddress)).vault).toMatchObject({ balance: (5n * SOL).toString() });
    await ended.claimAll();
    service.ledger.controls.advanceTime(60);
    const again = await NativeGeneration.create(service.ledger, creator, second);
    await service.index();
    // The account at the address belongs to the second generation, which is not registered.
    expect((await findDetail(treeAddress)).vault).toMatchObject({ balance: "0", shortfall: "0" });

    expect((await service.register(creator, again)).status).toBe(201);
    await service.index({ full: true });
    const current = await findDetail(treeAddress);
    expect(current.vault).toMatchObject({ balance: (9n * SOL).toString(), shortfall: "0" });
    const creation = current.generations?.[1]?.creation ?? "";
    const earlier = await findDetail(treeAddress, { creation });
    expect(earlier.vault).toMatchObject({ balance: "0", shortfall: "0" });

    const [newest, oldest] = await database.db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(eq(campaigns.treeAddress, treeAddress))
      .orderBy(desc(campaigns.id));
    await database.db.transaction(async (tx) => {
      await upsertAccountSnapshot(tx, newest?.id ?? 0, {
        ...{ treeAddress, slot: BigInt(service.ledger.controls.openSlot()), merkleRoot: "ff".repeat(32) },
        ...{ leafCount: 3, totalClaimed: SOL, cancelledAt: 5n, paused: true, instantRefunded: true },
        releasedMilestones: [7],
      });
      await projectCampaigns(tx, [oldest?.id ?? 0]);
    });
    expect(await findDetail(treeAddress)).toMatchObject({ instantRefunded: true, cancelledAt: "5" });
    const { generations: _, ...own } = earlier;
    expect(await findDetail(treeAddress, { creation })).toMatchObject(own);
    await database.db.transaction((tx) =>
      deleteAccountSnapshots(tx, new Map([[treeAddress, newest?.id ?? 0]])),
    );
  });

  test("shows only its own events when the ended campaign was never registered", LONG, async () => {
    const { creator, first, second } = cast();
    const ended = await NativeGeneration.create(service.ledger, creator, first);
    await ended.claimAll();
    service.ledger.controls.advanceTime(60);
    const again = await NativeGeneration.create(service.ledger, creator, second);
    await service.index();
    expect((await service.register(creator, again)).status).toBe(201);
    const { treeAddress } = again;
    expect(await findDetail(treeAddress)).toMatchObject({ totalClaimed: "0", cancelledAt: null });
    expect(await findDetail(treeAddress)).not.toHaveProperty("generations");
    await again.claim(0);
    expect(await service.index({ full: true })).toMatchObject({ drift: [] });
    expect((await findDetail(treeAddress)).totalClaimed).toBe((7n * SOL).toString());
    expect(await findClaims(treeAddress)).toMatchObject({ total: 1 });
  });

  test("is bounded by the account's time while its creation is not indexed", LONG, async () => {
    const { creator, first, second } = cast();
    const ended = await NativeGeneration.create(service.ledger, creator, first);
    expect((await service.register(creator, ended)).status).toBe(201);
    await ended.claimAll();
    await service.index();
    service.ledger.controls.advanceTime(60);
    const again = await NativeGeneration.create(service.ledger, creator, second);
    expect((await service.register(creator, again)).status).toBe(201);
    expect(await findDetail(again.treeAddress)).toMatchObject({
      totalClaimed: "0",
      analytics: { claimCount: 0 },
    });
    await again.claimAll();
    await service.index();
    const current = await findDetail(again.treeAddress);
    expect(current).toMatchObject({ totalClaimed: (9n * SOL).toString(), analytics: { claimCount: 3 } });
    expect(current.generations).toHaveLength(2);
  });
});
