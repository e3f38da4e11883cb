import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { type FetchRun, patiently } from "./all-leaves";
import type { ApiClient } from "./api-client";

/** All that a campaign has paid to whom, with its root and total as they were throughout. */
export async function fetchAllPayouts(
  api: ApiClient,
  treeAddress: string,
  { signal }: FetchRun = {},
): Promise<{ payouts: Payouts; merkleRoot: string; totalClaimed: bigint }> {
  for (;;) {
    const payouts = new Payouts();
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    let state = { merkleRoot: "", totalClaimed: 0n };
    do {
      const page = await fetchPage(api, treeAddress, cursor);
      signal?.throwIfAborted();
      for (const payout of page.payouts) payouts.add({ ...payout, amount: BigInt(payout.amount) });
      state = { merkleRoot: page.merkleRoot, totalClaimed: BigInt(page.totalClaimed) };
      seen.add(`${page.merkleRoot} ${page.totalClaimed}`);
      cursor = page.nextCursor;
    } while (cursor);
    // Whoever claimed in between may stand on a page that was read before.
    if (seen.size === 1) return { payouts, ...state };
  }
}

const fetchPage = (api: ApiClient, treeAddress: string, cursor: string | null | undefined) =>
  patiently(() => api.payouts(treeAddress, { cursor }));
