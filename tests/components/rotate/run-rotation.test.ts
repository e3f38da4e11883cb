import { beforeEach, expect, test, vi } from "vitest";
import type { PendingRotation } from "@/components/drafts/pending-store";
import { runRotation } from "@/components/rotate/run-rotation";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { ActionCampaign } from "@/lib/contract/operations";
import { english } from "@/lib/core/i18n/translator";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

const TREE = NATIVE_MINT;
const [OLD, FIRST, SECOND] = ["0a", "0b", "0c"].map((byte) => byte.repeat(32)) as [string, string, string];

/** The lists in the browser by key, the root on the network, and the registered roots. */
const state = vi.hoisted(() => ({
  lists: new Map<string, PendingRotation>(),
  root: "",
  totalClaimed: 0n,
  registered: [] as string[],
  onSend: (): void => undefined,
}));

vi.mock("@/components/drafts/pending-store", () => {
  const keyOf = (of: { treeAddress: string; merkleRoot: string }) => `${of.treeAddress} ${of.merkleRoot}`;
  return {
    saveRotation: async (rotation: PendingRotation) => state.lists.set(rotation.treeAddress, rotation),
    findRotation: async (treeAddress: string) => state.lists.get(treeAddress),
    deleteRotation: async (treeAddress: string) => state.lists.delete(treeAddress),
    saveReplaced: async (rotation: PendingRotation) => state.lists.set(keyOf(rotation), rotation),
    deleteReplaced: async (rotation: PendingRotation) => state.lists.delete(keyOf(rotation)),
  };
});
vi.mock("@/components/ledger/connection", () => ({
  readTreeOrThrow: async () => ({ merkleRoot: state.root, totalClaimed: state.totalClaimed }),
}));
vi.mock("@/components/ledger/priority-fee", () => ({ withCurrentFee: async (plan: object) => plan }));
vi.mock("@/components/ledger/send-plan", () => ({
  settleSent: async () => null,
  sendPlan: async () => state.onSend(),
}));
vi.mock("@/components/ledger/simulate-plan", () => ({
  simulateEffect: async () => ({ unitsConsumed: null }),
}));
vi.mock("@/components/service/service-api", () => ({
  serviceApi: () => ({
    tryRotation: async () => undefined,
    rotate: async (_: string, { merkleRoot }: { merkleRoot: string }) => state.registered.push(merkleRoot),
  }),
}));

const campaign = { treeAddress: TREE, programId: NATIVE_MINT, mint: NATIVE_MINT } as ActionCampaign;
const account = { address: NATIVE_MINT } as WalletAccount;
const leaf: Leaf = {
  ...{ leafIndex: 0, beneficiary: NATIVE_MINT, amount: 1n, releaseType: ReleaseType.Cliff },
  ...{ startTime: 1n, cliffTime: 1n, endTime: 1n, milestoneIdx: 0 },
};
const rotationTo = (merkleRoot: string): PendingRotation => ({
  ...{ treeAddress: TREE, merkleRoot, minCliffTime: 1n, leaves: LeafList.of([leaf]) },
  basis: { previousRoot: OLD, totalClaimed: 0n },
});
const run = (rotation: PendingRotation) =>
  runRotation(rotation, { campaign, account, t: english, onPhase: () => {}, onUpload: () => {} });

beforeEach(() => {
  state.lists.clear();
  Object.assign(state, { root: OLD, totalClaimed: 0n, registered: [], onSend: () => undefined });
});

test("keeps the leaves of a change whose transaction lands after the list was edited again", async () => {
  state.onSend = () => {
    throw new Error("The connection was lost.");
  };
  await expect(run(rotationTo(FIRST))).rejects.toThrow("lost");
  state.root = FIRST;
  await expect(run(rotationTo(SECOND))).rejects.toThrow("The allocations on the network changed");
  const first = state.lists.get(`${TREE} ${FIRST}`);
  expect(first?.merkleRoot).toBe(FIRST);
  await run(first as PendingRotation);
  expect(state.registered).toEqual([FIRST]);
  expect([...state.lists.keys()]).toEqual([`${TREE} ${SECOND}`]);
});

test("keeps the leaves of an exported change that became outdated, because it can still land", async () => {
  state.totalClaimed = 5n;
  await expect(run(rotationTo(FIRST))).rejects.toThrow("A recipient claimed");
  expect([...state.lists.keys()]).toEqual([`${TREE} ${FIRST}`]);
});

test("leaves nothing behind once a change is registered", async () => {
  state.onSend = () => {
    state.root = FIRST;
  };
  await run(rotationTo(FIRST));
  expect(state.registered).toEqual([FIRST]);
  expect(state.lists.size).toBe(0);
});
