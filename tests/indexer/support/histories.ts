import fc from "fast-check";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { FakeLedger, named, signatureNamed } from "./fake-ledger";

const BENEFICIARIES = ["ann", "bob", "cleo"].map((name) => named(name));
const CREATOR = named("creator");
const ROOTS = ["0a", "0b", "0c"].map((byte) => byte.repeat(32));

/** The action of a transaction on a tree, independent of the tree's earlier history. */
type Act =
  | { kind: "claim"; who: number; amount: bigint }
  | { kind: "pause" | "unpause" | "cancel" | "withdraw" | "settle" | "refund" }
  | { kind: "rotate"; root: number }
  | { kind: "release"; milestone: number };

export type Step = { tree: number; acts: Act[]; slotGap: number; failed: boolean };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("claim" as const),
      who: fc.nat(2),
      amount: fc.bigInt(1n, 2n ** 61n),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("pause" as const, "unpause" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("cancel" as const, "withdraw" as const, "settle" as const, "refund" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rotate" as const), root: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("release" as const), milestone: fc.nat(3) }) },
);

/** Transactions of one to three events on a few trees, often several in a slot, some of them failed. */
export const history = (trees: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      tree: fc.nat(trees - 1),
      acts: fc.array(act, { minLength: 1, maxLength: 3 }),
      slotGap: fc.nat(2),
      failed: fc.nat(9).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 12 },
  );

type Totals = Map<string, bigint>;

function add(totals: Totals, key: string, amount: bigint): bigint {
  const total = (totals.get(key) ?? 0n) + amount;
  totals.set(key, total);
  return total;
}

/**
 * Returns the event of an action. A failed transaction has no effect, so its log does not change the totals.
 */
function emit(made: Act, at: { tree: string; slot: bigint; totals: Totals }): ProgramEvent {
  const { tree, slot, totals } = at;
  const cancelledAt = slot;
  switch (made.kind) {
    case "claim": {
      const beneficiary = BENEFICIARIES[made.who] ?? "";
      const totalClaimedByUser = add(totals, `${tree} ${beneficiary}`, made.amount);
      const totalClaimedOverall = add(totals, tree, made.amount);
      const who = { tree, beneficiary, leafIndex: made.who, milestoneIdx: null };
      return {
        name: "Claimed",
        data: { ...who, amount: made.amount, totalClaimedByUser, totalClaimedOverall },
      };
    }
    case "pause":
      return { name: "CampaignPaused", data: { tree } };
    case "unpause":
      return { name: "CampaignUnpaused", data: { tree } };
    case "cancel":
      return { name: "CampaignCancelled", data: { tree, cancelledAt, claimedAtCancel: 0n } };
    case "withdraw":
      return { name: "UnvestedWithdrawn", data: { tree, amount: 1n } };
    case "settle":
      return {
        name: "StreamCancelled",
        data: { tree, cancelledAt, amountToBeneficiary: 1n, amountToCreator: 1n },
      };
    case "refund":
      return { name: "InstantRefunded", data: { tree, cancelledAt, refundedTo: CREATOR, amount: 1n } };
    case "rotate": {
      const newRoot = ROOTS[made.root] ?? "";
      return { name: "RootUpdated", data: { tree, oldRoot: "00".repeat(32), newRoot, newLeafCount: 2 } };
    }
    case "release":
      return { name: "MilestoneReleased", data: { tree, milestoneIdx: made.milestone, releasedBy: CREATOR } };
  }
}

/** Plays a history on a fake ledger; totals only grow, as the program's do. */
export function play(
  steps: readonly Step[],
  trees: readonly string[],
): { ledger: FakeLedger; signatures: string[] } {
  const ledger = new FakeLedger();
  const happened: Totals = new Map();
  let slot = 10n;
  const signatures: string[] = [];
  for (const [at, { acts, failed, slotGap, tree }] of steps.entries()) {
    slot += BigInt(slotGap);
    const signature = signatureNamed(`step ${at}`);
    const position = { tree: trees[tree] ?? "", slot, totals: failed ? new Map() : happened };
    const events: ProgramEvent[] = [];
    for (const made of acts) events.push(emit(made, position));
    ledger.add({ signature, slot, events, failed });
    signatures.push(signature);
  }
  return { ledger, signatures };
}
