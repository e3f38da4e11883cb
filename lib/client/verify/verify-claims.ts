import { claimsPage } from "@/lib/contract/event";
import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readClaimRecord } from "@/lib/core/solana/claim-record";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { campaignOfAccount } from "./accounts";
import { type ClaimEvent, isListed } from "./claimed-leaves";
import { checkTime } from "./freshness";
import { getKey, type History, readHistory } from "./history";
import { checkEventList, checkPosition } from "./positions";
import { type CheckContext, checkAnswer, type Verification, type VerifyOptions } from "./verification";

export type VerifyClaimsOptions = VerifyOptions & {
  /** The campaign that was requested. */
  treeAddress: string;
  /** The query of the request, without `proof` and `limit`. */
  query?: { beneficiary?: string; fromSlot?: string; page?: number; cursor?: string | null };
};

type Claim = Claims["claims"][number];
type Claims = ReturnType<typeof schema.parse>;

const row = claimsPage.shape.claims.element.required({ eventIndex: true });
const schema = claimsPage.extend({ claims: row.array() }).required({ proof: true });

/**
 * Checks a response of `api.claims(treeAddress, { ...query, proof: true })` against a node: each field of each
 * claim, and that no claim is missing, repeated or out of order.
 */
export const verifyClaims = (answer: unknown, options: VerifyClaimsOptions): Promise<Verification> =>
  checkAnswer({ answer, schema, options, getReason }, (page, context) => check(page, context, options));

const getReason = (path: string): string =>
  path === "hasDrift"
    ? "The state of the service's index is not on the network."
    : "The network does not determine the value.";

async function check(page: Claims, context: CheckContext, options: VerifyClaimsOptions): Promise<void> {
  const { treeAddress, query = {} } = options;
  const { programId, reader } = context;
  const { beneficiary } = query;
  const identity = { treeAddress, programId };
  const recordAddress =
    beneficiary === undefined ? null : findClaimRecordAddress({ ...identity, beneficiary }).address;
  const read = await reader.accounts([treeAddress, ...(recordAddress ? [recordAddress] : [])]);
  const tree = campaignOfAccount(read.accounts[0], identity);
  const record = readClaimRecord(read.accounts[1], programId);
  checkTime(page.proof.time, { context, time: read.time });
  const list = await readClaims(page, { context, options, recordAddress, tree, record });
  await checkRows(page.claims, { context, treeAddress, createdAt: tree?.createdAt ?? null, query });
  checkEventList(context, {
    ...{ path: "claims", positions: page.claims, expected: list.claims },
    ...{ isWhole: list.isWhole, reason: list.reason },
    lateAfter: isFirstPage(query) ? read.time - context.maxAge : null,
  });
  checkTotals(page, { context, query, list });
}

type Query = NonNullable<VerifyClaimsOptions["query"]>;
const isFirstPage = ({ page = 1, cursor }: Query) => page === 1 && !cursor;

/** Fields of a claim that its event determines. */
const EVENT_FIELDS = [
  ...(["beneficiary", "leafIndex", "amount"] as const),
  ...(["totalClaimedByUser", "totalClaimedOverall", "milestoneIdx"] as const),
];

const CUT = "The node's log of the transaction is cut, and the rest does not determine the value.";

type Rows = { context: CheckContext; treeAddress: string; createdAt: bigint | null; query: Query };

async function checkRows(claims: readonly Claim[], rows: Rows): Promise<void> {
  const { context, treeAddress, createdAt, query } = rows;
  const { report } = context;
  for (const [at, claim] of claims.entries()) {
    const path = `claims.${at}`;
    const event = await checkPosition(context, {
      ...{ path, position: claim, treeAddress, createdAt },
      others: [...EVENT_FIELDS, "blockTime", "reconstructed"],
      isKind: ({ name }) => name === "Claimed",
    });
    if (event?.name === "Claimed") checkRow(event, { context, path });
    if (query.beneficiary !== undefined && claim.beneficiary !== query.beneficiary)
      report.reject(`${path}.beneficiary`, query.beneficiary, "The claim is of another recipient.");
    if (query.fromSlot !== undefined && BigInt(claim.slot) < BigInt(query.fromSlot))
      report.reject(`${path}.slot`, undefined, "The claim is older than the requested slot.");
  }
}

function checkRow(
  event: ClaimEvent,
  { context: { report }, path }: { context: CheckContext; path: string },
): void {
  for (const name of EVENT_FIELDS)
    report.compare(`${path}.${name}`, event.derived.includes(name) ? undefined : event.data[name], CUT);
  report.compare(
    `${path}.blockTime`,
    event.blockTime ?? undefined,
    "The node does not state the block time.",
  );
  const excuse = "Nodes differ in the logs that they keep.";
  report.compare(`${path}.reconstructed`, event.isReconstructed, undefined, excuse);
}

type ClaimList = Pick<History, "isWhole" | "reason"> & { claims: ClaimEvent[]; isLastPage: boolean };
type ClaimListCheck = {
  context: CheckContext;
  options: VerifyClaimsOptions;
  recordAddress: string | null;
  tree: VestingTree | null;
  record: ClaimRecord | null;
};

/** Reads the claims that the network has between the ends of a page. */
async function readClaims(page: Claims, list: ClaimListCheck): Promise<ClaimList> {
  const { context, options, recordAddress, tree } = list;
  const { treeAddress, query = {} } = options;
  const { beneficiary, fromSlot } = query;
  const isLastPage = page.nextCursor === null;
  const [first, last] = [page.claims[0], page.claims.at(-1)];
  // Only a page of claims says where it lies in the list.
  if (!first && !isFirstPage(query))
    return { claims: [], isWhole: false, isLastPage, reason: "An empty page has no position in the list." };
  const history = await readHistory({
    ...{ reader: context.reader, treeAddress, address: recordAddress ?? treeAddress },
    before: isFirstPage(query) ? undefined : first?.signature,
    until: isLastPage ? undefined : last?.signature,
    isLast: ({ name }) => name === "CampaignCreated",
    isBeyond: ({ slot, blockTime }) =>
      (fromSlot !== undefined && slot < BigInt(fromSlot)) ||
      (tree !== null && blockTime !== null && blockTime < tree.createdAt),
  });
  const claims = history.events.filter(
    (event): event is ClaimEvent =>
      event.name === "Claimed" && (beneficiary === undefined || event.data.beneficiary === beneficiary),
  );
  const hasStart = history.events.at(-1)?.name === "CampaignCreated";
  const isWhole =
    history.isWhole && isComplete(claims, { ...list, page, hasStart, settlement: settledIn(history) });
  return { claims, isWhole, isLastPage, reason: history.reason || "The node does not list every claim." };
}

/** Returns the amount that the cancellation of a stream paid; 0 if none is among the events. */
const settledIn = ({ events }: History): bigint =>
  events.reduce(
    (sum, event) => sum + (event.name === "StreamCancelled" ? event.data.amountToBeneficiary : 0n),
    0n,
  );

/** Compares the node's list with its accounts and with the page: a node without history lists nothing. */
function isComplete(
  claims: readonly ClaimEvent[],
  list: ClaimListCheck & { page: Claims; hasStart: boolean; settlement: bigint },
): boolean {
  const { options, tree, record, page, settlement } = list;
  const { query = {} } = options;
  const ends = [page.claims[0]?.signature, page.claims.at(-1)?.signature];
  const keys = new Set(claims.map(getKey));
  const hasPage = page.claims.every(
    (claim) => ends.includes(claim.signature) || keys.has(getKey({ ...claim, index: claim.eventIndex })),
  );
  if (!hasPage || !isFirstPage(query) || query.fromSlot !== undefined) return hasPage;
  if (query.beneficiary !== undefined)
    return isListed(claims, { record, mint: tree?.mint ?? NATIVE_MINT, settlement });
  if (!tree) return list.hasStart;
  const total = claims[0]?.data.totalClaimedOverall ?? 0n;
  // A claim after the settlement of a stream counts it too.
  return [total, total + settlement].includes(tree.totalClaimed);
}

type TotalsCheck = { context: CheckContext; query: Query; list: ClaimList };

function checkTotals(page: Claims, { context: { report }, query, list }: TotalsCheck): void {
  const keys = new Set(page.claims.map((claim) => getKey({ ...claim, index: claim.eventIndex })));
  const isWholeList = isFirstPage(query) && list.isLastPage && list.isWhole;
  const isKnown = isWholeList && list.claims.every((claim) => keys.has(getKey(claim)));
  report.compare(
    "total",
    isKnown ? list.claims.length : undefined,
    "It counts claims that are not on this page.",
  );
  if (list.isLastPage && list.isWhole) report.accept("nextCursor");
  else report.skip("nextCursor", "A cursor belongs to the service.");
}
