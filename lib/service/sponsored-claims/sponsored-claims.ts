import { createHash } from "node:crypto";
import bs58 from "bs58";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import {
  reserveQuota,
  type SponsorLimits,
  SponsorQuotaExceededError,
  selectOpenClaim,
  selectReserved,
  selectSponsorUse,
  settleSponsoredClaims,
  storeSponsored,
  type UsedQuota,
} from "@/db/queries/sponsor";
import type { SponsorshipView } from "@/lib/contract/solana-action";
import { ApiError, isApiError, notFound } from "@/lib/core/errors";
import { payoutAccount, type SendablePlan } from "@/lib/core/plans/plan";
import { missingClaimRent } from "@/lib/core/plans/sponsored-claim";
import { decimalText } from "@/lib/core/recipients/number-text";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import {
  readTransaction,
  signTransaction,
  splitMessage,
} from "@/lib/core/solana/transaction/wire-transaction";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import type { Env } from "@/lib/service/env";
import { consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import { countSponsored } from "@/lib/service/metrics/count";
import type { Services } from "@/lib/service/services";
import { SignerFailedError, type Sponsor } from "@/lib/service/sponsor/signer";
import { requireOwnClaim } from "./own-claim";
import { settleReservations } from "./settle-reservations";
import { sponsorDay } from "./sponsor-day";

const SOL_DECIMALS = 9;
/** A signed transaction with fewer blocks left, about twelve seconds, is not returned again. */
const MIN_BLOCKS_LEFT = 30n;
/** Blocks in which a transaction can land after its blockhash. */
const BLOCKHASH_BLOCKS = 150n;

type Campaign = { treeAddress: string; creator: string };

const sponsorLimits = (env: Env): SponsorLimits => ({
  walletClaims: env.SPONSOR_WALLET_CLAIMS,
  walletLamports: env.SPONSOR_WALLET_SOL,
  dayLamports: env.SPONSOR_DAY_SOL,
});

/** Returns the sponsor of a campaign's claims; null if this service pays no fees of that campaign. */
export function getSponsor(
  { sponsor, env }: Pick<Services, "sponsor" | "env">,
  campaign: Campaign,
): Sponsor | null {
  const covered = env.SPONSOR_CAMPAIGNS ?? [];
  return sponsor && (covered.includes(campaign.treeAddress) || covered.includes(campaign.creator))
    ? sponsor
    : null;
}

/**
 * Returns the sponsor for a claim of a wallet, whatever its budgets.
 * @throws NOT_SPONSORED
 */
export function requireSponsor(
  services: Pick<Services, "sponsor" | "env">,
  campaign: Campaign,
  wallet: string,
): Sponsor {
  const sponsor = getSponsor(services, campaign);
  // The sponsor's signature must not also authorize its own claim.
  if (!sponsor || sponsor.address === wallet) {
    throw notSponsored("This service does not pay the fee of claims from this campaign.");
  }
  return sponsor;
}

/** Returns the exhausted budget that prevents another claim of a wallet; null if there is none. */
async function findExhaustedQuota(services: Services, wallet: string): Promise<UsedQuota | null> {
  await settleReservations(services);
  const { db, env } = services;
  const [day, limits] = [sponsorDay(services), sponsorLimits(env)];
  const [own, all] = await Promise.all([
    selectSponsorUse(db, { day, wallet }),
    selectSponsorUse(db, { day }),
  ]);
  if (own.claims >= limits.walletClaims || own.lamports >= limits.walletLamports) return "wallet";
  return all.lamports >= limits.dayLamports ? "day" : null;
}

/** @throws SPONSOR_QUOTA_USED if no further claim of a wallet fits in the budgets */
export async function requireQuota(services: Services, wallet: string): Promise<void> {
  const used = await findExhaustedQuota(services, wallet);
  if (used) throw quotaUsed(used);
}

/** Returns whether the sponsor would pay a claim of a wallet now, and the reason if it would not. */
export async function readSponsorship(
  services: Services,
  { treeAddress, account }: { treeAddress: string; account: string },
): Promise<SponsorshipView> {
  const campaign = await selectCampaign(services.reads, { treeAddress });
  if (!campaign) throw notFound("campaign");
  try {
    const { address } = requireSponsor(services, campaign, account);
    const used = await findExhaustedQuota(services, account);
    if (used && !(await hasSigned(services, { treeAddress, wallet: account }))) throw quotaUsed(used);
    const rent = await readMissingRent(services, { ...campaign, account });
    const rentLamports = rent.toString();
    return { available: true, feePayer: address, rentLamports, code: null, message: null };
  } catch (error) {
    if (!isApiError(error) || (error.code !== "NOT_SPONSORED" && error.code !== "SPONSOR_QUOTA_USED"))
      throw error;
    const { code, message } = error;
    return { available: false, feePayer: null, rentLamports: "0", code, message };
  }
}

/** Returns whether the sponsor has signed a claim of a wallet that a repeated request would return. */
async function hasSigned(
  services: Services,
  claim: Pick<SponsoredClaim, "wallet" | "treeAddress">,
): Promise<boolean> {
  if (!services.syncChain) return false;
  const { lastValidBlockHeight } = await services.syncChain.getLatestBlockhash(REQUEST_DEADLINE);
  return (
    (await findSigned(services, { ...claim, lastValidBlockHeight: Number(lastValidBlockHeight) })) !== null
  );
}

/** Returns the rent in lamports that the sponsor would give a wallet for its claim. */
async function readMissingRent(
  { env, syncChain: chain }: Services,
  input: { treeAddress: string; mint: string; account: string },
): Promise<bigint> {
  if (env.SPONSOR_RENT === "off" || !chain) return 0n;
  const { account: beneficiary, treeAddress } = input;
  const record = { treeAddress, beneficiary, programId: env.VESTING_PROGRAM_ID };
  const payout = payoutAccount(input, beneficiary);
  const requested = [findClaimRecordAddress(record).address, payout ?? beneficiary];
  const { accounts } = await chain.getAccounts(requested, REQUEST_DEADLINE);
  return missingClaimRent({
    record: Boolean(accounts[0]),
    tokenAccount: payout === null || Boolean(accounts[1]),
  });
}

export const notSponsored = (reason: string) =>
  new ApiError("NOT_SPONSORED", `${reason} Pay the fee yourself: request the claim without the sponsor.`);

const USED = {
  wallet: {
    reason: "The team pays only a few claims of a wallet per day, and this wallet has used them.",
    until: "after 00:00 UTC",
  },
  day: { reason: "The team's budget for fees is used up for today.", until: "after 00:00 UTC" },
  network: {
    reason: "Your network has used its share of the team's budget for fees.",
    until: "in ten minutes",
  },
} as const satisfies Record<UsedQuota | "network", object>;

function quotaUsed(quota: keyof typeof USED): ApiError {
  countSponsored("quota");
  const { reason, until } = USED[quota];
  return new ApiError("SPONSOR_QUOTA_USED", `${reason} Pay the fee yourself, or try again ${until}.`);
}

export function sponsorUnavailable(): ApiError {
  return new ApiError(
    "SPONSOR_UNAVAILABLE",
    "The team's account cannot pay fees at the moment. Pay the fee yourself, or try again later.",
  );
}

/** A claim to sponsor: `content` are its claims without compute budget, `lamports` the most that it costs. */
export type SponsoredClaim = {
  wallet: string;
  treeAddress: string;
  content: string;
  lamports: bigint;
  rent: bigint;
  wire: Uint8Array;
  lastValidBlockHeight: number;
};

/** A partially signed claim in base64. */
export type SignedClaim = { transaction: string; lamports: bigint; lastValidBlockHeight: number };

/** Identifies the fee payer and the instructions of a plan, and the state that they are for. */
export const getContent = ({ feePayer, instructions }: SendablePlan, state: string): string => {
  const hash = createHash("sha256").update(`${feePayer} ${state}`);
  for (const { programId, keys, data } of instructions) {
    hash.update(programId.toBytes());
    for (const { pubkey } of keys) hash.update(pubkey.toBytes());
    hash.update(data);
  }
  return hash.digest("hex");
};

/**
 * Returns the transaction that the sponsor has signed for the same claim, or for any claim if `content` is absent, while
 * enough time is left to send it. Repeated requests so use the budget once.
 */
export async function findSigned(
  { db }: Pick<Services, "db">,
  claim: Pick<SponsoredClaim, "wallet" | "treeAddress" | "lastValidBlockHeight"> & { content?: string },
): Promise<SignedClaim | null> {
  const { lastValidBlockHeight: newest, ...rest } = claim;
  const aliveAt = BigInt(newest) - BLOCKHASH_BLOCKS + MIN_BLOCKS_LEFT;
  const found = await selectOpenClaim(db, { ...rest, aliveAt });
  return found && { ...found, lastValidBlockHeight: Number(found.lastValidBlockHeight) };
}

/** Reservations of one network within this time, in seconds, use at most a tenth of the day's budget. */
const NETWORK_WINDOW_SECONDS = 600;
const NETWORK_SHARES = 10n;

/**
 * Counts a reservation against the share of the client's network, because a claim is built without a proof of its wallet.
 * @throws SPONSOR_QUOTA_USED
 */
async function consumeShare(services: Services, request: Request, lamports: bigint): Promise<void> {
  const { SPONSOR_DAY_SOL: day, SPONSOR_WALLET_SOL: wallet } = services.env;
  const share = day / NETWORK_SHARES;
  await consumeNetworkShare(services, request, {
    name: "fees of sponsored claims",
    // A wallet can use its own budget at once.
    limit: Number(share > wallet ? share : wallet),
    windowSeconds: NETWORK_WINDOW_SECONDS,
    points: Number(lamports),
  }).catch((error: unknown) => {
    throw isApiError(error) && error.code === "RATE_LIMITED" ? quotaUsed("network") : error;
  });
}

/**
 * Reserves the budget of a claim that this service built and simulated, and signs it. A failed signature releases the
 * reservation at once.
 * @throws NOT_SPONSORED, SPONSOR_QUOTA_USED or SPONSOR_UNAVAILABLE
 */
export async function signSponsored(
  services: Services,
  sponsor: Sponsor,
  { request, ...claim }: SponsoredClaim & { request: Request },
): Promise<SignedClaim> {
  const { db, env, log, now } = services;
  const { wire, rent, wallet, treeAddress, lamports, content, lastValidBlockHeight } = claim;
  requireOwnClaim(wire, { sponsor: sponsor.address, wallet, rent, programId: env.VESTING_PROGRAM_ID });
  if (lamports > env.SPONSOR_CLAIM_SOL) {
    const sol = (amount: bigint) => `${decimalText(amount, SOL_DECIMALS)} SOL`;
    throw notSponsored(
      `This claim costs ${sol(lamports)}, and the team pays at most ${sol(env.SPONSOR_CLAIM_SOL)}.`,
    );
  }
  await consumeShare(services, request, lamports);
  const reservation = {
    ...{ day: sponsorDay(services), wallet, treeAddress, lamports, content, createdAt: now() },
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  };
  const id = await reserveQuota(db, reservation, sponsorLimits(env)).catch((error: unknown) => {
    throw error instanceof SponsorQuotaExceededError ? quotaUsed(error.quota) : error;
  });
  try {
    const { message } = splitMessage(readTransaction(wire));
    const signature = await sponsor.sign(message);
    const signed = signTransaction(wire, bs58.decode(sponsor.address), () => signature);
    const transaction = Buffer.from(signed).toString("base64");
    await storeSponsored(db, { id, signature: bs58.encode(signature), transaction });
    countSponsored("signed");
    return { transaction, lamports, lastValidBlockHeight };
  } catch (error) {
    await settleSponsoredClaims(db, { paid: [], released: [id] });
    if (!(error instanceof SignerFailedError)) throw error;
    countSponsored("failed");
    log.error({ problem: error.message }, "sponsor: a claim could not be signed");
    throw sponsorUnavailable();
  }
}

/** The use of the day's budget in lamports; `paid` excludes open reservations of any day. */
export type SponsorFigures = { paid: bigint; reserved: bigint; limit: bigint; claims: number };

/** Returns the use of today's budget. */
export async function readSponsorFigures(services: Services): Promise<SponsorFigures> {
  const { db, env } = services;
  const [{ lamports, claims }, open] = await Promise.all([
    selectSponsorUse(db, { day: sponsorDay(services) }),
    selectReserved(db),
  ]);
  const reserved = open < lamports ? open : lamports;
  return { paid: lamports - reserved, reserved, limit: env.SPONSOR_DAY_SOL, claims };
}

/** Returns whether the sponsor can pay another claim: its budget of the day has room, and its account has SOL. */
export async function readSponsorState(
  services: Services,
): Promise<"ready" | "quota-used" | "no-sol" | undefined> {
  const { sponsor, env, chain } = services;
  if (!sponsor) return undefined;
  const { paid, reserved, limit } = await readSponsorFigures(services);
  if (paid + reserved >= limit) return "quota-used";
  const found = await chain?.getAccounts([sponsor.address], REQUEST_DEADLINE);
  const lamports = found?.accounts[0]?.lamports ?? 0n;
  return lamports < env.SPONSOR_CLAIM_SOL ? "no-sol" : "ready";
}
