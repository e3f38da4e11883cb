import type * as z from "zod";
import { hasEarlierCreation } from "@/db/queries/events/creations";
import {
  countUnconfirmedLeaves,
  insertCampaign,
  type NewCampaign,
  type Registration,
  selectRegistrations,
  signRegistration,
  UNCONFIRMED_CAMPAIGN_COST,
} from "@/db/queries/registration/registration";
import type { Campaign } from "@/db/schema";
import type { Metadata } from "@/lib/contract/campaign";
import { ApiError, isApiError } from "@/lib/core/errors";
import { toJson } from "@/lib/core/text/to-json";
import { validationError } from "@/lib/core/validation";
import { hasClosed, isEarlierGeneration } from "@/lib/core/vesting/account-generation";
import { isNetworkUnavailable } from "@/lib/service/chain/errors";
import type { Services } from "@/lib/service/services";
import type { GivenLeaves } from "./leaves";
import {
  type ChainAccess,
  type Claims,
  type Confirmation,
  confirmOnNetwork,
  derivedAddress,
  type RegistrationMode,
} from "./network-check";
import type { registrationBody } from "./schemas";
import { leafBatches, type ProvedLeaves } from "./submitted-tree";
import { type SupplyWarnings, supplyWarnings } from "./supply-warnings";
import { runWorkerJob } from "./worker-jobs/run-worker-job";

/** The body of a registration without its leaves. */
type StatedCampaign = Claims & { createdAt: bigint; metadata: Metadata; creatorSigned: boolean };

/** The body of a registration, with a function that reads its leaves. */
export type StatedRegistration = Omit<z.output<typeof registrationBody>, "leaves" | "uploadId"> & {
  readLeaves: () => Promise<GivenLeaves>;
  /** Whether the campaign's creator signed the request. */
  creatorSigned: boolean;
};

type Outcome = { created: boolean; campaignRowId: number | null; verified: boolean };

/** The result of a registration. `campaignRowId` is null for a dry run of an unregistered campaign. */
export type RegistrationOutcome = Outcome & SupplyWarnings;

/**
 * Stores a campaign that was created on chain, with its leaves and proofs. Before any write, checks the
 * leaves and their proofs, then the account. Repeating a registration has no effect, also with another
 * `createdAt` or `metadata`, unless it adds the creator's signature. A different registration for the same
 * tree, or for the same creator, mint and id, is a CONFLICT, with two exceptions. Either the account confirms only the new registration, or it
 * confirms that the new registration is a later generation of the address. Applies events of the tree that
 * were indexed earlier. A dry run makes the same checks and stores nothing. Source: spec 4.5.
 */
export async function registerCampaign(
  { db, ...ledger }: Pick<Services, "db" | "chain" | "env">,
  body: StatedRegistration,
  { signal, ...mode }: RegistrationMode = { dryRun: false },
): Promise<RegistrationOutcome> {
  const { readLeaves, ipfsCid = null, metadata = null, ...facts } = body;
  const claims = { ...facts, metadata };
  const proved = await runWorkerJob("prove", { list: await readLeaves(), ...claims }, { signal });
  const warned = supplyWarnings(proved.unlocks, claims);
  const repeated = async (existing: Registration) => ({
    ...(await returnRegistered(db, existing, { ...claims, dryRun: mode.dryRun })),
    ...warned,
  });
  let confirmation: Confirmation;
  try {
    confirmation = await confirmOrExplain(db, claims, { ledger, mode });
  } catch (error) {
    const registered = await selectConfirmedBefore(db, claims, error);
    if (registered) return repeated(registered);
    throw error;
  }
  if (!confirmation) refuseEmptyLeaves(proved.emptyLeaves);
  const [existing] = await selectRegistrations(db, claims);
  const campaign = toNewCampaign(signedValues(claims, existing), { ...proved, confirmation });
  const isConfirmed = confirmation !== null || (mode.dryRun && willBeConfirmed(claims, ledger));
  const earlier = existing && (await isEarlier(existing.campaign, { claims, confirmation, ledger, mode }));
  if (existing && !earlier && !(isConfirmed && !existing.campaign.verified)) return repeated(existing);
  if (!isConfirmed)
    await refuseOverQuota(db, claims, ledger.env, claims.leafCount + UNCONFIRMED_CAMPAIGN_COST);
  if (mode.dryRun) return { created: false, campaignRowId: null, verified: campaign.verified, ...warned };
  const { unlocks } = proved;
  const supersedes = earlier ? { supersedes: existing.campaign.id } : {};
  const leaves = leafBatches(proved);
  const checkUnconfirmed = (tx: Services["db"]) => refuseOverQuota(tx, claims, ledger.env, 0);
  const stored = await insertCampaign(db, {
    ...{ campaign, ipfsCid, leaves, unlocks, ...supersedes, checkUnconfirmed },
  });
  if (stored.outcome === "exists") return repeated(stored.existing);
  return { created: true, campaignRowId: stored.campaignRowId, verified: campaign.verified, ...warned };
}

/**
 * Keeps what the creator signed for an unconfirmed registration, when a request without a signature confirms
 * it.
 */
function signedValues(claims: StatedCampaign, existing: Registration | undefined): StatedCampaign {
  const { treeAddress, creator, createdAt, metadata, creatorSigned } = existing?.campaign ?? {};
  const isOwn = treeAddress === claims.treeAddress && creator === claims.creator;
  if (claims.creatorSigned || !creatorSigned || !isOwn || existing?.campaign.verified) return claims;
  return { ...claims, createdAt: createdAt ?? claims.createdAt, metadata: metadata ?? null, creatorSigned };
}

/**
 * Returns the equal registration that the network confirmed before, if its account has since changed or closed, or
 * cannot be read: a repeated registration has no effect then either.
 */
async function selectConfirmedBefore(
  db: Services["db"],
  claims: StatedCampaign,
  error: unknown,
): Promise<Registration | undefined> {
  const isRefused = isApiError(error) && ["CONFLICT", "LEDGER_UNAVAILABLE"].includes(error.code);
  if (!isRefused && !isNetworkUnavailable(error)) return undefined;
  const [existing] = await selectRegistrations(db, claims);
  return existing?.campaign.verified && differingFields(existing, claims).length === 0 ? existing : undefined;
}

type LedgerMode = { ledger: ChainAccess; mode: RegistrationMode };

/**
 * Confirms the registration on chain. The error explains if the account is a later generation of the address
 * than the registered one.
 */
async function confirmOrExplain(
  db: Services["db"],
  claims: Claims,
  { ledger, mode }: LedgerMode,
): Promise<Confirmation> {
  try {
    return await confirmOnNetwork(claims, ledger, mode);
  } catch (error) {
    if (!isApiError(error) || error.code !== "CONFLICT") throw error;
    if (!(await hasEarlierCreation(db, claims))) throw error;
    throw new ApiError(
      "CONFLICT",
      "This campaign is an earlier generation of an address that was created again. A generation can be registered only while its account exists.",
    );
  }
}

/**
 * Returns whether the current campaign of an address is an earlier generation than the one being registered.
 */
async function isEarlier(
  existing: Campaign,
  { claims, confirmation, ledger, mode }: LedgerMode & { claims: Claims; confirmation: Confirmation },
): Promise<boolean> {
  if (!existing.verified || existing.treeAddress !== claims.treeAddress) return false;
  if (confirmation !== null) return isEarlierGeneration(existing, confirmation);
  // A dry run precedes the creation: the address is free once the account of the ended campaign is closed.
  const isFree = mode.dryRun && willBeConfirmed(claims, ledger) && hasClosed(existing);
  return isFree && (await ledger.chain?.getVestingTree(claims.treeAddress)) === null;
}

/**
 * Limits the storage for unconfirmed campaigns, which cost their creators nothing. `added` is not stored yet.
 */
async function refuseOverQuota(
  db: Services["db"],
  { creator }: Claims,
  { UNCONFIRMED_LEAVES, UNCONFIRMED_LEAVES_PER_WALLET }: Services["env"],
  added: number,
): Promise<void> {
  const { own, all } = await countUnconfirmedLeaves(db, creator);
  if (own + added <= UNCONFIRMED_LEAVES_PER_WALLET && all + added <= UNCONFIRMED_LEAVES) return;
  throw new ApiError(
    "FORBIDDEN",
    "The limit of unconfirmed campaigns is reached. Create the campaign on the network before you register it.",
  );
}

/**
 * Returns whether the network can confirm this registration after the creation, so that it replaces an
 * unconfirmed row.
 */
const willBeConfirmed = (claims: Claims, { chain, env }: ChainAccess) =>
  chain !== null && derivedAddress(claims, env) === claims.treeAddress;

/**
 * Leaves with amount 0 are intended for rotations. A campaign that was created with such a leaf is registered
 * as it is on chain.
 */
function refuseEmptyLeaves(leafIndexes: readonly number[]): void {
  const message = "The amount must be greater than zero.";
  const errors = leafIndexes.map((leafIndex) => ({ path: `leaves.${leafIndex}.amount`, message }));
  if (errors.length > 0) throw validationError(errors);
}

function toNewCampaign(
  claims: StatedCampaign,
  proved: Pick<ProvedLeaves, "minCliffTime" | "usedMilestones" | "firstTimedCliff"> & {
    confirmation: Confirmation;
  },
): NewCampaign {
  // A stream's account holds 0 for "not stated", so its one leaf determines the cliff.
  const onChain = proved.confirmation?.minCliffTime || null;
  const accountCreatedAt = proved.confirmation?.createdAt ?? null;
  return {
    ...claims,
    verified: proved.confirmation !== null,
    createdAt: accountCreatedAt ?? claims.createdAt,
    accountCreatedAt,
    minCliffTime: onChain ?? proved.minCliffTime,
    usedMilestones: proved.usedMilestones,
    firstTimedCliff: proved.firstTimedCliff,
  };
}

/**
 * Fields that may differ in a repeated registration: the registrant states them, and the account's creation time
 * replaces the stated one. The first registration's values stay until they are corrected.
 */
const UNPROVED: ReadonlySet<keyof StatedCampaign> = new Set(["createdAt", "metadata", "creatorSigned"]);

/** Returns the registered campaign. The creator's signature completes a registration without one. */
async function returnRegistered(
  db: Services["db"],
  existing: Registration,
  { dryRun, ...claims }: StatedCampaign & { dryRun: boolean },
): Promise<Outcome> {
  const same = sameOrConflict(existing, claims);
  const { id, creatorSigned } = existing.campaign;
  if (claims.creatorSigned && !creatorSigned && !dryRun) await signRegistration(db, { ...claims, id });
  return same;
}

function sameOrConflict(existing: Registration, claims: StatedCampaign): Outcome {
  const { campaign } = existing;
  const differing = differingFields(existing, claims);
  if (differing.length === 0)
    return { created: false, campaignRowId: campaign.id, verified: campaign.verified };
  throw new ApiError(
    "CONFLICT",
    `This campaign is already registered with a different ${differing.join(", ")}.`,
    differing.map((path) => ({ path, message: "Differs from the registered campaign." })),
  );
}

function differingFields({ campaign, registeredRoot }: Registration, claims: StatedCampaign) {
  const stored = { ...campaign, merkleRoot: registeredRoot, leafCount: claims.leafCount };
  return (Object.keys(claims) as (keyof StatedCampaign)[]).filter(
    (name) => !UNPROVED.has(name) && toJson(stored[name]) !== toJson(claims[name]),
  );
}
