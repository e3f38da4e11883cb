import { PublicKey, SystemProgram } from "@solana/web3.js";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { toCampaignItem } from "@/lib/contract/campaign";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { createChain } from "@/lib/service/chain/chain";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, runOnce } from "../support/index-of";

openIndex([]);
let ledger: TestLedger;
let campaign: LedgerCampaign;
let nowMs = 1_000_000;
afterEach(() => ledger.close());

async function start(): Promise<void> {
  ledger = await TestLedger.start();
  campaign = await LedgerCampaign.create(ledger);
  await database.db.insert(campaigns).values(campaign.registration);
}

const context = () =>
  indexerContext(database.db, createChain({ urls: [ledger.url] }), { nowMs: () => nowMs });

async function row() {
  const { treeAddress } = campaign;
  const [found] = await database.db.select().from(campaigns).where(eq(campaigns.treeAddress, treeAddress));
  if (!found) throw new Error("The campaign is gone.");
  return found;
}

const SUPPLY = 2_000_000_000n;

describe("vault balances", () => {
  test("are read by a run, and follow claims and deposits without events", async () => {
    await start();
    expect(toCampaignItem(await row(), ledger.now).vault).toBeNull();
    await runOnce(context());
    expect(await row()).toMatchObject({ vaultBalance: SUPPLY, vaultSlot: expect.any(BigInt) });
    expect(toCampaignItem(await row(), ledger.now).vault).toMatchObject({ shortfall: "0" });

    const claim = await campaign.claim(0);
    await syncSignatures(context(), [claim]);
    const claimed = await row();
    expect(claimed.totalClaimed).toBeGreaterThan(0n);
    expect(claimed.vaultBalance).toBe(SUPPLY - claimed.totalClaimed);

    const { creator, treeAddress } = campaign;
    const gift = SystemProgram.transfer({
      ...{ fromPubkey: creator.publicKey, toPubkey: new PublicKey(treeAddress), lamports: 777 },
    });
    await campaign.send([gift]);
    nowMs += 61_000;
    await runOnce(context());
    expect((await row()).vaultBalance).toBe(SUPPLY - claimed.totalClaimed + 777n);
  });

  test("reads the vaults of withdrawn campaigns again every hour, because funds can arrive after the withdrawal", async () => {
    await start();
    const { creator, treeAddress } = campaign;
    const accounts = { creator: creator.publicKey.toBase58(), vestingTree: treeAddress };
    const none = { vaultAuthority: null, vault: null, creatorAta: null, tokenProgram: null };
    const cancelAuthority = accounts.creator;
    const cancel = buildInstruction("cancel_campaign", {
      ...{ accounts: { cancelAuthority, vestingTree: treeAddress }, args: {} },
    });
    const sweep = buildInstruction("withdraw_unvested", { accounts: { ...accounts, ...none }, args: {} });
    const run = async () => {
      nowMs += 61_000;
      await runOnce(context());
      return row();
    };
    await syncSignatures(context(), [await campaign.send([cancel])]);
    ledger.controls.advanceTime(Number(GRACE_PERIOD_SECONDS));
    await syncSignatures(context(), [await campaign.send([sweep])]);
    expect(await run()).toMatchObject({ withdrawn: true, vaultBalance: 0n });

    const gift = SystemProgram.transfer({
      ...{ fromPubkey: creator.publicKey, toPubkey: new PublicKey(treeAddress), lamports: 777 },
    });
    await campaign.send([gift]);
    expect((await run()).vaultBalance).toBe(0n);
    ledger.controls.skipSlots(9_000);
    ledger.wallet(1);
    await run();
    expect((await run()).vaultBalance).toBe(777n);
    await campaign.send([sweep]);
    expect((await run()).vaultBalance).toBe(0n);
  });

  test("a reading that is older than the stored one changes nothing", async () => {
    await start();
    await database.db.update(campaigns).set({ vaultBalance: 5n, vaultSlot: 2n ** 40n });
    await runOnce(context(), { full: true });
    expect(await row()).toMatchObject({ vaultBalance: 5n, vaultSlot: 2n ** 40n });
  });
});
