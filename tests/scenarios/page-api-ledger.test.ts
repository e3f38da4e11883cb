import { Connection, type Keypair, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { formatAmountShort } from "@/components/format/amount";
import * as walletStore from "@/components/wallet/wallet-store";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { LONG } from "@/ledger/tests/support/long";
import type { AllProofsView } from "@/lib/contract/leaf";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { planClaim, planCloseClaimRecord } from "@/lib/core/plans/claim";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import {
  planPause,
  planReleaseMilestone,
  planUnpause,
  planUpdateRoot,
} from "@/lib/core/plans/govern-campaign";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { decodeClaimRecord, decodeVestingTree } from "@/lib/core/solana/accounts";
import { type ProgramEvent, parseProgramLogs } from "@/lib/core/solana/events";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { isRecordClosable } from "@/lib/core/vesting/lifecycle";
import {
  type ActionFacts,
  type ActionRefusal,
  cancelRefusal,
  cancelStreamRefusal,
  instantRefundRefusal,
  pauseRefusal,
  releaseMilestoneRefusal,
  resumeRefusal,
  updateRootRefusal,
  withdrawUnvestedRefusal,
} from "@/lib/core/vesting/refusals";
import { type CampaignPage, readCampaignPage } from "@/lib/service/pages/campaign-page";
import { services } from "@/lib/service/services";
import { World } from "@/tests/scenarios/actions/harness";
import { BUILT_ACTIONS, builderRefusal, decide, isOffered, promises } from "./builders";
import { renderPage } from "./rendered-page";
import { KINDS, MILESTONE, playStates, type Sample } from "./sample-states";

/**
 * Compares the page, the API and the network's state and behavior with each other: in each state, for each
 * role, in a token and in SOL.
 */

/** The wallet that views the page. */
const wallet = {
  ...{ address: "", walletName: "Test wallet", signsTransactions: true, chains: [] },
  ...{ signMessage: undefined, signTransaction: async (wire: Uint8Array) => wire },
};
const walletState = {
  ...{ phase: "ready" as const, options: [], account: wallet, connecting: false, choosing: false },
  ...{ problem: null, select: () => undefined, disconnect: () => undefined },
};
beforeAll(() => {
  vi.spyOn(walletStore, "useWallet").mockReturnValue(walletState);
});
afterAll(() => vi.restoreAllMocks());

let world: World;
let connection: Connection;
beforeAll(async () => {
  world = await World.start();
  connection = new Connection(world.api.rpcUrl, "confirmed");
}, LONG.timeout);
afterAll(() => world.close());

type Role = keyof Sample["roles"];
const ROLES: readonly Role[] = ["visitor", "creator", "authority", "beneficiary"];

type Simulation = { error: string | null; events: readonly ProgramEvent[] };

/** Returns the outcome of a plan on the ledger now. */
async function simulate(plan: TransactionPlan): Promise<Simulation> {
  const message = unsignedTransaction(plan, await connection.getLatestBlockhash()).compileMessage();
  const options = { sigVerify: false, replaceRecentBlockhash: true };
  const { value } = await connection.simulateTransaction(new VersionedTransaction(message), options);
  const logs = value.logs ?? [];
  const failure = describeFailure({ err: value.err, logs, instructions: plan.instructions });
  return { error: failure?.name ?? null, events: parseProgramLogs(logs).events };
}

type Looked = {
  sample: Sample;
  page: CampaignPage;
  facts: ActionFacts;
  now: bigint;
  proofs: AllProofsView["leaves"];
  mine: VestingProgress["campaigns"][number];
  /** The tree account, if it still exists. */
  tree: ReturnType<typeof decodeVestingTree> | null;
};

async function account(address: string) {
  return connection.getAccountInfo(new PublicKey(address));
}

async function look(sample: Sample): Promise<Looked> {
  const { treeAddress, roles } = sample;
  const { db, now } = await services();
  const page = await readCampaignPage(treeAddress);
  const facts = await selectCampaign(db, { treeAddress });
  if (!page || !facts) throw new Error("The campaign is not registered.");
  const address = roles.beneficiary.publicKey.toBase58();
  const progress = await world.get<VestingProgress>(`/api/beneficiary/${address}/vesting-progress`);
  const mine = progress.campaigns.find((entry) => entry.treeAddress === treeAddress);
  if (!mine) throw new Error("The beneficiary is no recipient.");
  const proofs = await world.get<AllProofsView>(
    `/api/campaigns/${treeAddress}/proof?beneficiary=${address}&all=true`,
  );
  const found = await account(treeAddress);
  const tree = found && decodeVestingTree(found.data);
  return { sample, page, facts, now: now(), proofs: proofs.leaves, mine, tree };
}

type Action = {
  /** The start of its button's label. */
  label: string;
  signer: Role;
  plan: (input: { looked: Looked; signer: Keypair }) => TransactionPlan;
  refusal: (looked: Looked) => ActionRefusal | null;
  /** Returns whether the page may omit an action that the program would accept. */
  left?: (looked: Looked) => boolean;
};

const getKeys = ({ sample: { treeAddress, cast } }: Looked) => ({ treeAddress, mint: cast.mint });
const address = (signer: Keypair) => signer.publicKey.toBase58();
const usesMilestone = ({ facts }: Looked) => facts.usedMilestones.includes(MILESTONE);
const firstLeaf = ({ proofs }: Looked) => {
  const [first] = proofs;
  if (!first) throw new Error("There is a leaf.");
  return toLeaf(first.leaf);
};

const ACTIONS: Record<string, Action> = {
  pause: {
    label: "Pause claims",
    signer: "authority",
    plan: ({ looked, signer }) => planPause({ ...getKeys(looked), pauseAuthority: address(signer) }),
    refusal: ({ facts }) => pauseRefusal(facts),
  },
  resume: {
    label: "Resume claims",
    signer: "authority",
    plan: ({ looked, signer }) => planUnpause({ ...getKeys(looked), pauseAuthority: address(signer) }),
    refusal: ({ facts }) => resumeRefusal(facts),
  },
  cancel: {
    label: "Cancel campaign",
    signer: "authority",
    plan: ({ looked, signer }) =>
      planCancelCampaign({ ...getKeys(looked), cancelAuthority: address(signer) }),
    refusal: ({ facts }) => cancelRefusal(facts),
  },
  updateRoot: {
    label: "Update recipients",
    signer: "authority",
    plan: ({ looked, signer }) =>
      planUpdateRoot({
        ...getKeys(looked),
        cancelAuthority: address(signer),
        currentRoot: looked.facts.cancelledAt === null ? (looked.tree?.merkleRoot ?? "00") : "00",
        newRoot: "5a".repeat(32),
        newLeafCount: 2,
        newMinCliffTime: 1n,
      }),
    refusal: ({ facts }) => updateRootRefusal(facts),
    left: ({ facts }) => facts.leafCount === 1 || facts.totalClaimed >= facts.totalSupply,
  },
  cancelStream: {
    label: "Cancel stream",
    signer: "creator",
    plan: ({ looked, signer }) => {
      const leaf = firstLeaf(looked);
      const creator = address(signer);
      return planCancelStream({ ...getKeys(looked), creator, beneficiary: leaf.beneficiary, schedule: leaf });
    },
    refusal: ({ facts }) => cancelStreamRefusal(facts),
  },
  instantRefund: {
    label: "Refund everything",
    signer: "creator",
    plan: ({ looked, signer }) => planInstantRefund({ ...getKeys(looked), creator: address(signer) }),
    refusal: ({ facts, now }) => instantRefundRefusal(facts, now),
  },
  withdrawUnvested: {
    label: "Withdraw remaining tokens",
    signer: "creator",
    plan: ({ looked, signer }) => planWithdrawUnvested({ ...getKeys(looked), creator: address(signer) }),
    refusal: ({ facts, now }) => withdrawUnvestedRefusal(facts, now),
  },
  releaseMilestone: {
    label: `Release milestone ${MILESTONE}`,
    signer: "creator",
    plan: ({ looked, signer }) =>
      planReleaseMilestone({ ...getKeys(looked), creator: address(signer), milestoneIdx: MILESTONE }),
    refusal: ({ facts }) => releaseMilestoneRefusal(facts, MILESTONE),
    left: (looked) =>
      !usesMilestone(looked) || ["settled", "cancelled_expired"].includes(looked.sample.status),
  },
};

/** Returns the program's error where a temporary error hides the lasting one. */
function accepted(looked: Looked, refusal: ActionRefusal): (string | null)[] {
  if (looked.tree === null) return ["AccountNotInitialized"];
  const { settled, instantRefunded } = looked.facts;
  const isPatient = refusal.error === "NothingToClaim" && (settled || instantRefunded);
  return isPatient ? [refusal.error, "GracePeriodActive"] : [refusal.error];
}

/** Compares one action for all roles; returns whether any role is offered the action. */
async function compareAction(looked: Looked, name: string): Promise<boolean> {
  const action = ACTIONS[name];
  if (!action) throw new Error(`There is no ${name}.`);
  const { page, sample, mine } = looked;
  let wasOffered = false;
  for (const role of ROLES) {
    const signer = sample.roles[role];
    wallet.address = address(signer);
    const { buttons } = renderPage(page, {
      address: wallet.address,
      mine: role === "beneficiary" ? mine : null,
    });
    const description = `${sample.name}: ${name} for the ${role}`;
    const { error } = await simulate(action.plan({ looked, signer }));
    if (role !== action.signer) {
      expect(buttons.get(action.label) ?? false, description).toBe(false);
      expect(error, description).not.toBeNull();
      continue;
    }
    const isOffered = buttons.get(action.label) ?? false;
    wasOffered ||= isOffered;
    const refusal = action.refusal(looked);
    if (isOffered)
      expect({ description, error, refusal }).toEqual({ description, error: null, refusal: null });
    else if (refusal) expect(accepted(looked, refusal), description).toContain(error);
    else expect(action.left?.(looked) ?? false, `${description} is left out for a reason of ours`).toBe(true);
  }
  return wasOffered;
}

/** Returns the ledger's payment for each of the beneficiary's leaves now. */
async function payments(looked: Looked): Promise<Map<number, bigint>> {
  const paid = new Map<number, bigint>();
  for (const { leaf, proof } of looked.proofs) {
    const plan = planClaim({ ...getKeys(looked), leaf: toLeaf(leaf), proof: toProofBytes(proof) });
    const { error, events } = await simulate(plan);
    const claimed = events.find((event) => event.name === "Claimed");
    paid.set(leaf.leafIndex, error === null && claimed ? claimed.data.amount : 0n);
  }
  return paid;
}

async function compareClaims(looked: Looked): Promise<void> {
  const { sample, mine, page } = looked;
  const paid = await payments(looked);
  for (const { leafIndex, progress } of mine.leaves) {
    const output = BigInt(progress.claimable) + BigInt(progress.payableUntilSwept);
    expect(output, `${sample.name}: leaf ${leafIndex}`).toBe(paid.get(leafIndex));
  }
  const total = [...paid.values()].reduce((sum, amount) => sum + amount, 0n);
  const isLate = sample.status === "cancelled_expired";
  const expected = { payableUntilSwept: (isLate ? total : 0n).toString() };
  expect(await world.detail(sample.treeAddress), sample.name).toMatchObject(expected);
  expect(mine, sample.name).toMatchObject({
    progress: { ...expected, claimable: isLate ? "0" : total.toString() },
  });
  wallet.address = address(sample.roles.beneficiary);
  const { buttons, text } = renderPage(page, { address: wallet.address, mine });
  const getAmount = (value: bigint) => `${formatAmountShort(value, page.token.decimals)} ${page.token.unit}`;
  const claims = [...buttons].filter(([label]) => label.startsWith("Claim"));
  const canClaim = !isLate && total > 0n;
  const label = canClaim ? claims[0]?.[0].replace(/^Claim /, "") : claims[0]?.[0];
  expect(claims, sample.name).toHaveLength(1);
  expect(claims[0]?.[1], `${sample.name}: the claim`).toBe(canClaim);
  if (!canClaim) expect(label).toBe("Claim");
  if (isLate) expect(text.includes("the program still pays them"), sample.name).toBe(total > 0n);
  if (isLate && total > 0n) expect(text).toContain(`${getAmount(total)} had vested`);
}

async function compareRent({ sample, tree, now }: Looked): Promise<void> {
  const { treeAddress, roles } = sample;
  const beneficiary = address(roles.beneficiary);
  const { address: recordAddress } = findClaimRecordAddress({ treeAddress, beneficiary });
  const found = await account(recordAddress);
  const { error } = await simulate(planCloseClaimRecord({ treeAddress, beneficiary }));
  const isOffered = found !== null && isRecordClosable({ record: decodeClaimRecord(found.data), tree, now });
  expect({ name: sample.name, isOffered }).toEqual({ name: sample.name, isOffered: error === null });
}

async function compareAmounts(looked: Looked): Promise<void> {
  const { sample, facts, page, tree } = looked;
  const detail = await world.detail(sample.treeAddress);
  const output = sample.name;
  expect(detail, output).toMatchObject({ status: sample.status, verified: true });
  expect(page.campaign.status, output).toBe(detail.status);
  if (tree && !facts.settled) {
    expect([detail.totalClaimed, detail.paused], output).toEqual([tree.totalClaimed.toString(), tree.paused]);
    expect(detail.cancelledAt, output).toBe(tree.cancelledAt?.toString() ?? null);
  }
  const paid = BigInt(detail.totalClaimed) + BigInt(detail.settledAmount);
  const balance = tree?.totalClaimed ?? paid;
  expect([page.paid, looked.mine.progress.claimedSoFar], output).toEqual([
    balance.toString(),
    paid.toString(),
  ]);
  const creator = address(sample.roles.creator);
  const withdrawal = await simulate(planWithdrawUnvested({ ...getKeys(looked), creator }));
  const swept = withdrawal.events.find((event) => event.name === "UnvestedWithdrawn");
  if (withdrawal.error === null)
    expect(swept?.data.amount, output).toBe(facts.totalSupply - facts.totalClaimed);
  const refund = await simulate(planInstantRefund({ ...getKeys(looked), creator }));
  const refunded = refund.events.find((event) => event.name === "InstantRefunded");
  if (refund.error === null) expect(refunded?.data.amount, output).toBe(facts.totalSupply);
}

describe.each(KINDS)("%s", (kind) => {
  let looks: Looked[];
  beforeAll(async () => {
    looks = [];
    for (const sample of await playStates(world, kind)) looks.push(await look(sample));
  }, LONG.timeout);

  test("covers the eight states", () => {
    expect(new Set(looks.map(({ page }) => page.campaign.status)).size).toBe(8);
  });

  test("shows equal amounts and states on the page, in the API and on the network", async () => {
    for (const looked of looks) await compareAmounts(looked);
  });

  test("pays exactly the claim that the page and the API state, and offers it where it pays", async () => {
    for (const looked of looks) await compareClaims(looked);
  });

  test("offers the rent of a claim record exactly when the program returns it", async () => {
    for (const looked of looks) await compareRent(looked);
  });

  test.each(Object.keys(ACTIONS))(
    "%s succeeds where it is offered, and fails for the stated reason where not",
    async (name) => {
      const offered: string[] = [];
      for (const looked of looks) if (await compareAction(looked, name)) offered.push(looked.sample.name);
      expect(offered).not.toEqual([]);
      expect(offered.length).toBeLessThan(looks.length);
    },
  );

  test.each(BUILT_ACTIONS)(
    "the API builds %s where the page offers it, and returns the page's reason where not",
    async (action) => {
      for (const looked of looks) {
        const { sample, page, facts, now, proofs } = looked;
        if (action.startsWith("milestones") && !usesMilestone(looked)) continue;
        const decision = decide(action, facts, now);
        const building = { treeAddress: sample.treeAddress, authority: sample.roles.authority };
        const leaves = proofs.map(({ leaf }) => leaf);
        const refusal = await builderRefusal(world.api, action, { ...building, leaves });
        const expected = decision.possible === "now" ? null : `${decision.code}: ${decision.reason}`;
        expect({ name: sample.name, refusal }).toEqual({ name: sample.name, refusal: expected });
        expect(isOffered(action, page), sample.name).toBe(refusal === null);
        if (action === "rotate" || action === "cancel")
          expect(promises(page)[action], sample.name).toBe(refusal === null);
      }
    },
  );
});
