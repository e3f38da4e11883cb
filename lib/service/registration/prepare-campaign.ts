import type * as z from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { hasRootVersion } from "@/db/queries/campaigns/current-version";
import { selectCurrentLeaves, selectPayouts, type VersionLeaves } from "@/db/queries/campaigns/payouts";
import { ApiError, notFound } from "@/lib/core/errors";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import type { MerkleTree } from "@/lib/core/merkle/tree";
import { isLost, unusualSentence } from "@/lib/core/recipients/recipient-accounts";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { validationError } from "@/lib/core/validation";
import { decideAction } from "@/lib/core/vesting/decide-action";
import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";
import type { RotationPlan } from "@/lib/core/vesting/rotation/plan-rotation";
import { refuseImpossible } from "@/lib/service/actions/refuse-impossible";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import { type Bytes, packLeaves, packPayouts } from "@/lib/service/registration/worker-jobs/packed-leaves";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";
import type { Services } from "@/lib/service/services";
import { type CheckedAccounts, checkAccounts } from "./account-checks";
import { type FieldError, MAX_ERRORS } from "./leaf-reader";
import { refuseLeafErrors } from "./leaves";
import type { prepareBody } from "./schemas";

type PreparedCampaign = {
  head: Record<string, unknown>;
  prepared: { leaves: Bytes; tree: MerkleTree };
};

/**
 * Validates the recipients and their accounts on the network, builds their tree, and derives the campaign's
 * address. Stores nothing. Source: spec 4.1.
 */
export async function prepareCampaign(
  { chain, env }: Pick<Services, "chain" | "env">,
  body: z.output<typeof prepareBody>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<PreparedCampaign> {
  const programId = env.VESTING_PROGRAM_ID;
  const { warnings, lookup, ...prepared } = await runWorkerJob(
    "prepare",
    { list: body.recipients, errors: findAuthorityErrors(body), mint: body.mint, programId },
    { signal },
  );
  const { creator, mint, campaignId } = body;
  const accounts = await checkAccounts(chain, { ...lookup, mint }, signal);
  const { lost, doubtful } = unusualRecipients(lookup, accounts);
  if (lost.length > 0) throw validationError(lost.slice(0, MAX_ERRORS).map(toFieldError));
  const isNamed = creator !== undefined && mint !== undefined && campaignId !== undefined;
  const head = {
    merkleRoot: prepared.tree.root,
    leafCount: prepared.tree.leafCount,
    totalSupply: prepared.totalSupply,
    minCliffTime: prepared.minCliffTime,
    treeAddress: isNamed ? findVestingTreeAddress({ creator, mint, campaignId, programId }).address : null,
    warnings: [...warnings, ...doubtful, ...accounts.warnings],
  };
  return { head, prepared };
}

/**
 * Returns recipients that are not wallets: errors for those that can never claim, and warnings for the
 * others.
 */
function unusualRecipients(
  { addresses, paths }: { addresses: readonly string[]; paths: readonly (readonly string[])[] },
  { unusual }: CheckedAccounts,
) {
  const lost: (FieldError & { address: string })[] = [];
  const doubtful: string[] = [];
  for (const [at, address] of addresses.entries()) {
    const found = unusual.get(address);
    if (!found) continue;
    const message = unusualSentence(found);
    for (const path of paths[at] ?? []) {
      if (isLost(found)) lost.push({ path, message, address });
      else doubtful.push(`${path}: ${message}`);
    }
  }
  return { lost, doubtful: doubtful.slice(0, MAX_ERRORS) };
}

const toFieldError = ({ path, message }: FieldError): FieldError => ({ path, message });

const findAuthorityErrors = ({ cancellable, cancelAuthority }: z.output<typeof prepareBody>) =>
  cancellable && !cancelAuthority
    ? [{ path: "cancelAuthority", message: "is required for a cancellable campaign" }]
    : [];

type Campaign = NonNullable<Awaited<ReturnType<typeof selectCampaign>>>;

/**
 * Builds the tree that replaces the leaves of a registered campaign. Remaining recipients keep their leaf
 * index, and removed recipients keep the amounts that they claimed. Rejects lists that would pay twice, give
 * less than was claimed, or exceed the supply. Also rejects an index that lags behind the network, because
 * claims that are not indexed yet would not be counted.
 */
export async function prepareRotation(
  { db, chain, env, now }: Pick<Services, "db" | "chain" | "env" | "now">,
  body: z.output<typeof prepareBody> & { treeAddress: string },
  { signal }: { signal?: AbortSignal } = {},
): Promise<PreparedCampaign> {
  const { treeAddress, recipients: list } = body;
  refuseLeafErrors(list);
  const campaign = await selectCampaign(db, { treeAddress });
  if (!campaign) throw notFound("campaign");
  refuseImpossible(decideAction("rotate", campaign, { now: now() }));
  await refuseOutdated({ db, chain }, campaign);
  const [current, payouts] = await Promise.all([
    selectCurrentLeaves(db, { campaignRowId: campaign.id }),
    readPayouts(db, campaign.id),
  ]);
  // The root may have changed since the first read.
  if (current?.merkleRoot !== campaign.merkleRoot) throw unknownLeaves();
  const { totalSupply, mint } = campaign;
  const own = { mint, programId: env.VESTING_PROGRAM_ID };
  const input = { list, current: await packStored(current), payouts: payouts.packed, totalSupply, own };
  const { plan, raised, warnings, lookup, ...prepared } = await runWorkerJob("rotate", input, { signal });
  const accounts = await checkAccounts(chain, { ...lookup, mint }, signal);
  const { lost, doubtful } = unusualRecipients(lookup, accounts);
  const refused = lost.filter(({ address }) => raised.has(address));
  if (refused.length > 0) throw validationError(refused.slice(0, MAX_ERRORS).map(toFieldError));
  const unusual = [...lost.map(({ path, message }) => `${path}: ${message}`), ...doubtful];
  const head = {
    merkleRoot: prepared.tree.root,
    leafCount: prepared.tree.leafCount,
    totalSupply,
    minCliffTime: prepared.minCliffTime,
    treeAddress,
    rotation: rotationFacts(plan, { campaign, paid: payouts.total }),
    warnings: [
      ...warnings,
      ...unusual.slice(0, MAX_ERRORS),
      ...accounts.warnings,
      ...lostClaims(campaign.totalClaimed - payouts.total),
    ],
  };
  return { head, prepared };
}

/** Rejects a campaign with unknown leaves, or whose index lags, before its leaves and payouts are read. */
async function refuseOutdated({ db, chain }: Pick<Services, "db" | "chain">, campaign: Campaign) {
  const { id: campaignRowId, treeAddress, merkleRoot, totalClaimed } = campaign;
  if (!(await hasRootVersion(db, { campaignRowId, merkleRoot }))) throw unknownLeaves();
  const account = (await chain?.getVestingTree(treeAddress, REQUEST_DEADLINE))?.tree;
  if (account && account.merkleRoot !== merkleRoot) throw lagging();
  if (account && account.totalClaimed > totalClaimed) throw lagging();
}

const unknownLeaves = () =>
  new ApiError(
    "CONFLICT",
    "The leaves of the current on-chain root are not registered here. Record them with root-versions first.",
  );

const lagging = () =>
  new ApiError(
    "CONFLICT",
    "The network has claims or a root of this campaign that are not indexed yet. Prepare again in a moment.",
  );

/**
 * Returns the state on which the leaves were prepared, for a comparison with the account before signing, and
 * the totals of the rotation.
 */
const rotationFacts = (
  plan: Pick<RotationPlan, "allocated" | "paidToGone">,
  { campaign, paid }: { campaign: Campaign; paid: bigint },
) => ({
  previousRoot: campaign.merkleRoot,
  totalClaimed: campaign.totalClaimed > paid ? campaign.totalClaimed : paid,
  allocated: plan.allocated,
  paidToGone: plan.paidToGone,
});

const lostClaims = (amount: bigint) =>
  amount > 0n
    ? [
        `${amount} was claimed in transactions with truncated logs, so the recipients are unknown. Check the claim records of recipients that you remove or lower.`,
      ]
    : [];

type Database = Parameters<typeof selectPayouts>[0];

/** The embedded database reads this many in about ten milliseconds. */
const PAYOUTS_PER_READ = 1_000;

/** Returns all indexed payouts of a campaign, packed for a worker thread. */
export async function readPayouts(
  db: Database,
  campaignRowId: number,
): Promise<{ packed: Bytes; total: bigint }> {
  const pages: LeafList[] = [];
  let total = 0n;
  let cursor: string | undefined;
  for (;;) {
    const page = await selectPayouts(db, { campaignRowId, limit: PAYOUTS_PER_READ, cursor });
    for (const { amount } of page.payouts) total += amount;
    pages.push(packPayouts(page.payouts));
    if (!page.nextCursor) return { packed: LeafList.join(pages).bytes, total };
    cursor = page.nextCursor;
  }
}

/**
 * Packs stored leaves as the program hashes them; their release types were validated when they were stored.
 */
export const packStored = ({ leaves }: VersionLeaves): Promise<Bytes> => packLeaves(leaves.filter(isWhole));

const isWhole = (leaf: VersionLeaves["leaves"][number]): leaf is VersionLeaves["leaves"][number] & Leaf =>
  isReleaseType(leaf.releaseType);
