import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Connection, Keypair, PublicKey, Transaction, type TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { z } from "zod";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  mintToInstruction,
} from "@/lib/solana/tokens";
import type { Ledger } from "./start-ledger";

const FILE = "demo-accounts.json";
const BENEFICIARIES = 8;
const LAMPORTS_EACH = 100_000_000_000n;
const DECIMALS = 6;
const TOKENS = 10_000_000n;

const secretKey = z
  .string()
  .transform((text) => bs58.decode(text))
  .refine((bytes) => bytes.length === 64, "not a secret key");

const fileSchema = z.object({
  creator: secretKey,
  cancelAuthority: secretKey,
  pauseAuthority: secretKey,
  beneficiaries: z.array(secretKey).length(BENEFICIARIES),
  mint: secretKey,
});

/** Wallets for demonstrations: they exist on the local ledger alone and hold nothing of worth. */
export type DemoAccounts = {
  creator: Keypair;
  cancelAuthority: Keypair;
  pauseAuthority: Keypair;
  beneficiaries: Keypair[];
  /** Address of a token with 6 decimals that the creator can mint and holds. */
  mint: string;
};

/**
 * The demo accounts of a data folder, made once and kept there readable by their owner alone; without a folder they are
 * new each time. Gives each its SOL, and the creator its tokens, unless the ledger has them already.
 */
export async function openDemoAccounts(of: {
  ledger: Ledger;
  dataDir: string | undefined;
}): Promise<DemoAccounts> {
  const keys = of.dataDir === undefined ? newKeys() : loadKeys(of.dataDir);
  const connection = new Connection(of.ledger.url, "processed");
  const { mint, ...wallets } = keys;
  for (const wallet of [
    wallets.creator,
    wallets.cancelAuthority,
    wallets.pauseAuthority,
    ...wallets.beneficiaries,
  ]) {
    if ((await connection.getBalance(wallet.publicKey)) > 0) continue;
    of.ledger.controls.airdrop(wallet.publicKey.toBytes(), LAMPORTS_EACH);
  }
  await createMint(connection, keys);
  return { ...wallets, mint: mint.publicKey.toBase58() };
}

type DemoKeys = Omit<DemoAccounts, "mint"> & { mint: Keypair };

async function createMint(connection: Connection, { creator, mint }: DemoKeys): Promise<void> {
  if ((await connection.getAccountInfo(mint.publicKey)) !== null) return;
  const payer = creator.publicKey.toBase58();
  const address = mint.publicKey.toBase58();
  const destination = findAssociatedTokenAddress({ owner: payer, mint: address }).address;
  const lamports = await connection.getMinimumBalanceForRentExemption(MINT_ACCOUNT_BYTES);
  const amount = TOKENS * 10n ** BigInt(DECIMALS);
  await send(
    connection,
    [
      ...createMintInstructions({ payer, mint: address, mintAuthority: payer, decimals: DECIMALS, lamports }),
      createAssociatedTokenInstruction({ payer, owner: payer, mint: address }),
      mintToInstruction({ mint: address, destination, authority: payer, amount }),
    ],
    [creator, mint],
  );
}

async function send(
  connection: Connection,
  instructions: TransactionInstruction[],
  signers: Keypair[],
): Promise<void> {
  const feePayer = signers[0]?.publicKey ?? PublicKey.default;
  const transaction = new Transaction({ feePayer, ...(await connection.getLatestBlockhash()) });
  transaction.add(...instructions).sign(...signers);
  await connection.sendRawTransaction(transaction.serialize());
}

function newKeys(): DemoKeys {
  return {
    creator: Keypair.generate(),
    cancelAuthority: Keypair.generate(),
    pauseAuthority: Keypair.generate(),
    beneficiaries: Array.from({ length: BENEFICIARIES }, () => Keypair.generate()),
    mint: Keypair.generate(),
  };
}

function loadKeys(dataDir: string): DemoKeys {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) saveKeys(dataDir, newKeys());
  const file = fileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return {
    creator: Keypair.fromSecretKey(file.creator),
    cancelAuthority: Keypair.fromSecretKey(file.cancelAuthority),
    pauseAuthority: Keypair.fromSecretKey(file.pauseAuthority),
    beneficiaries: file.beneficiaries.map((key) => Keypair.fromSecretKey(key)),
    mint: Keypair.fromSecretKey(file.mint),
  };
}

function saveKeys(dataDir: string, keys: DemoKeys): void {
  const secret = (wallet: Keypair) => bs58.encode(wallet.secretKey);
  const file = {
    creator: secret(keys.creator),
    cancelAuthority: secret(keys.cancelAuthority),
    pauseAuthority: secret(keys.pauseAuthority),
    beneficiaries: keys.beneficiaries.map(secret),
    mint: secret(keys.mint),
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
