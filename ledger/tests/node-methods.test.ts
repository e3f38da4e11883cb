import { AnchorProvider, Wallet } from "@coral-xyz/anchor";
import { createSolanaRpc, address as kitAddress } from "@solana/kit";
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { decompress } from "fzstd";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  createAssociatedTokenInstruction,
  findAssociatedTokenAddress,
} from "@/lib/core/solana/tokens/tokens";
import { createTransfer, TestLedger } from "./support/ledger";
import { Subscriber } from "./support/subscriber";

const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const TOKEN_PROGRAM = new PublicKey(TOKEN_PROGRAM_ID);

const shown = z.object({ value: z.object({ data: z.tuple([z.string(), z.string()]) }) });
const getData = ({ result }: { result?: unknown }) => shown.parse(result).value.data;

/** A node's methods that stock clients use and the service itself does not need. */
describe("a node's methods", () => {
  let ledger: TestLedger;
  let me: Keypair;
  let mint: string;
  let mine: string;

  beforeAll(async () => {
    ledger = await TestLedger.start();
    me = ledger.wallet();
    mint = await ledger.createMint(me);
    mine = await ledger.mintTokens({
      mint,
      authority: me,
      owner: me.publicKey.toBase58(),
      amount: 5_000_000n,
    });
  });
  afterAll(() => ledger.close());

  const pay = (lamports: number) => createTransfer(me, Keypair.generate().publicKey, lamports);

  it("compresses account data in a form that decoders read", async () => {
    for (const key of [mine, SYSVAR_CLOCK_PUBKEY.toBase58(), me.publicKey.toBase58()]) {
      const plain = await ledger.call("getAccountInfo", key, { encoding: "base64" });
      const packed = await ledger.call("getAccountInfo", key, { encoding: "base64+zstd" });
      const [data, encoding] = getData(packed);
      expect(encoding).toBe("base64+zstd");
      const bytes = Buffer.from(decompress(Buffer.from(data, "base64")));
      expect(bytes.toString("base64")).toBe(getData(plain)[0]);
    }
    const rpc = createSolanaRpc(ledger.url);
    const info = await rpc.getAccountInfo(kitAddress(mine), { encoding: "base64+zstd" }).send();
    expect(decompress(Buffer.from(info.value?.data[0] ?? "", "base64"))).toHaveLength(165);
  });

  it("returns no accounts of a failed simulation", async () => {
    const transaction = await ledger.sign([pay(10 ** 15)], [me]);
    const wire = transaction.serialize().toString("base64");
    const accounts = { addresses: [me.publicKey.toBase58(), mine], encoding: "base64" };
    const { result } = await ledger.call("simulateTransaction", wire, { encoding: "base64", accounts });
    expect(result).toMatchObject({
      value: { err: { InstructionError: [0, { Custom: 1 }] }, accounts: [null, null] },
    });
  });

  it("refuses a wrong signature when it verifies signatures, also under an old blockhash", async () => {
    const transaction = await ledger.sign([pay(1)], [me]);
    for (const blockhash of [transaction.recentBlockhash, Keypair.generate().publicKey.toBase58()]) {
      const forged = new Transaction({ feePayer: me.publicKey }).add(pay(1));
      forged.recentBlockhash = blockhash ?? "";
      const bytes = forged.serialize({ requireAllSignatures: false, verifySignatures: false });
      const options = { encoding: "base64", sigVerify: true };
      const { error } = await ledger.call("simulateTransaction", bytes.toString("base64"), options);
      expect(error?.code).toBe(-32003);
      const sent = await ledger.call("sendTransaction", bytes.toString("base64"), { encoding: "base64" });
      expect(sent.error?.code).toBe(-32003);
    }
  });

  it("refuses to list tokens of an invalid mint or program", async () => {
    const owner = me.publicKey.toBase58();
    const unknown = Keypair.generate().publicKey.toBase58();
    const requested = [{ mint: unknown }, { mint: mine }, { programId: unknown }];
    for (const method of ["getTokenAccountsByOwner", "getTokenAccountsByDelegate"]) {
      for (const filter of requested) {
        const { error } = await ledger.call(method, owner, filter, { encoding: "jsonParsed" });
        expect(error?.code, `${method} ${JSON.stringify(filter)}`).toBe(-32602);
      }
    }
    const { value } = await ledger.connection.getTokenAccountsByOwner(me.publicKey, {
      mint: new PublicKey(mint),
    });
    expect(value.map(({ pubkey }) => pubkey.toBase58())).toEqual([mine]);
  });

  it("lists token accounts by their delegate", async () => {
    const delegate = Keypair.generate().publicKey;
    const data = Buffer.alloc(9);
    data.writeUInt8(4, 0);
    data.writeBigUInt64LE(7n, 1);
    const keys = [
      { pubkey: new PublicKey(mine), isSigner: false, isWritable: true },
      { pubkey: delegate, isSigner: false, isWritable: false },
      { pubkey: me.publicKey, isSigner: true, isWritable: false },
    ];
    await ledger.send([new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data })], [me]);
    const rpc = createSolanaRpc(ledger.url);
    const found = await rpc
      .getTokenAccountsByDelegate(
        kitAddress(delegate.toBase58()),
        { programId: kitAddress(TOKEN_PROGRAM_ID) },
        { encoding: "jsonParsed" },
      )
      .send();
    expect(found.value.map(({ pubkey }) => pubkey)).toEqual([mine]);
    expect(found.value[0]?.account.data.parsed.info.delegatedAmount?.amount).toBe("7");
  });

  it("returns leaders, rewards and the network", async () => {
    const { connection } = ledger;
    const rpc = createSolanaRpc(ledger.url);
    const identity = String(await connection.getSlotLeader());
    ledger.controls.advanceSlots(310);
    const slot = await connection.getSlot("processed");
    expect((await connection.getSlotLeaders(slot, 3)).map(String)).toEqual([identity, identity, identity]);
    expect(Object.keys(await connection.getLeaderSchedule())).toEqual([identity]);
    expect(await rpc.getLeaderSchedule(1_000_000n).send()).toBeNull();
    const range = { firstSlot: 0, lastSlot: 99 };
    const production = await connection.getBlockProduction({ range });
    expect(production.value).toEqual({ byIdentity: { [identity]: [100, 100] }, range });
    const samples = await connection.getRecentPerformanceSamples(1);
    expect(samples).toMatchObject([{ numSlots: 150, samplePeriodSecs: 60 }]);
    expect(await connection.getInflationGovernor()).toMatchObject({ initial: 0, terminal: 0 });
    expect(await connection.getInflationRate()).toMatchObject({ total: 0, epoch: 0 });
    await expect(connection.getInflationReward([me.publicKey])).rejects.toThrow("Block not available");
    expect((await connection.getStakeMinimumDelegation()).value).toBe(1);
    expect(await ledger.call("getBlockCommitment", 5)).toMatchObject({ result: { commitment: null } });
    expect((await ledger.call("getHighestSnapshotSlot")).error?.code).toBe(-32008);
    expect(await rpc.getMaxRetransmitSlot().send()).toBe(BigInt(slot));
    expect(await rpc.getMaxShredInsertSlot().send()).toBe(BigInt(slot));
    const [richest] = (await connection.getLargestAccounts()).value;
    expect(richest?.lamports).toBeGreaterThan(await connection.getBalance(me.publicKey));
  });

  it("parses the instructions that wallets show", async () => {
    const owner = Keypair.generate().publicKey;
    const theirs = findAssociatedTokenAddress({ owner: owner.toBase58(), mint }).address;
    const checked = Buffer.alloc(10);
    checked.writeUInt8(12, 0);
    checked.writeBigUInt64LE(1_500_000n, 1);
    checked.writeUInt8(6, 9);
    const keys = [mine, mint, theirs].map((key) => ({
      pubkey: new PublicKey(key),
      isSigner: false,
      isWritable: key !== mint,
    }));
    const authority = { pubkey: me.publicKey, isSigner: true, isWritable: false };
    const signature = await ledger.send(
      [
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
        createAssociatedTokenInstruction({ payer: me.publicKey.toBase58(), owner: owner.toBase58(), mint }),
        new TransactionInstruction({ programId: TOKEN_PROGRAM, keys: [...keys, authority], data: checked }),
        new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from("for tea ☕") }),
      ],
      [me],
    );
    const found = await ledger.connection.getParsedTransaction(signature, { commitment: "confirmed" });
    const [feeInstructions, create, transfer, memo] = found?.transaction.message.instructions ?? [];
    expect(feeInstructions).not.toHaveProperty("parsed");
    expect(create).toMatchObject({
      program: "spl-associated-token-account",
      parsed: { info: { account: theirs, mint, wallet: owner.toBase58(), source: me.publicKey.toBase58() } },
    });
    expect(transfer).toMatchObject({
      program: "spl-token",
      parsed: {
        type: "transferChecked",
        info: {
          source: mine,
          mint,
          destination: theirs,
          authority: me.publicKey.toBase58(),
          tokenAmount: { amount: "1500000", decimals: 6, uiAmountString: "1.5" },
        },
      },
    });
    expect(memo).toMatchObject({ program: "spl-memo", parsed: "for tea ☕" });
    const inner = found?.meta?.innerInstructions?.flatMap(({ instructions }) => instructions) ?? [];
    const kinds = inner.map((item) => ("parsed" in item ? item.parsed.type : null));
    expect(kinds).toEqual([
      "getAccountDataSize",
      "createAccount",
      "initializeImmutableOwner",
      "initializeAccount3",
    ]);
  });

  it("reads sysvars in parsed form", async () => {
    const clock = await ledger.connection.getParsedAccountInfo(SYSVAR_CLOCK_PUBKEY);
    expect(clock.value?.data).toMatchObject({
      program: "sysvar",
      parsed: { type: "clock", info: { epoch: 0, leaderScheduleEpoch: 1 } },
    });
    const rent = await ledger.connection.getParsedAccountInfo(SYSVAR_RENT_PUBKEY);
    expect(rent.value?.data).toMatchObject({ program: "sysvar", parsed: { type: "rent" } });
  });

  it("notifies subscribers on request that a signature was received", async () => {
    const transaction = await ledger.sign([pay(1_000_000)], [me]);
    const [signed] = transaction.signatures;
    const signature = bs58.encode(signed?.signature ?? new Uint8Array());
    const requested = { commitment: "finalized", enableReceivedNotification: true };
    const listener = await Subscriber.connect(ledger.wsUrl);
    const [curious, plain] = [
      await listener.call("signatureSubscribe", signature, requested),
      await listener.call("signatureSubscribe", signature, { commitment: "finalized" }),
    ];
    await ledger.connection.sendRawTransaction(transaction.serialize());
    await vi.waitUntil(
      () => listener.received(curious).length === 2 && listener.received(plain).length === 1,
    );
    expect(listener.received(curious)).toMatchObject([
      { value: "receivedSignature" },
      { value: { err: null } },
    ]);
    expect(listener.received(plain)).toMatchObject([{ value: { err: null } }]);
    listener.close();
  });

  it("serves Anchor's provider", async () => {
    const provider = new AnchorProvider(ledger.connection, new Wallet(me), { commitment: "confirmed" });
    const transaction = new Transaction().add(pay(1_000_000));
    const simulated = await provider.simulate(transaction, [], "confirmed", true);
    expect(simulated.logs?.length).toBeGreaterThan(0);
    const signature = await provider.sendAndConfirm(new Transaction().add(pay(1_000_000)));
    expect(await provider.connection.getSignatureStatus(signature)).toMatchObject({ value: { err: null } });
  });
});
