// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from "vitest";
import { readClaimBases } from "@/components/actions/chain-state";
import { fetchClaimRents } from "@/components/actions/claim-rents";
import { readTree } from "@/components/network/connection";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { encodeStruct } from "@/lib/core/solana/codec";
import { ACCOUNTS } from "@/lib/core/solana/idl/types";
import { findClaimRecordAddress, findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { createWallet } from "@/tests/support/http";

type NodeAccount = { owner: string; data: Uint8Array; lamports: number };
const node = { accounts: new Map<string, NodeAccount>() };

function getResponse(address: string) {
  const account = node.accounts.get(address);
  if (!account) return null;
  const { data, ...rest } = account;
  const base64 = Buffer.from(data).toString("base64");
  return { ...rest, data: [base64, "base64"], executable: false, rentEpoch: 0, space: data.length };
}
const answer: typeof fetch = async (_input, init) => {
  const { id, method, params } = JSON.parse(String(init?.body));
  const value = method === "getAccountInfo" ? getResponse(params[0]) : params[0].map(getResponse);
  return Response.json({ jsonrpc: "2.0", id, result: { context: { slot: 1 }, value } });
};
beforeEach(() => {
  vi.stubGlobal("fetch", answer);
});

const programId = DEFAULT_PROGRAM_ID;
const stranger = createWallet(new Uint8Array(32).fill(9)).address;
const creator = createWallet(new Uint8Array(32).fill(1)).address;
const beneficiary = createWallet(new Uint8Array(32).fill(2)).address;
const campaignId = 5n;
const treeAddress = findVestingTreeAddress({ creator, mint: NATIVE_MINT, campaignId, programId }).address;
const record = findClaimRecordAddress({ treeAddress, beneficiary, programId }).address;

function account(index: 0 | 1, body: Uint8Array, owner: string, bytes: number): NodeAccount {
  const data = new Uint8Array(Math.max(bytes, 8 + body.length));
  data.set(ACCOUNTS[index].discriminator);
  data.set(body, 8);
  return { owner, data, lamports: 2_000_000 };
}

const ZEROS = "00".repeat(32);
const tree = (owner: string) =>
  account(
    0,
    encodeStruct("VestingTree", {
      ...{ creator, mint: NATIVE_MINT, vault: NATIVE_MINT, vaultAuthority: NATIVE_MINT, campaignId },
      ...{ merkleRoot: "ab".repeat(32), leafCount: 1, totalSupply: 10n, totalClaimed: 0n },
      ...{ cancellable: true, cancelAuthority: creator, cancelledAt: 1n, paused: false },
      ...{ pauseAuthority: null, createdAt: 1n, milestoneReleasedFlags: ZEROS },
      ...{ minCliffTime: 1n, instantRefunded: true, bump: 255 },
    }),
    owner,
    323,
  );
const claimRecord = (owner: string) =>
  account(
    1,
    encodeStruct("ClaimRecord", {
      ...{ beneficiary, tree: treeAddress, claimedAmount: 10n, totalEntitled: 10n, milestoneBitmap: ZEROS },
      ...{ lastClaimAt: 1n, bump: 255, version: 1, paddingA: "0000" },
      ...{
        leafClaimedIdx: Array(8).fill(0xffffffff),
        paddingB: "00000000",
        leafClaimedAmt: Array(8).fill(0n),
      },
    }),
    owner,
    0,
  );

function nodeHas(treeOwner: string, recordOwner: string) {
  node.accounts.clear();
  node.accounts.set(treeAddress, tree(treeOwner));
  node.accounts.set(record, claimRecord(recordOwner));
}

describe("an account that another program owns", () => {
  const rents = () => fetchClaimRents({ beneficiary, programId, trees: [treeAddress], now: 2n ** 40n });

  test("is not read as a campaign", async () => {
    nodeHas(programId, programId);
    await expect(readTree({ treeAddress, programId })).resolves.toMatchObject({ totalSupply: 10n });
    nodeHas(stranger, programId);
    await expect(readTree({ treeAddress, programId })).rejects.toThrow(`belongs to the program ${stranger}`);
  });

  test("offers no rent, neither as a campaign nor as a claim record", async () => {
    nodeHas(programId, programId);
    expect(await rents()).toEqual({ [treeAddress]: "2000000" });
    nodeHas(stranger, programId);
    expect(await rents()).toEqual({});
    nodeHas(programId, stranger);
    expect(await rents()).toEqual({});
  });

  test("counts as a closed campaign where many are read", async () => {
    nodeHas(programId, programId);
    expect((await readClaimBases([treeAddress], { beneficiary, programId }))[0]?.tree?.leafCount).toBe(1);
    nodeHas(stranger, programId);
    expect(await readClaimBases([treeAddress], { beneficiary, programId })).toMatchObject([{ tree: null }]);
  });

  test("does not count as a campaign either when it only received SOL after the campaign ended", async () => {
    node.accounts.clear();
    node.accounts.set(treeAddress, { owner: SYSTEM_PROGRAM_ID, data: new Uint8Array(), lamports: 1 });
    await expect(readTree({ treeAddress, programId })).resolves.toBeNull();
  });
});
