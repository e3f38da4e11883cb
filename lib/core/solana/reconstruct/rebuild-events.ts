import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { EventData, EventName, ProgramEvent } from "@/lib/core/solana/events";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type Call, readCalls } from "./calls";
import { balanceAt } from "./lamport-flows";
import { followLamports, isNativePayout, type NativeFlows } from "./native-amounts";
import { RecordTotals } from "./record-totals";
import { tokenTransfer } from "./system-instructions";
import { executionOrder, type Step, type TransactionRecord } from "./transaction-record";

/**
 * A field that follows from the campaign's earlier events, not from the transaction. It is zero until it is
 * derived.
 */
export type DerivedField =
  | "amount"
  | "totalClaimedByUser"
  | "totalClaimedOverall"
  | "claimedAtCancel"
  | "oldRoot"
  | "vaultBalanceAfter";

/** An event that was reconstructed without its log line. */
type RebuiltEvent = ProgramEvent & { derived: readonly DerivedField[] };

/**
 * The event at an index among the program's events; `event` is null if the transaction does not determine it.
 */
export type Rebuilt = { index: number; tree: string; name: EventName; event: RebuiltEvent | null };

const UNKNOWN_ROOT = "00".repeat(32);

type Context = {
  record: TransactionRecord;
  steps: readonly Step[];
  native: NativeFlows;
  totals: RecordTotals;
  /** The root of each tree that the transaction has set. */
  roots: Map<string, string>;
};

/**
 * Reconstructs the program's events of a successful transaction from its instructions and balance changes,
 * with the indexes of the complete log. `logged` are the events that remain in the log; they come first.
 * Returns null if the indexes cannot be determined.
 */
export function rebuildEvents(
  record: TransactionRecord,
  { programId, logged }: { programId: string; logged: readonly ProgramEvent[] },
): Rebuilt[] | null {
  const steps = executionOrder(record, programId);
  const calls = steps && readCalls(steps, programId);
  if (calls === null) return null;
  const native = followLamports(record, { steps: steps ?? [], calls, logged });
  const context: Context = {
    record,
    steps: steps ?? [],
    native,
    totals: new RecordTotals(),
    roots: new Map(),
  };
  return calls.flatMap((call) => {
    const events = rebuildCall(call, context);
    return call.emits.map((name, at): Rebuilt => {
      const event = events[at] ?? null;
      return { index: call.eventIndex + at, tree: call.accounts.vestingTree, name, event };
    });
  });
}

function event<Name extends EventName>(
  name: Name,
  data: EventData<Name>,
  derived: readonly DerivedField[] = [],
): RebuiltEvent {
  return { name, data, derived } as unknown as RebuiltEvent;
}

/** Returns the events of a call, in order; null for an event that the transaction does not determine. */
function rebuildCall(call: Call, context: Context): (RebuiltEvent | null)[] {
  const { blockTime } = context.record;
  const tree = call.accounts.vestingTree;
  switch (call.name) {
    case "create_campaign":
    case "create_campaign_native":
      context.roots.set(tree, call.args.merkleRoot);
      return [created(call, { ...call.args })];
    case "create_stream":
    case "create_stream_native":
      return [
        created(call, { ...call.args, totalSupply: call.args.amount, leafCount: 1 }),
        funded(call, call.args.amount, context),
      ];
    case "fund_campaign":
    case "fund_campaign_native":
      return [funded(call, call.args.amount, context)];
    case "claim":
    case "withdraw":
      return [claimed(call, context)];
    case "cancel_campaign":
      return [
        blockTime === null
          ? null
          : event("CampaignCancelled", { tree, cancelledAt: blockTime, claimedAtCancel: 0n }, [
              "claimedAtCancel",
            ]),
      ];
    case "cancel_stream":
      return [streamCancelled(call, context)];
    case "set_milestone_released": {
      const { milestoneIdx } = call.args;
      return [event("MilestoneReleased", { tree, milestoneIdx, releasedBy: call.accounts.creator })];
    }
    case "update_root":
      return [rootUpdated(call, context)];
    case "withdraw_unvested": {
      const amount = sweptAmount(call, context);
      return [amount === null ? null : event("UnvestedWithdrawn", { tree, amount })];
    }
    case "instant_refund_campaign": {
      const amount = sweptAmount(call, context);
      const refundedTo = call.accounts.creator;
      if (amount === null || blockTime === null) return [null];
      return [event("InstantRefunded", { tree, cancelledAt: blockTime, refundedTo, amount })];
    }
    case "pause_campaign":
      return [event("CampaignPaused", { tree })];
    case "unpause_campaign":
      return [event("CampaignUnpaused", { tree })];
    case "close_claim_record":
      context.totals.close(call.accounts.claimRecord);
      return [event("ClaimRecordClosed", { tree, beneficiary: call.accounts.beneficiary })];
  }
}

type CallNamed<Name extends Call["name"]> = Extract<Call, { name: Name }>;

function created(
  call: CallNamed<"create_campaign" | "create_campaign_native" | "create_stream" | "create_stream_native">,
  terms: { totalSupply: bigint; leafCount: number; cancellable: boolean },
): RebuiltEvent {
  const { creator, vestingTree: tree } = call.accounts;
  const { totalSupply, leafCount, cancellable } = terms;
  const mint = "mint" in call.accounts ? call.accounts.mint : NATIVE_MINT;
  return event("CampaignCreated", { tree, creator, mint, totalSupply, leafCount, cancellable });
}

function funded(
  call: CallNamed<"create_stream" | "create_stream_native" | "fund_campaign" | "fund_campaign_native">,
  amount: bigint,
  context: Context,
): RebuiltEvent {
  const tree = call.accounts.vestingTree;
  const vaultBalanceAfter = balanceAfter(call, context);
  const isKnown = vaultBalanceAfter !== null;
  const data = { tree, amount, vaultBalanceAfter: vaultBalanceAfter ?? 0n };
  return event("CampaignFunded", data, isKnown ? [] : ["vaultBalanceAfter"]);
}

/**
 * Returns the balance that the program logs after a funding; for a token stream, the balance before its
 * transfer.
 */
function balanceAfter(call: Call, { record, native, steps }: Context): bigint | null {
  if (call.name === "create_stream") return 0n;
  // The transfer is the last instruction that the call invoked.
  const at = call.step.at + call.step.invoked.length;
  if (call.name !== "fund_campaign") {
    const account = call.accounts.vestingTree;
    const balance = record.lamports.get(account);
    return balance === undefined ? null : balanceAt(native.flows, account, { at, before: balance.before });
  }
  const { vault } = call.accounts;
  let balance = record.tokens.get(vault)?.before ?? 0n;
  for (const step of steps.slice(0, at + 1)) {
    const transfer = tokenTransfer(step);
    if (transfer?.to === vault) balance += transfer.amount;
    if (transfer?.from === vault) balance -= transfer.amount;
  }
  return balance;
}

/** Returns the token transfers of a call out of a vault, in order. */
const vaultTransfers = ({ step }: Call, vault: string) =>
  step.invoked.flatMap((instruction) => {
    const transfer = tokenTransfer(instruction);
    return transfer?.from === vault ? [transfer] : [];
  });

function claimed(call: CallNamed<"claim" | "withdraw">, context: Context): RebuiltEvent | null {
  const { vestingTree: tree, beneficiary, claimRecord } = call.accounts;
  const { leafIndex, releaseType, milestoneIdx } =
    call.name === "claim" ? call.args.leaf : { leafIndex: 0, ...call.args };
  const isMilestone = releaseType === ReleaseType.Milestone;
  const amount = claimedAmount(call, context);
  const byUser = context.totals.claim(call.step, claimRecord, amount);
  const derived: DerivedField[] = ["totalClaimedOverall"];
  if (byUser === null) derived.push("totalClaimedByUser");
  if (amount === null) {
    // A claim that empties a tree pays the rest of the supply.
    if (!context.native.hasEmptied(call)) return null;
    derived.push("amount");
  }
  const totals = { totalClaimedByUser: byUser ?? 0n, totalClaimedOverall: 0n };
  const leaf = { tree, beneficiary, leafIndex, milestoneIdx: isMilestone ? milestoneIdx : null };
  return event("Claimed", { ...leaf, amount: amount ?? 0n, ...totals }, derived);
}

function claimedAmount(call: CallNamed<"claim" | "withdraw">, { native }: Context): bigint | null {
  const { vault } = call.accounts;
  if (vault !== null) return onlyTransfer(call, vault);
  if (!native.hasEmptied(call)) return native.getPayouts(call)[0]?.amount ?? null;
  const isMilestone = call.name === "claim" && call.args.leaf.releaseType === ReleaseType.Milestone;
  return isMilestone ? call.args.leaf.amount : null;
}

/** Returns the amount of a call's only transfer out of a vault; null otherwise. */
function onlyTransfer(call: Call, vault: string): bigint | null {
  const [transfer, ...more] = vaultTransfers(call, vault);
  return transfer === undefined || more.length > 0 ? null : transfer.amount;
}

/** Returns the amount that a withdrawal or refund returned to the creator. */
function sweptAmount(
  call: CallNamed<"withdraw_unvested" | "instant_refund_campaign">,
  { native }: Context,
): bigint | null {
  const { vault } = call.accounts;
  return vault === null ? (native.getPayouts(call)[0]?.amount ?? null) : onlyTransfer(call, vault);
}

function streamCancelled(call: CallNamed<"cancel_stream">, context: Context): RebuiltEvent | null {
  const { blockTime } = context.record;
  const { vestingTree: tree } = call.accounts;
  const paid = settlement(call, context);
  if (paid === null || blockTime === null) return null;
  const [amountToBeneficiary, amountToCreator] = paid;
  return event("StreamCancelled", { tree, cancelledAt: blockTime, amountToBeneficiary, amountToCreator });
}

/**
 * Returns the payments of a cancelled stream to its beneficiary and its creator. There is no transfer for an
 * amount of zero.
 */
function settlement(call: CallNamed<"cancel_stream">, { native }: Context): [bigint, bigint] | null {
  const { vault, beneficiaryAta, creatorAta } = call.accounts;
  if (isNativePayout(call) || vault === null) {
    const [first, second] = native.getPayouts(call).map(({ amount }) => amount);
    return first == null || second == null ? null : [first, second];
  }
  const transfers = vaultTransfers(call, vault);
  const [first, second] = transfers;
  if (first !== undefined && second !== undefined) return [first.amount, second.amount];
  // If both payees have the same account, a single transfer does not show whose part it was.
  if (first === undefined || beneficiaryAta === creatorAta) return null;
  return first.to === beneficiaryAta ? [first.amount, 0n] : [0n, first.amount];
}

function rootUpdated(call: CallNamed<"update_root">, { roots }: Context): RebuiltEvent {
  const tree = call.accounts.vestingTree;
  const { newRoot, newLeafCount } = call.args;
  const oldRoot = roots.get(tree);
  roots.set(tree, newRoot);
  return event(
    "RootUpdated",
    { tree, oldRoot: oldRoot ?? UNKNOWN_ROOT, newRoot, newLeafCount },
    oldRoot === undefined ? ["oldRoot"] : [],
  );
}
