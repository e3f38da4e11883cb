import { setTimeout as sleep } from "node:timers/promises";
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  type Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createTransfer, TestLedger } from "./support/ledger";

/** A stock web3.js Connection on an instant ledger. */
describe("a web3.js Connection", () => {
  let ledger: TestLedger;
  let connection: Connection;
  let me: Keypair;
  const send = (instructions: TransactionInstruction[]) => ledger.sendAndConfirm(instructions, [me]);
  const pay = (to: PublicKey, lamports: number) => createTransfer(me, to, lamports);

  beforeAll(async () => {
    ledger = await TestLedger.start();
    connection = ledger.connection;
    me = ledger.wallet();
  });
  afterAll(() => ledger.close());

  it("confirms a transfer over the WebSocket and reads it back", async () => {
    const to = Keypair.generate().publicKey;
    const signature = await send([pay(to, 1_000_000_000)]);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(found?.meta?.err).toBeNull();
    expect(found?.meta?.fee).toBe(5000);
    expect(found?.transaction.message.staticAccountKeys.map(String)).toEqual([
      String(me.publicKey),
      String(to),
      String(SystemProgram.programId),
    ]);
    expect(await connection.getBalance(to)).toBe(1_000_000_000);
    const [pre = 0, post = 0] = [found?.meta?.preBalances[0], found?.meta?.postBalances[0]];
    expect(pre - post).toBe(1_000_005_000);
    const block = await connection.getBlock(found?.slot ?? 0, { maxSupportedTransactionVersion: 1 });
    expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toEqual([signature]);
    expect(block?.blockTime).toBe(found?.blockTime);
  });

  it("stores an airdrop as a transaction like any other", async () => {
    const to = Keypair.generate().publicKey;
    const signatures = [
      await connection.requestAirdrop(to, 2_000_000_000),
      await connection.requestAirdrop(to, 2_000_000_000),
    ];
    expect(await connection.getBalance(to)).toBe(4_000_000_000);
    const listed = await connection.getSignaturesForAddress(to);
    expect(listed.map(({ signature }) => signature)).toEqual(signatures.reverse());
    const parsed = await connection.getParsedTransaction(signatures[0] ?? "");
    expect(parsed?.transaction.message.instructions[0]).toMatchObject({
      program: "system",
      parsed: { type: "transfer", info: { destination: String(to), lamports: 2_000_000_000 } },
    });
  });

  it("refuses a failing transaction in preflight, with logs, and stores nothing of it", async () => {
    const to = Keypair.generate().publicKey;
    const refused = await send([pay(to, 10 ** 15)]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SendTransactionError);
    expect(String(refused)).toContain("Error processing Instruction 0: custom program error: 0x1");
    expect(String(refused)).toContain("Transfer: insufficient lamports");
    expect(await connection.getSignaturesForAddress(to)).toEqual([]);
  });

  it("stores a failed transaction when preflight is skipped, and charges its fee", async () => {
    const before = await connection.getBalance(me.publicKey);
    const transaction = await ledger.sign([pay(Keypair.generate().publicKey, 10 ** 15)], [me]);
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    const [status] = (await connection.getSignatureStatuses([signature])).value;
    expect(status).toMatchObject({
      confirmationStatus: "finalized",
      err: { InstructionError: [0, { Custom: 1 }] },
    });
    expect(before - (await connection.getBalance(me.publicKey))).toBe(5000);
  });

  it("charges the priority fee to the lamport, and states the fee beforehand", async () => {
    const before = await connection.getBalance(me.publicKey);
    const transaction = await ledger.sign(
      [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 123_457 }),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 33_333 }),
        pay(me.publicKey, 1),
      ],
      [me],
    );
    const reported = await connection.getFeeForMessage(transaction.compileMessage());
    const signature = await connection.sendRawTransaction(transaction.serialize());
    // 5000 for the signature and ceil(123457 × 33333 / 10⁶) = 4116 for priority.
    expect(before - (await connection.getBalance(me.publicKey))).toBe(9116);
    expect(reported.value).toBe(9116);
    expect((await connection.getTransaction(signature))?.meta?.fee).toBe(9116);
  });

  it("simulates unsigned transactions, with its own blockhash on request", async () => {
    const to = Keypair.generate().publicKey;
    const message = new TransactionMessage({
      payerKey: me.publicKey,
      recentBlockhash: String(Keypair.generate().publicKey),
      instructions: [pay(to, 1_000_000)],
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    const expired = await connection.simulateTransaction(transaction);
    expect(expired.value.err).toBe("BlockhashNotFound");
    const accounts = { encoding: "base64" as const, addresses: [String(to)] };
    const replaced = await connection.simulateTransaction(transaction, {
      replaceRecentBlockhash: true,
      accounts,
    });
    expect(replaced.value.err).toBeNull();
    expect(replaced.value.accounts?.[0]?.lamports).toBe(1_000_000);
    expect(await connection.getAccountInfo(to)).toBeNull();
  });

  it("loads addresses from lookup tables", async () => {
    const to = Keypair.generate().publicKey;
    const recentSlot = (await connection.getSlot()) - 1;
    const authority = { authority: me.publicKey, payer: me.publicKey };
    const [create, table] = AddressLookupTableProgram.createLookupTable({ ...authority, recentSlot });
    const extend = AddressLookupTableProgram.extendLookupTable({
      ...authority,
      lookupTable: table,
      addresses: [to],
    });
    await send([create, extend]);
    // Addresses can be used from the slot after their addition.
    ledger.controls.advanceSlots(1);
    const { value } = await connection.getAddressLookupTable(table);
    if (value === null) throw new Error("the table was not created");
    const { blockhash } = await connection.getLatestBlockhash();
    const transaction = new VersionedTransaction(
      new TransactionMessage({
        payerKey: me.publicKey,
        recentBlockhash: blockhash,
        instructions: [pay(to, 5_000_000)],
      }).compileToV0Message([value]),
    );
    transaction.sign([me]);
    const signature = await connection.sendTransaction(transaction);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.version).toBe(0);
    expect(found?.meta?.loadedAddresses).toEqual({ writable: [to], readonly: [] });
    expect((await connection.getSignaturesForAddress(to)).map((entry) => entry.signature)).toEqual([
      signature,
    ]);
    await expect(connection.getTransaction(signature)).rejects.toThrow(
      "Transaction version (0) is not supported by the requesting client",
    );
  });

  it("lists an address's transactions newest first, in pages", async () => {
    const to = Keypair.generate().publicKey;
    const sent: string[] = [];
    for (let count = 1; count <= 7; count++)
      sent.unshift(await ledger.send([pay(to, 1_000_000 + count)], [me]));
    const list = async (options: { before?: string; until?: string; limit?: number }) =>
      (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature);
    expect(await list({})).toEqual(sent);
    expect(await list({ limit: 3 })).toEqual(sent.slice(0, 3));
    expect(await list({ limit: 3, before: sent[2] ?? "" })).toEqual(sent.slice(3, 6));
    expect(await list({ before: sent[1] ?? "", until: sent[5] ?? "" })).toEqual(sent.slice(2, 5));
  });

  it("serves token accounts and mints, parsed or not", async () => {
    const owner = Keypair.generate().publicKey;
    const mint = await ledger.createMint(me);
    const account = await ledger.mintTokens({
      mint,
      authority: me,
      owner: String(owner),
      amount: 1_500_000n,
    });
    const balance = await connection.getTokenAccountBalance(new PublicKey(account));
    expect(balance.value).toEqual({ amount: "1500000", decimals: 6, uiAmount: 1.5, uiAmountString: "1.5" });
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: String(owner) } }];
    const matching = await connection.getProgramAccounts(new PublicKey(TOKEN_PROGRAM_ID), { filters });
    expect(matching.map(({ pubkey }) => String(pubkey))).toEqual([account]);
    const owned = await connection.getParsedTokenAccountsByOwner(owner, { mint: new PublicKey(mint) });
    expect(owned.value[0]?.account.data.parsed).toMatchObject({
      type: "account",
      info: { mint, owner: String(owner), state: "initialized", tokenAmount: { amount: "1500000" } },
    });
    expect((await connection.getTokenSupply(new PublicKey(mint))).value.uiAmount).toBe(1.5);
    const [latest] = await connection.getSignaturesForAddress(new PublicKey(account));
    const minted = await connection.getTransaction(latest?.signature ?? "");
    expect(minted?.meta?.preTokenBalances).toEqual([]);
    expect(minted?.meta?.postTokenBalances?.[0]).toMatchObject({
      mint,
      owner: String(owner),
      uiTokenAmount: { amount: "1500000" },
    });
  });

  it("notifies listeners of logs, accounts and slots", async () => {
    const to = Keypair.generate().publicKey;
    const received = {
      logs: new Promise<string>((resolve) => connection.onLogs(to, ({ signature }) => resolve(signature))),
      account: new Promise<number>((resolve) =>
        connection.onAccountChange(to, ({ lamports }) => resolve(lamports)),
      ),
      program: new Promise<string>((resolve) =>
        connection.onProgramAccountChange(SystemProgram.programId, ({ accountId }) => {
          if (accountId.equals(to)) resolve(String(accountId));
        }),
      ),
      slot: new Promise<number>((resolve) => connection.onSlotChange(({ slot }) => resolve(slot))),
    };
    // A subscription is known to be active only after its first notification, so transactions are sent until
    // each has one.
    let areThere = false;
    const reported = Promise.all(Object.values(received)).then(() => {
      areThere = true;
    });
    const sent: string[] = [];
    do sent.push(await ledger.send([pay(to, 3_000_000 + sent.length)], [me]));
    while (!(await Promise.race([reported.then(() => true), sleep(50).then(() => areThere)])));
    expect(sent).toContain(await received.logs);
    const balances = sent.map((_, at) => (at + 1) * 3_000_000 + (at * (at + 1)) / 2);
    expect(balances).toContain(await received.account);
    expect(await received.program).toBe(String(to));
    expect(await received.slot).toBeGreaterThan(0);
  });
});
