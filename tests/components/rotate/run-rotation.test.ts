import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PendingRotation } from "@/components/drafts/pending-store";
import * as pendingStore from "@/components/drafts/pending-store";
import * as pageConnection from "@/components/network/connection";
import * as sending from "@/components/network/send-plan";
import type { SimulatedPlan } from "@/components/network/simulate-plan";
import * as simulation from "@/components/network/simulate-plan";
import { runRotation } from "@/components/rotate/run-rotation";
import * as pageService from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { ApiClient } from "@/lib/client/api-client";
import type { ActionCampaign } from "@/lib/contract/operations";
import { english } from "@/lib/core/i18n/translator";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

const TREE = NATIVE_MINT;
const [OLD, FIRST, SECOND] = ["0a", "0b", "0c"].map((byte) => byte.repeat(32)) as [string, string, string];

/** The lists in the browser by key, the root on the network, and the registered roots. */
const state = {
  lists: new Map<string, PendingRotation>(),
  root: "",
  totalClaimed: 0n,
  registered: [] as string[],
  onSend: (): void => undefined,
};

const getKey = (input: { treeAddress: string; merkleRoot: string }) =>
  `${input.treeAddress} ${input.merkleRoot}`;
function stubStore(): void {
  const { lists } = state;
  vi.spyOn(pendingStore, "saveRotation").mockImplementation(async (rotation) => {
    lists.set(rotation.treeAddress, rotation);
    return undefined;
  });
  vi.spyOn(pendingStore, "findRotation").mockImplementation(async (address) => lists.get(address));
  vi.spyOn(pendingStore, "deleteRotation").mockImplementation(async (address) => void lists.delete(address));
  vi.spyOn(pendingStore, "saveReplaced").mockImplementation(async (rotation) => {
    lists.set(getKey(rotation), rotation);
    return undefined;
  });
  vi.spyOn(pendingStore, "deleteReplaced").mockImplementation(async (key) => void lists.delete(getKey(key)));
}
function stubNetwork(): void {
  vi.spyOn(pageConnection, "readTreeOrThrow").mockImplementation(
    async () => ({ merkleRoot: state.root, totalClaimed: state.totalClaimed }) as VestingTree,
  );
  vi.spyOn(sending, "settleSent").mockResolvedValue(null);
  vi.spyOn(sending, "sendPlan").mockImplementation(async () => {
    state.onSend();
    return { signature: "signature", isIndexed: true };
  });
  vi.spyOn(simulation, "simulateEffect").mockResolvedValue({ unitsConsumed: null } as SimulatedPlan);
}
const service = {
  tryRotation: async () => undefined,
  rotate: async (_: string, { merkleRoot }: { merkleRoot: string }) => state.registered.push(merkleRoot),
};

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
  stubStore();
  stubNetwork();
  vi.spyOn(pageService, "serviceApi").mockReturnValue(service as unknown as ApiClient);
});
afterEach(() => vi.restoreAllMocks());

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
