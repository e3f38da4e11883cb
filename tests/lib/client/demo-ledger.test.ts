import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { DEMO_CREATOR, DEMO_TOKEN, demoAccount, demoAccounts } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { DEMO_MINT } from "@/lib/contract/names";
import { findAssociatedTokenAddress, mintDecimals } from "@/lib/core/solana/tokens/tokens";

describe("DemoLedger", () => {
  let dataDir: string;
  let test: TestLedger;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "demo-ledger-"));
    test = await TestLedger.start({ dataDir });
  });
  afterEach(async () => {
    await test.close();
    rmSync(dataDir, { recursive: true });
  });

  const holdings = async () => {
    const accounts = await demoAccounts();
    const [creator] = accounts;
    const owner = creator?.address ?? "";
    return {
      sol: await Promise.all(
        accounts.map(({ address }) => test.connection.getBalance(new PublicKey(address))),
      ),
      tokens: await test.tokenBalance(findAssociatedTokenAddress({ owner, mint: DEMO_MINT }).address),
    };
  };

  it("gives SOL to every demo account, and the demo token to the creator", async () => {
    await new DemoLedger(test.connection).fillUpAll();
    const { sol, tokens } = await holdings();
    expect(sol).toHaveLength(4);
    for (const lamports of sol) expect(lamports).toBeGreaterThan(900_000_000_000);
    expect(tokens).toBe(1_000_000_000_000_000n);
    const mint = await test.connection.getAccountInfo(new PublicKey(DEMO_MINT));
    expect(mint && mintDecimals({ owner: mint.owner.toBase58(), data: mint.data })).toBe(6);
  });

  it("keeps the balances after a restart and does not fund the accounts again", async () => {
    await new DemoLedger(test.connection).fillUpAll();
    const before = await holdings();
    await test.close();
    test = await TestLedger.start({ dataDir });
    expect(await holdings()).toEqual(before);
    await new DemoLedger(test.connection).fillUpAll();
    expect(await holdings()).toEqual(before);
  });

  it("mints the token again when the creator holds none of it", async () => {
    const [creator, token] = [await demoAccount(DEMO_CREATOR), await demoAccount(DEMO_TOKEN)];
    const demo = new DemoLedger(test.connection);
    test.controls.airdrop(new PublicKey(creator.address).toBytes(), 1_000_000_000n);
    await demo.mintTokens({ token, creator, amount: 0n });
    await demo.fillUp(creator);
    expect((await holdings()).tokens).toBe(1_000_000_000_000_000n);
  });

  it("derives the demo token's address as the pages know it", async () => {
    expect((await demoAccount(DEMO_TOKEN)).address).toBe(DEMO_MINT);
  });
});
