import { message } from "@/lib/core/i18n/translator";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import type { ApiClient } from "./api-client";
import { type Cursor, fetchPages } from "./pages";

const LEAVES_PER_REQUEST = 1_000;
/**
 * The longest lists exceed the service's rate limit per minute, so each further request waits for its
 * Retry-After.
 */
const ATTEMPTS = 8;

export type FetchRun = {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** Selects an earlier generation of a recreated address. */
  creation?: string | null;
};

/**
 * Fetches every current leaf of a campaign, ordered by leaf index, and the root that the service reports for
 * them.
 */
export async function fetchAllLeaves(
  api: ApiClient,
  treeAddress: string,
  { signal, onProgress, creation }: FetchRun = {},
): Promise<{ leaves: LeafList; merkleRoot: string }> {
  const pages: LeafList[] = [];
  let read = 0;
  let merkleRoot: string | undefined;
  const patient = api.with({ attempts: ATTEMPTS });
  const request = (cursor: Cursor) =>
    patient.leaves(treeAddress, { limit: LEAVES_PER_REQUEST, cursor, creation });
  for await (const page of fetchPages(request, signal)) {
    merkleRoot ??= page.merkleRoot;
    if (page.merkleRoot !== merkleRoot) {
      throw new Error(message("The allocations changed during the request. Try again."));
    }
    pages.push(LeafList.of(page.leaves.map(toLeaf)));
    read += page.leaves.length;
    onProgress?.(read, page.total);
  }
  return { leaves: LeafList.join(pages), merkleRoot: merkleRoot ?? "" };
}

/** Fetches all payouts of a campaign, with a root and total that stayed the same on every page. */
export async function fetchAllPayouts(
  api: ApiClient,
  treeAddress: string,
  { signal, creation }: FetchRun = {},
): Promise<{ payouts: Payouts; merkleRoot: string; totalClaimed: bigint }> {
  const patient = api.with({ attempts: ATTEMPTS });
  const request = (cursor: Cursor) => patient.payouts(treeAddress, { cursor, creation });
  for (;;) {
    const payouts = new Payouts();
    const seen = new Set<string>();
    let state = { merkleRoot: "", totalClaimed: 0n };
    for await (const page of fetchPages(request, signal)) {
      for (const payout of page.payouts) payouts.add({ ...payout, amount: BigInt(payout.amount) });
      state = { merkleRoot: page.merkleRoot, totalClaimed: BigInt(page.totalClaimed) };
      seen.add(`${page.merkleRoot} ${page.totalClaimed}`);
    }
    // A claim during the walk may belong to a page that was already read, so the walk starts over.
    if (seen.size === 1) return { payouts, ...state };
  }
}
