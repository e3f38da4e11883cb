import { Keypair } from "@solana/web3.js";
import { beforeEach, describe, expect, it } from "vitest";
import { getAddress, Svm } from "@/ledger/tests/support/svm";
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  mintDecimals,
  mintSupply,
  mintToInstruction,
  tokenAccountBalance,
  transferTokensInstruction,
} from "@/lib/core/solana/tokens/tokens";

/** The real token and associated token programs in the virtual machine execute every instruction. */
describe("token instructions", () => {
  const maker = Keypair.generate();
  const mintKey = Keypair.generate();
  const holder = Keypair.generate();
  const mint = getAddress(mintKey);
  const build = (wallet: Keypair) => findAssociatedTokenAddress({ owner: getAddress(wallet), mint }).address;
  let svm: Svm;

  const balance = (wallet: Keypair) => {
    const account = svm.account(build(wallet));
    return account && tokenAccountBalance(account.data);
  };
  const openAccount = (wallet: Keypair) =>
    createAssociatedTokenInstruction({ payer: getAddress(maker), owner: getAddress(wallet), mint });
  const mintTo = (wallet: Keypair, amount: bigint) =>
    mintToInstruction({ mint, destination: build(wallet), authority: getAddress(maker), amount });

  beforeEach(() => {
    svm = new Svm(1_750_000_000n);
    svm.airdrop(getAddress(maker), 10n ** 12n);
    const create = createMintInstructions({
      payer: getAddress(maker),
      mint,
      mintAuthority: getAddress(maker),
      decimals: 6,
      lamports: Number(svm.machine.minimumBalanceForRentExemption(BigInt(MINT_ACCOUNT_BYTES))),
    });
    expect(svm.send(create, [maker, mintKey]).error).toBeNull();
  });

  it("create a mint with its decimals and authority", () => {
    const data = svm.account(mint)?.data;
    expect(data).toHaveLength(MINT_ACCOUNT_BYTES);
    // Mint authority as an option of 4 bytes and the key, supply, then decimals and the initialized flag.
    expect(Buffer.from(data?.subarray(4, 36) ?? []).equals(maker.publicKey.toBuffer())).toBe(true);
    expect([data?.[0], data?.[44], data?.[45]]).toEqual([1, 6, 1]);
    expect(mintDecimals({ owner: TOKEN_PROGRAM_ID, data: data ?? new Uint8Array() })).toBe(6);
  });

  it("create an associated account once, however often they are sent", () => {
    expect(svm.send([openAccount(holder), openAccount(holder)], [maker]).error).toBeNull();
    expect(svm.send([openAccount(holder)], [maker]).error).toBeNull();
    expect(balance(holder)).toBe(0n);
  });

  it("mint and move amounts up to the maximum of u64", () => {
    const max = 2n ** 64n - 1n;
    const steps = [openAccount(maker), openAccount(holder), mintTo(maker, max)];
    expect(svm.send(steps, [maker]).error).toBeNull();
    const transfer = transferTokensInstruction({
      source: build(maker),
      destination: build(holder),
      owner: getAddress(maker),
      amount: max - 1n,
    });
    expect(svm.send([transfer], [maker]).error).toBeNull();
    expect([balance(maker), balance(holder)]).toEqual([1n, max - 1n]);
  });

  it("need the owner's signature to move tokens", () => {
    svm.send([openAccount(maker), openAccount(holder), mintTo(holder, 5n)], [maker]);
    const theft = transferTokensInstruction({
      source: build(holder),
      destination: build(maker),
      owner: getAddress(maker),
      amount: 5n,
    });
    expect(svm.send([theft], [maker]).error).not.toBeNull();
    expect(balance(holder)).toBe(5n);
  });

  it.each([-1n, 2n ** 64n])("refuse the amount %s", (amount) => {
    expect(() => mintTo(holder, amount)).toThrow(RangeError);
  });

  it("read the supply of a mint", () => {
    const data = svm.account(mint)?.data ?? new Uint8Array();
    expect(mintSupply({ owner: TOKEN_PROGRAM_ID, data })).toBe(
      (balance(holder) ?? 0n) + (balance(maker) ?? 0n),
    );
  });

  it("read no decimals from an account that is not a mint", () => {
    const data = svm.account(mint)?.data ?? new Uint8Array();
    expect(mintDecimals({ owner: SYSTEM_PROGRAM_ID, data })).toBeNull();
    expect(mintDecimals({ owner: TOKEN_PROGRAM_ID, data: new Uint8Array(165) })).toBeNull();
    expect(mintSupply({ owner: SYSTEM_PROGRAM_ID, data })).toBeNull();
  });

  it("read no balance from data that is not a token account", () => {
    expect(() => tokenAccountBalance(new Uint8Array(MINT_ACCOUNT_BYTES))).toThrow(RangeError);
  });
});
