import type { Leaf } from "@/lib/core/vesting/leaf";

/** A campaign at the moment of its certificate, as plain numbers of the test. */
export type ModelCampaign = {
  now: bigint;
  leaves: readonly Leaf[];
  /** Claimed before, by leaf index. */
  claimed: readonly bigint[];
  released: readonly number[];
  held: bigint;
  /** Supply that was not claimed. */
  left: bigint;
};

type ModelFailure = { time: bigint; leafIndex: number; due: bigint; missing: bigint };
type ModelDate = { time: bigint; due: bigint; paid: bigint; held: bigint };

function releaseTime({ now, leaves, released }: ModelCampaign, index: number): bigint {
  if (released.includes(index)) return now;
  const cliffs = leaves.filter((leaf) => leaf.releaseType === 2 && leaf.milestoneIdx === index);
  const first = cliffs.map(({ cliffTime }) => cliffTime).reduce((a, b) => (a < b ? a : b));
  return first > now ? first : now;
}

/** The amount of a leaf that has vested, by the rules of the program's interface. */
function vested(campaign: ModelCampaign, leaf: Leaf, time: bigint): bigint {
  const { amount, cliffTime, endTime } = leaf;
  if (leaf.releaseType === 2) return time >= releaseTime(campaign, leaf.milestoneIdx) ? amount : 0n;
  if (leaf.releaseType === 0) return time >= cliffTime ? amount : 0n;
  if (time >= endTime) return amount;
  return time <= cliffTime ? 0n : (amount * (time - cliffTime)) / (endTime - cliffTime);
}

/** The sum that has become due by a time. */
function dueBy(campaign: ModelCampaign, time: bigint): bigint {
  return campaign.leaves.reduce((sum, leaf, at) => {
    const left = vested(campaign, leaf, time) - (campaign.claimed[at] ?? 0n);
    return sum + (left > 0n ? left : 0n);
  }, 0n);
}

/** Pays each leaf in order on each date, in full or, after its first failure, not at all. */
export function play(campaign: ModelCampaign, times: readonly bigint[]) {
  let { held, left } = campaign;
  const failures: ModelFailure[] = [];
  const received = campaign.leaves.map(() => 0n);
  let dueBefore = 0n;
  const dates = times.map((time): ModelDate => {
    let paid = 0n;
    for (const [at, leaf] of campaign.leaves.entries()) {
      if (failures.some(({ leafIndex }) => leafIndex === at)) continue;
      const due = vested(campaign, leaf, time) - (campaign.claimed[at] ?? 0n) - (received[at] ?? 0n);
      if (due <= 0n) continue;
      const available = held < left ? held : left;
      if (due > available) {
        failures.push({ time, leafIndex: at, due, missing: due - available });
        continue;
      }
      received[at] = (received[at] ?? 0n) + due;
      [held, left, paid] = [held - due, left - due, paid + due];
    }
    const due = dueBy(campaign, time) - dueBefore;
    dueBefore += due;
    return { time, due, paid, held };
  });
  return { dates, failures, rest: held };
}

/** The first second after `from` at which more is due than the campaign can pay, by trying each breakpoint's side. */
export function firstShortSecond(campaign: ModelCampaign, to: bigint): bigint | null {
  const available = campaign.held < campaign.left ? campaign.held : campaign.left;
  if (dueBy(campaign, to) <= available) return null;
  let [low, high] = [campaign.now - 1n, to];
  while (high - low > 1n) {
    const middle = low + (high - low) / 2n;
    if (dueBy(campaign, middle) > available) high = middle;
    else low = middle;
  }
  return high;
}
