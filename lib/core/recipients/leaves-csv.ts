import { type Leaf, RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";
import { timeCell } from "./parse-time";

const LEAVES_A_CHUNK = 1_000;

type Leaves = { readonly length: number; slice(from: number, to: number): readonly Leaf[] };

/**
 * The file that reproduces a root, in pieces of text: every leaf with its index, closed ones of amount 0 too. Amounts are
 * base units and times name their zone, so that nothing has to be told to read it back exactly.
 */
export function* leavesCsv(leaves: Leaves): Generator<string> {
  yield "leafIndex,beneficiary,amountBaseUnits,releaseType,startTime,cliffTime,endTime,milestoneIdx\n";
  for (let from = 0; from < leaves.length; from += LEAVES_A_CHUNK) {
    yield leaves
      .slice(from, from + LEAVES_A_CHUNK)
      .map(line)
      .join("");
  }
}

function line(leaf: Leaf): string {
  const times = [leaf.startTime, leaf.cliffTime, leaf.endTime].map(timeCell);
  const type = RELEASE_TYPE_NAMES[leaf.releaseType];
  return `${[leaf.leafIndex, leaf.beneficiary, leaf.amount, type, ...times, leaf.milestoneIdx].join(",")}\n`;
}
