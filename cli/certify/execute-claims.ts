import {
  type CertificateDate,
  type CertificateFailure,
  MAX_LISTED_FAILURES,
} from "@/lib/contract/certificate";
import { textOrNull } from "@/lib/contract/field-schemas";
import type { VestingTree } from "@/lib/core/solana/accounts";
import type { DueList } from "@/lib/core/vesting/certificate/due-list";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import type { CampaignMachine } from "./campaign-machine";

type Execution = {
  machine: CampaignMachine;
  dues: DueList;
  tree: VestingTree;
  /** Unix seconds, ascending; the first is the time of the copied state. */
  dates: readonly bigint[];
  /** Positions of the leaves whose claims are executed. */
  executed: ReadonlySet<number>;
  onProgress?: ((done: number, total: number) => void) | undefined;
};

export type ExecutedClaims = {
  dates: CertificateDate[];
  failures: CertificateFailure[];
  failureCount: number;
  due: bigint;
  paid: bigint;
  rest: bigint;
};

/** Lets every leaf claim on each date through the program, and compares each payment with the arithmetic. */
export function executeClaims(execution: Execution): ExecutedClaims {
  const run = new ClaimRun(execution);
  const heldBefore = execution.machine.held();
  const dates = execution.dates.map((time, at) => {
    const date = run.claimAll(time);
    execution.onProgress?.(at + 1, execution.dates.length);
    return date;
  });
  run.checkPayees();
  const { failures, failureCount, due, paid } = run;
  // The last claim of native SOL also receives a surplus, and leaves no account.
  const rest = execution.machine.isGone() ? heldBefore - paid : execution.machine.held();
  return { dates, failures, failureCount, due, paid, rest };
}

class ClaimRun {
  readonly failures: CertificateFailure[] = [];
  due = 0n;
  paid = 0n;
  private readonly failed = new Set<number>();
  private readonly getPaidAmount = new Map<number, bigint>();
  private readonly payees = new Map<string, { before: bigint; paid: bigint; position: number }>();
  private readonly released: Set<number>;
  private bookedBefore = 0n;
  private time: bigint;

  constructor(private readonly execution: Execution) {
    const { tree, dates, machine } = execution;
    this.released = new Set(tree.releasedMilestones);
    this.time = dates[0] ?? 0n;
    if (tree.paused && tree.cancelledAt === null && tree.pauseAuthority !== null)
      machine.unpause(tree.pauseAuthority);
  }

  get failureCount(): number {
    return this.failed.size;
  }

  claimAll(time: bigint): CertificateDate {
    const { machine } = this.execution;
    const [dueBefore, paidBefore] = [this.due, this.paid];
    this.time = time;
    machine.setTime(time);
    this.releaseMilestones();
    this.bookOthers();
    for (const position of this.execution.executed) this.claim(position);
    this.reportDefects();
    this.due = this.totalDue();
    return {
      time: time.toString(),
      due: (this.due - dueBefore).toString(),
      paid: (this.paid - paidBefore).toString(),
      held: machine.held().toString(),
      takes: this.takes(),
    };
  }

  private releaseMilestones(): void {
    for (const [index, at] of this.execution.dues.releases) {
      if (at > this.time || this.released.has(index)) continue;
      this.execution.machine.release(index);
      this.released.add(index);
    }
  }

  private get left(): bigint {
    const { totalSupply, totalClaimed } = this.execution.tree;
    return totalSupply - totalClaimed - this.paid;
  }

  /** Returns the amount that the program can still pay: the balance, but at most the unclaimed supply. */
  private available(): bigint {
    const { left } = this;
    const held = this.execution.machine.held();
    return held < left ? held : left > 0n ? left : 0n;
  }

  /** Books the amounts of the leaves whose claims are not executed, as far as the campaign can pay them. */
  private bookOthers(): void {
    const { dues, executed, machine } = this.execution;
    if (executed.size === dues.leaves.length) return;
    let sum = 0n;
    for (let position = 0; position < dues.leaves.length; position++)
      if (!executed.has(position) && dues.isPayable(position)) sum += dues.due(position, this.time);
    const available = this.available();
    const amount = sum - this.bookedBefore < available ? sum - this.bookedBefore : available;
    machine.book(amount);
    this.bookedBefore += amount;
    this.paid += amount;
  }

  private claim(position: number): void {
    const { dues, machine } = this.execution;
    if (this.failed.has(position) || dues.defects.get(position) === "UnclaimableAddress") return;
    const before = this.getPaidAmount.get(position) ?? 0n;
    const due = dues.due(position, this.time) - before;
    if (due <= 0n) return;
    const leaf = dues.leaves.at(position);
    const payee = this.payees.get(leaf.beneficiary) ?? {
      ...{ before: machine.getTokens(leaf.beneficiary), paid: 0n, position },
    };
    this.payees.set(leaf.beneficiary, payee);
    const available = this.available();
    const outcome = machine.claim(leaf);
    if ("error" in outcome) {
      const isShort = outcome.error === "InsufficientVault" || outcome.error === "OverClaim";
      this.fail(position, { due, missing: isShort ? due - available : due, reason: outcome.error });
      return;
    }
    const { paid } = outcome;
    this.paid += paid;
    payee.paid += paid;
    this.getPaidAmount.set(position, before + paid);
    if (paid !== due) this.fail(position, { due, missing: due - paid, reason: "PaidAnotherAmount" });
  }

  /** Reports leaves that are not paid in full although no executed claim fails. */
  private reportDefects(): void {
    const { dues } = this.execution;
    for (const [position, reason] of dues.defects) {
      const isEarlier = reason === "EarlierCampaignRecord";
      if (this.failed.has(position) || (this.getPaidAmount.has(position) && !isEarlier)) continue;
      const vested = dues.vested(position, this.time);
      const recorded = reason === "MilestoneAlreadyClaimed" ? 0n : dues.recorded(position);
      const missing = isEarlier ? (recorded < vested ? recorded : vested) : vested - recorded;
      if (missing > 0n) this.fail(position, { due: missing, missing, reason });
    }
  }

  /** Compares the tokens that each recipient received with the payments. */
  checkPayees(): void {
    if (this.execution.machine.isNative) return;
    for (const [beneficiary, { before, paid, position }] of this.payees) {
      const received = this.execution.machine.getTokens(beneficiary) - before;
      if (received === paid) continue;
      this.fail(position, { due: paid, missing: paid - received, reason: "PaidAnotherAmount" });
    }
  }

  private fail(position: number, input: { due: bigint; missing: bigint; reason: string }): void {
    this.failed.add(position);
    if (this.failures.length === MAX_LISTED_FAILURES) return;
    this.failures.push({
      time: this.time.toString(),
      leafIndex: position,
      beneficiary: this.execution.dues.leaves.beneficiary(position),
      due: input.due.toString(),
      missing: input.missing.toString(),
      reason: input.reason.slice(0, 100),
    });
  }

  private totalDue(): bigint {
    const { dues } = this.execution;
    let sum = 0n;
    for (let position = 0; position < dues.leaves.length; position++) sum += dues.due(position, this.time);
    return sum;
  }

  /** Returns the amounts that each authority could take now. Every action is executed alone and rolled back. */
  private takes(): CertificateDate["takes"] {
    const { machine, tree, dues } = this.execution;
    const { cancelAuthority, cancelledAt } = tree;
    const stream = tree.leafCount === 1 ? dues.leaves.at(0) : null;
    return {
      instantRefund: textOrNull(machine.instantRefund()),
      cancelStream: textOrNull(stream && machine.cancelStream(stream)),
      cancelCampaign: textOrNull(by(cancelAuthority, (key) => machine.cancelCampaign(key, this.time))),
      updateRoot: textOrNull(by(cancelAuthority, (key) => machine.updateRoot(key, this.available()))),
      withdrawUnvested: textOrNull(
        cancelledAt === null ? null : machine.withdrawUnvested(graceEnd(cancelledAt, this.time)),
      ),
    };
  }
}

const by = (authority: string | null, action: (key: string) => bigint | null): bigint | null =>
  authority === null ? null : action(authority);

/** Returns the end of a cancelled campaign's grace period, or `now` if that has passed. */
function graceEnd(cancelledAt: bigint, now: bigint): bigint {
  const end = cancelledAt + GRACE_PERIOD_SECONDS;
  return end > now ? end : now;
}
