import { type Keypair, PublicKey } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { GET as getPortfolio } from "@/app/api/beneficiary/[address]/campaigns/route";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { GET as getStatement } from "@/app/api/campaigns/[treeAddress]/statement/route";
import { GET as getSupply } from "@/app/api/mints/[mint]/supply/route";
import { LONG } from "@/ledger/tests/support/long";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { ProofView } from "@/lib/contract/leaf";
import type { BeneficiaryCampaigns, VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import type { StatementView } from "@/lib/contract/statement/view";
import type { SupplyView } from "@/lib/contract/supply/view";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { readClaimSummary } from "@/lib/service/pages/claim-summary";
import { openTestDatabase } from "@/tests/support/database";
import { call } from "@/tests/support/http";
import { NativeGeneration } from "@/tests/support/native-generation";
import { openNativeService } from "@/tests/support/native-service";

const SOL = 1_000_000_000n;
const database = openTestDatabase();
const service = openNativeService(database);

/** Returns the amounts for a wallet in each response of the API. */
async function getResponses(wallet: Keypair, treeAddress: string) {
  const address = wallet.publicKey.toBase58();
  const isCurrent = (input: { treeAddress: string; earlierGeneration: string | null }) =>
    input.treeAddress === treeAddress && input.earlierGeneration === null;
  const [progress, portfolio, proof] = await Promise.all([
    call<VestingProgress>(getProgress, { params: { address } }),
    call<BeneficiaryCampaigns>(getPortfolio, { params: { address } }),
    call<ProofView>(getProof, { params: { treeAddress }, query: { beneficiary: address } }),
  ]);
  const entry = progress.body.campaigns.find(isCurrent);
  const row = portfolio.body.campaigns.find(isCurrent);
  const pick = (input?: { claimable: string | null; payable: string | null }) =>
    input && { claimable: input.claimable, payable: input.payable };
  expect([pick(row), pick(proof.body)]).toEqual([pick(entry?.progress), pick(entry?.progress)]);
  return entry?.progress;
}

/**
 * Claims a leaf, and returns the lamports that the program moved out of the tree account, or 0 when it
 * refuses.
 */
async function paidBy(campaign: NativeGeneration, leaf: number): Promise<bigint> {
  const held = async () =>
    BigInt(await service.ledger.connection.getBalance(new PublicKey(campaign.treeAddress), "confirmed"));
  const before = await held();
  try {
    await campaign.claim(leaf);
  } catch {
    return 0n;
  }
  return before - (await held());
}

/** Creates a campaign that pays 3 and 2 SOL to its recipients, and then a second one at the same address. */
async function reuse(again: { ann: bigint; bob: bigint }) {
  const creator = service.ledger.wallet(1_000);
  const [ann, bob] = [service.ledger.wallet(10), service.ledger.wallet(10)];
  const allocations = (amounts: { ann: bigint; bob: bigint }) => [
    { wallet: ann, amount: amounts.ann },
    { wallet: bob, amount: amounts.bob },
    // This leaf keeps the tree account open.
    { wallet: service.ledger.wallet(10), amount: SOL },
  ];
  const first = await NativeGeneration.create(
    service.ledger,
    creator,
    allocations({ ann: 3n * SOL, bob: 2n * SOL }),
  );
  expect(await service.register(creator, first)).toMatchObject({ status: 201 });
  await first.claimAll();
  await service.index();
  service.ledger.controls.advanceTime(60);
  const second = await NativeGeneration.create(service.ledger, creator, allocations(again));
  expect(second.treeAddress).toBe(first.treeAddress);
  return { creator, ann, bob, second, treeAddress: second.treeAddress };
}

describe("claim records that outlived an earlier campaign at the address", () => {
  test("reduce claimable and payable to the amount that the program pays", LONG, async () => {
    const { creator, ann, bob, second, treeAddress } = await reuse({ ann: 5n * SOL, bob: 2n * SOL });
    expect(await service.register(creator, second)).toMatchObject({ status: 201 });
    expect(await service.index()).toMatchObject({ ok: true, drift: [] });
    expect(await getResponses(ann, treeAddress)).toMatchObject({
      ...{ claimable: `${2n * SOL}`, payable: `${2n * SOL}`, paidEarlier: `${3n * SOL}` },
      ...{ claimedSoFar: "0", stillToCome: "0" },
    });
    expect(await getResponses(bob, treeAddress)).toMatchObject({ claimable: "0", payable: "0" });
    expect(await paidBy(second, 0)).toBe(2n * SOL);
    expect(await paidBy(second, 1)).toBe(0n);

    expect(await service.index({ full: true })).toMatchObject({ ok: true, drift: [] });
    expect(await getResponses(ann, treeAddress)).toMatchObject({
      ...{ claimable: "0", claimedSoFar: `${2n * SOL}`, paidEarlier: `${3n * SOL}`, stillToCome: "0" },
    });
    const { body } = await call<CampaignDetail>(getDetail, { params: { treeAddress } });
    expect(body.drift).toBeNull();
  });

  test("reduce the sums over all recipients to the amount that the program pays", LONG, async () => {
    const findSupply = async () => {
      const { body } = await call<SupplyView>(getSupply, { params: { mint: NATIVE_MINT } });
      return { unclaimed: BigInt(body.unclaimed), locked: BigInt(body.locked) };
    };
    const before = await findSupply();
    const { creator, ann, bob, second, treeAddress } = await reuse({ ann: 5n * SOL, bob: 2n * SOL });
    expect(await service.register(creator, second)).toMatchObject({ status: 201 });
    await service.index();
    const { body } = await call<StatementView>(getStatement, { params: { treeAddress } });
    const amounts = (granted: bigint, forfeited: bigint) => {
      const rest = `${(granted - forfeited) * SOL}`;
      return {
        ...{ granted: `${granted * SOL}`, vested: rest, claimed: "0", unvested: "0" },
        ...{ forfeited: `${forfeited * SOL}`, outstanding: rest },
      };
    };
    expect(body.totals).toMatchObject({ ...amounts(8n, 5n), supply: `${8n * SOL}`, unallocated: "0" });
    expect(body.recipients).toMatchObject([
      { beneficiary: ann.publicKey.toBase58(), ...amounts(5n, 3n) },
      { beneficiary: bob.publicKey.toBase58(), ...amounts(2n, 2n) },
      amounts(1n, 0n),
    ]);
    const after = await findSupply();
    expect(after.unclaimed - before.unclaimed).toBe(3n * SOL);
    expect(after.locked - before.locked).toBe(5n * SOL);
    expect(await readClaimSummary(treeAddress)).toMatchObject({ claimed: 0n, unlocked: 3n * SOL });
    const paid = [await paidBy(second, 0), await paidBy(second, 1), await paidBy(second, 2)];
    expect(paid).toEqual([2n * SOL, 0n, SOL]);
  });

  test("are distinguished from claims that the new campaign paid before its registration", LONG, async () => {
    const { creator, ann, bob, second, treeAddress } = await reuse({ ann: 5n * SOL, bob: 6n * SOL });
    expect(await paidBy(second, 0)).toBe(2n * SOL);
    await service.index();
    expect(await service.register(creator, second)).toMatchObject({ status: 201 });
    await service.index();
    expect(await getResponses(ann, treeAddress)).toMatchObject({
      ...{ claimable: "0", claimedSoFar: `${2n * SOL}`, paidEarlier: `${3n * SOL}` },
    });
    expect(await getResponses(bob, treeAddress)).toMatchObject({ claimable: `${4n * SOL}` });
    expect(await paidBy(second, 1)).toBe(4n * SOL);
  });

  test("no longer count once the beneficiary has closed them", LONG, async () => {
    const { creator, ann, second, treeAddress } = await reuse({ ann: 5n * SOL, bob: 2n * SOL });
    expect(await service.register(creator, second)).toMatchObject({ status: 201 });
    await service.index();
    const beneficiary = ann.publicKey.toBase58();
    const { address: claimRecord } = findClaimRecordAddress({ treeAddress, beneficiary });
    const accounts = { beneficiary, vestingTree: treeAddress, claimRecord };
    await service.ledger.send([buildInstruction("close_claim_record", { accounts, args: {} })], [ann]);
    await service.index();
    expect(await getResponses(ann, treeAddress)).toMatchObject({
      claimable: `${5n * SOL}`,
      paidEarlier: "0",
    });
    expect(await paidBy(second, 0)).toBe(5n * SOL);
  });
});
