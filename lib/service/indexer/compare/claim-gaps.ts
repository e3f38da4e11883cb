import { recountClaimedSum } from "@/db/queries/events/event-counters";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { type ClaimGap, selectClaimGaps } from "@/db/queries/indexing/claim-totals";
import { selectKnown } from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import type { Campaign } from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import type { SignatureEntry } from "@/lib/core/solana/rpc-responses/signature-list";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import type { SignaturePage, SignaturesOptions } from "@/lib/service/chain/history";
import { isOutOfTime, type RunContext } from "../context";
import { fetchTransactions } from "../store/fetch";

/** Gaps that one repair reads; the next repair continues with the rest. */
const MAX_GAPS = 10;
const PAGE_LIMIT = 1_000;
const MAX_PAGES = 10;
const FETCH_BATCH = 100;
/** Transactions that are requested from every endpoint, if the preferred one lacks them. */
const MAX_FROM_ANY = 20;

/**
 * Reads the transactions between stored claims where claims are missing, from every endpoint that lists them.
 */
export async function repairClaimGaps(run: RunContext, { id, treeAddress }: Campaign): Promise<void> {
  await recountClaimedSum(run.db, id);
  for (const gap of await selectClaimGaps(run.db, { campaignRowId: id, limit: MAX_GAPS })) {
    if (isOutOfTime(run)) return;
    const listed = await listGap(run, treeAddress, gap);
    await run.onStep?.("repair: gap listed");
    for (const batch of chunk(listed, FETCH_BATCH)) await readEntries(run, batch);
  }
}

/**
 * Lists the transactions between two stored claims. Includes the transactions of both claims, because their
 * logs may have been cut.
 */
async function listGap(run: RunContext, treeAddress: string, gap: ClaimGap): Promise<SignatureEntry[]> {
  const ends = [gap.older, gap.newer].filter((signature) => signature !== null);
  const known = await selectKnown(
    run.db,
    ends.map((signature) => ({ signature })),
  );
  // An endpoint that lacks the older claim also lists older transactions.
  const floor = known.get(gap.older ?? "")?.slot ?? 0n;
  const found: SignatureEntry[] = [];
  let before = gap.newer ?? undefined;
  for (let page = 0; page < MAX_PAGES && !isOutOfTime(run); page++) {
    const options = {
      before,
      until: gap.older ?? undefined,
      limit: PAGE_LIMIT,
      commitment: "confirmed" as const,
    };
    const { entries, next } = await listEverywhere(run, treeAddress, options);
    found.push(...entries.filter(({ slot }) => slot >= floor));
    if (next === null || next.slot < floor) break;
    before = next.signature;
  }
  const rows = [...known.values()].map(({ signature, slot, blockTime, txIndex, finalized }) => ({
    ...{ signature, slot, blockTime, finalized, failed: false, transactionIndex: txIndex },
  }));
  // Pages overlap where the endpoints' lists differ.
  const entries = [...found.filter(({ failed }) => !failed), ...rows];
  return [...new Map(entries.map((entry) => [entry.signature, entry])).values()];
}

async function listEverywhere(
  run: RunContext,
  treeAddress: string,
  options: SignaturesOptions,
): Promise<SignaturePage> {
  try {
    return await run.chain.getSignaturesOfAll(treeAddress, options);
  } catch (error) {
    // Every endpoint failed to respond within the short timeout that applies when several are queried.
    if (!(error instanceof NetworkUnavailableError)) throw error;
    const entries = await run.chain.getSignatures(treeAddress, options);
    return { entries, next: entries.length < PAGE_LIMIT ? null : (entries.at(-1) ?? null) };
  }
}

/**
 * Fetches and stores listed transactions, and requests those that the preferred endpoint lacks from the
 * others.
 */
export async function readEntries(run: RunContext, batch: readonly SignatureEntry[]): Promise<void> {
  const known = await selectKnown(run.db, batch);
  const wanted = batch.map(({ signature, slot, transactionIndex, blockTime }) => ({
    signature,
    slot,
    blockTime,
    txIndex: known.get(signature)?.txIndex ?? transactionIndex,
  }));
  const read = await fetchTransactions(run, wanted);
  const fetched = new Set(read.map(({ signature }) => signature));
  const missing = wanted.filter(({ signature }) => !fetched.has(signature)).slice(0, MAX_FROM_ANY);
  for (const row of missing) {
    const found = await fetchFromAny(run, row);
    if (found) read.push(found);
  }
  await storeTransactions(run.db, read, {
    precondition: (tx) => holdRunLease(tx, run.lease),
    onStep: run.onStep,
  });
  await run.onStep?.("repair: stored");
}

type Wanted = { signature: string; slot: bigint; txIndex: number | null; blockTime: bigint | null };

async function fetchFromAny(run: RunContext, row: Wanted): Promise<ReadTransaction | null> {
  const answer = await run.chain
    .getTransactionOfAny(row.signature, { commitment: "confirmed" })
    .catch((error) => {
      if (error instanceof NetworkUnavailableError) return null;
      throw error;
    });
  const blockTime = answer?.blockTime ?? row.blockTime;
  if (!answer || answer.signature !== row.signature || answer.slot !== row.slot || blockTime === null)
    return null;
  return { ...answer, blockTime, txIndex: row.txIndex ?? answer.txIndex };
}
