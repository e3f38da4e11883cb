import type { LeafView } from "@/lib/core/views/leaf";
import type { ApiClient } from "./api-client";
import { ApiClientError } from "./api-error";

const LEAVES_A_REQUEST = 1_000;

export type FetchRun = { signal?: AbortSignal; onProgress?: (done: number, total: number) => void };

/** Every current leaf of a campaign in the order of leaf indexes, and the root that they are said to give. */
export async function fetchAllLeaves(
  api: ApiClient,
  treeAddress: string,
  { signal, onProgress }: FetchRun = {},
): Promise<{ leaves: LeafView[]; merkleRoot: string }> {
  const leaves: LeafView[] = [];
  let cursor: string | null | undefined;
  let merkleRoot: string | undefined;
  do {
    const page = await fetchPage(api, treeAddress, cursor);
    signal?.throwIfAborted();
    merkleRoot ??= page.merkleRoot;
    if (page.merkleRoot !== merkleRoot) {
      throw new Error("The allocations were changed while they were being read. Try again.");
    }
    for (const { claimed: _, proof: _proof, ...leaf } of page.leaves) leaves.push(leaf);
    onProgress?.(leaves.length, page.total);
    cursor = page.nextCursor;
  } while (cursor);
  return { leaves, merkleRoot };
}

const fetchPage = (api: ApiClient, treeAddress: string, cursor: string | null | undefined) =>
  patiently(() => api.leaves(treeAddress, { limit: LEAVES_A_REQUEST, cursor }));

/** Asks again when the longest lists take more requests than the service allows in a minute. */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiClientError) || error.code !== "RATE_LIMITED") throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1_000));
    }
  }
}
