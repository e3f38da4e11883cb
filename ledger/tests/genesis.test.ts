import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { expect, it } from "vitest";
import { MEMO_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { TestLedger } from "./support/ledger";

const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";

it("a ledger belongs to the configured network", async () => {
  const ledger = await TestLedger.start({ genesisHash: DEVNET });
  expect(await ledger.connection.getGenesisHash()).toBe(DEVNET);
  await ledger.close();
});

it("genesis accounts exist, and keep the changes of transactions", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "ledger-"));
  const [rich, noted] = [Keypair.generate(), Keypair.generate().publicKey];
  const data = Uint8Array.of(1, 2, 3);
  const accounts = [
    {
      address: rich.publicKey.toBase58(),
      owner: SystemProgram.programId.toBase58(),
      lamports: 5_000_000_000n,
      data: new Uint8Array(),
    },
    { address: noted.toBase58(), owner: MEMO_PROGRAM_ID, lamports: 1_000_000n, data },
  ];
  const first = await TestLedger.start({ dataDir, accounts });
  const found = await first.connection.getAccountInfo(noted);
  expect([found?.owner.toBase58(), found?.lamports, found?.data]).toEqual([
    MEMO_PROGRAM_ID,
    1_000_000,
    Buffer.from(data),
  ]);
  const to = Keypair.generate().publicKey;
  await first.pay(rich, to, 2_000_000_000);
  await first.close();
  const second = await TestLedger.start({ dataDir, accounts });
  expect(await second.connection.getBalance(new PublicKey(to))).toBe(2_000_000_000);
  expect(await second.connection.getBalance(rich.publicKey)).toBeLessThan(3_000_000_000);
  expect((await second.connection.getAccountInfo(noted))?.lamports).toBe(1_000_000);
  await second.close();
  rmSync(dataDir, { recursive: true });
});
