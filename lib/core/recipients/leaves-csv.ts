import { type Leaf, RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";
import { timeCell } from "./parse-time";

const LEAVES_PER_CHUNK = 1_000;

type Leaves = { readonly length: number; slice(from: number, to: number): readonly Leaf[] };

/**
 * Generates a file that reproduces a root, in chunks of text: every leaf with its index, including closed
 * leaves with amount 0. Amounts are in base units and times have a time zone, so that the file is read back
 * exactly without options.
 */
export function* leavesCsv(leaves: Leaves): Generator<string> {
  yield "leafIndex,beneficiary,amountBaseUnits,releaseType,startTime,cliffTime,endTime,milestoneIdx\n";
  for (let from = 0; from < leaves.length; from += LEAVES_PER_CHUNK) {
    yield leaves
      .slice(from, from + LEAVES_PER_CHUNK)
      .map(line)
      .join("");
  }
}

function line(leaf: Leaf): string {
  const times = [leaf.startTime, leaf.cliffTime, leaf.endTime].map(timeCell);
  const type = RELEASE_TYPE_NAMES[leaf.releaseType];
  return `${[leaf.leafIndex, leaf.beneficiary, leaf.amount, type, ...times, leaf.milestoneIdx].join(",")}\n`;
}
