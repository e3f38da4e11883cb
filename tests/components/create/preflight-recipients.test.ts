import { PublicKey } from "@solana/web3.js";
import { afterEach, expect, test } from "vitest";
import { checkRecipients } from "@/components/create/preflight/recipients";
import { rejectUnclaimable } from "@/components/rotate/run-rotation";
import { english } from "@/lib/core/i18n/translator";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import {
  DEFAULT_PROGRAM_ID,
  NATIVE_MINT,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { createWallet } from "@/tests/support/http";
import { stubConnection } from "@/tests/support/page-ledger";

type Account = { owner: string; bytes: number; type?: number; executable?: boolean };
const accounts = new Map<string, Account>();
stubConnection(() => ({
  getMultipleAccountsInfo: async (keys: PublicKey[]) =>
    keys.map((key) => {
      const account = accounts.get(key.toBase58());
      if (!account) return null;
      const data = new Uint8Array(account.bytes);
      if (account.type !== undefined) data[165] = account.type;
      return { executable: account.executable ?? false, data, owner: new PublicKey(account.owner) };
    }),
}));
afterEach(() => accounts.clear());

const wallets = Array.from(
  { length: 8 },
  (_, seed) => createWallet(new Uint8Array(32).fill(seed + 1)).address,
);

const recipients = (addresses: readonly string[]) =>
  LeafList.of(
    addresses.map((beneficiary, leafIndex) => ({
      ...{ leafIndex, beneficiary, amount: 1n, releaseType: ReleaseType.Cliff, milestoneIdx: 0 },
      ...{ startTime: 1n, cliffTime: 1n, endTime: 1n },
    })),
  );

async function findings(...input: Account[]) {
  for (const [at, account] of input.entries()) accounts.set(wallets[at] ?? "", account);
  return checkRecipients(english, { leaves: recipients(wallets), mint: NATIVE_MINT }, () => {});
}

const getReason = (list: readonly { why: string }[]) => list.map(({ why }) => why);

test("counts programs, mints and token accounts of both token programs as lost", async () => {
  const { lost, unusual } = await findings(
    { owner: TOKEN_PROGRAM_ID, bytes: 82 },
    { owner: TOKEN_PROGRAM_ID, bytes: 165 },
    { owner: TOKEN_2022_PROGRAM_ID, bytes: 82 },
    { owner: TOKEN_2022_PROGRAM_ID, bytes: 170, type: 1 },
    { owner: TOKEN_2022_PROGRAM_ID, bytes: 170, type: 2 },
    { owner: SYSTEM_PROGRAM_ID, bytes: 36, executable: true },
    { owner: SYSTEM_PROGRAM_ID, bytes: 0 },
  );
  const [mint, tokenAccount] = [
    "it is a token’s mint",
    "it is a token account; enter the wallet that owns it",
  ];
  expect(getReason(lost)).toEqual([mint, tokenAccount, mint, mint, tokenAccount, "it is a program"]);
  expect(unusual).toEqual([]);
});

test("asks the user about accounts of other programs and multisigs of a token program", async () => {
  const { lost, unusual } = await findings(
    { owner: DEFAULT_PROGRAM_ID, bytes: 8 },
    { owner: TOKEN_PROGRAM_ID, bytes: 355 },
  );
  expect(lost).toEqual([]);
  expect(getReason(unusual)).toEqual([
    `it is an account of the program ${DEFAULT_PROGRAM_ID}`,
    "it belongs to a token program",
  ]);
});

test("counts the token’s own mint as lost once, even where the network has no account of it", async () => {
  const [mint = ""] = wallets;
  for (const account of [null, { owner: TOKEN_PROGRAM_ID, bytes: 82 }]) {
    if (account) accounts.set(mint, account);
    const { lost, unusual } = await checkRecipients(english, { leaves: recipients(wallets), mint }, () => {});
    expect([lost, unusual]).toEqual([[{ address: mint, why: "this is the mint of the token" }], []]);
  }
});

test("refuses a rotation that gives a lost account more, and accepts one that does not", async () => {
  const [mint = "", wallet = ""] = wallets;
  accounts.set(mint, { owner: TOKEN_PROGRAM_ID, bytes: 82 });
  const change = (beneficiary: string, before: bigint, after: bigint) => ({
    ...{ beneficiary, kind: "raised" as const, before, after, claimed: 0n },
  });
  await rejectUnclaimable([change(mint, 5n, 4n), change(wallet, 0n, 1n)], english);
  await expect(rejectUnclaimable([change(mint, 4n, 5n)], english)).rejects.toThrow(
    `${mint}: This address can never claim: it is a token’s mint. Enter a wallet address.`,
  );
});
