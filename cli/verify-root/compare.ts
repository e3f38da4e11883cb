import { fetchCampaign } from "@/cli/fetch-campaign";
import { ApiClient } from "@/lib/client/api-client";
import { fetchAllLeaves } from "@/lib/client/fetch-all";
import { buildTree } from "@/lib/core/merkle/tree";
import { NotACampaignError } from "@/lib/core/solana/tree-account";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** A list of leaves with its root and sums, computed without a network. */
export type Computed = {
  leaves: Leaf[];
  /** Returns the position of a leaf in the file, by its position in the list. */
  getPosition: (position: number) => string;
  root: string;
  supply: bigint;
  minCliffTime: bigint;
};

type Comparison = { campaign: string; computed: Computed; print: (line: string) => void };
type Facts = { merkleRoot: string; leafCount: number; totalSupply: bigint; minCliffTime: bigint | null };

/** Differences beyond these are counted only. */
const MAX_LISTED = 100;

type OnLedger = Comparison & { rpc: string; programId: string };

/** Compares the list with the on-chain account. `mint` is null if the account is not a campaign. */
export async function compareWithNetwork({ campaign, rpc, programId, computed, print }: OnLedger) {
  try {
    const tree = await fetchCampaign({ rpc, address: campaign, programId });
    return { agrees: compareFacts("ledger", tree, computed, print), mint: tree.mint };
  } catch (error) {
    if (!(error instanceof NotACampaignError)) throw error;
    print(error.message);
    return { agrees: false, mint: null };
  }
}

/** Compares the list with the campaign and the leaves that the service returns. */
export async function compareWithService({ campaign, api, computed, print }: Comparison & { api: string }) {
  const client = new ApiClient({ baseUrl: api.replace(/\/+$/, "") });
  const { merkleRoot, leafCount, totalSupply, minCliffTime } = await client.campaign(campaign);
  const cliff = minCliffTime === null ? null : BigInt(minCliffTime);
  const facts = { merkleRoot, leafCount, totalSupply: BigInt(totalSupply), minCliffTime: cliff };
  const agrees = compareFacts("service", facts, computed, print);
  const theirs = [...(await fetchAllLeaves(client, campaign)).leaves];
  const theirRoot = (await buildTree(theirs)).root;
  if (theirRoot !== merkleRoot) print(`The rows of the service result in a different root: ${theirRoot}`);
  const differences = compareLeaves(computed.leaves, theirs);
  for (const difference of differences.slice(0, MAX_LISTED)) print(sentence(difference));
  if (differences.length > MAX_LISTED) print(`${differences.length - MAX_LISTED} more rows differ.`);
  return agrees && differences.length === 0 && theirRoot === merkleRoot;
}

function compareFacts(
  name: string,
  facts: Facts,
  computed: Computed,
  print: (line: string) => void,
): boolean {
  const { merkleRoot, leafCount, totalSupply, minCliffTime } = facts;
  print(`${`${name} root`.padEnd(16)} ${merkleRoot}`);
  const errors: string[] = [];
  if (merkleRoot !== computed.root) errors.push("a different root");
  if (leafCount !== computed.leaves.length) errors.push(`${leafCount} leaves, not ${computed.leaves.length}`);
  // The account of a stream has the minimum cliff time 0; the root contains its only leaf.
  if (minCliffTime && minCliffTime !== computed.minCliffTime) {
    errors.push(`the earliest cliff at ${minCliffTime}, not ${computed.minCliffTime}`);
  }
  if (computed.supply > totalSupply) errors.push(`a supply of ${totalSupply}, less than the sum of the rows`);
  for (const error of errors) print(`The ${name} has ${error}.`);
  // After a change of allocations, a part of the supply may be unallocated.
  if (computed.supply < totalSupply) {
    print(
      `The ${name} has a supply of ${totalSupply}: ${totalSupply - computed.supply} base units more than the rows.`,
    );
  }
  return errors.length === 0;
}

function sentence({ leafIndex, mine, theirs, fields }: LeafDifference): string {
  if (!theirs) return `Leaf ${leafIndex} is only in your file (${brief(mine)}).`;
  if (!mine) return `Leaf ${leafIndex} is only in the service (${brief(theirs)}).`;
  const parts = fields.map(
    (field) => `${field} ${mine[field]} in your file, ${theirs[field]} in the service`,
  );
  return `Leaf ${leafIndex}: ${parts.join("; ")}.`;
}

const brief = (leaf: Leaf | undefined) => (leaf ? `${leaf.amount} to ${leaf.beneficiary}` : "");

/** A leaf that differs; `mine` or `theirs` is undefined if that list lacks it. */
type LeafDifference = {
  leafIndex: number;
  mine: Leaf | undefined;
  theirs: Leaf | undefined;
  /** The fields that differ, if both lists have the leaf. */
  fields: (keyof Leaf)[];
};

const FIELDS: readonly (keyof Leaf)[] = [
  "beneficiary",
  "amount",
  "releaseType",
  "startTime",
  "cliffTime",
  "endTime",
  "milestoneIdx",
];

/** Returns the differing leaves by leaf index. */
function compareLeaves(mine: readonly Leaf[], theirs: readonly Leaf[]): LeafDifference[] {
  const differences: LeafDifference[] = [];
  for (let leafIndex = 0; leafIndex < Math.max(mine.length, theirs.length); leafIndex++) {
    const [a, b] = [mine[leafIndex], theirs[leafIndex]];
    const fields = a && b ? FIELDS.filter((field) => a[field] !== b[field]) : [];
    if (!a || !b || fields.length > 0) differences.push({ leafIndex, mine: a, theirs: b, fields });
  }
  return differences;
}
