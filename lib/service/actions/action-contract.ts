import * as z from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { builtTransaction } from "@/lib/contract/operations";
import { address, flag, i64, priorityFee, transactionVersions, treeParams } from "@/lib/contract/parameters";
import type { ErrorCode } from "@/lib/core/errors";
import { ApiError, notFound } from "@/lib/core/errors";
import { validationError } from "@/lib/core/validation";
import type { CodedRefusal } from "@/lib/core/vesting/refusals";
import type { Services } from "@/lib/service/services";

/** The encoding of an action's transaction, and whether it is simulated first. */
const query = z.object({
  encoding: z.enum(["base64", "base58"]).default("base64").describe("encoding of the transaction"),
  simulate: flag.default(false).describe("also simulates the transaction on the network, without sending it"),
});

const ERRORS = ["NOT_FOUND", "FORBIDDEN", "LEDGER_UNAVAILABLE"] as const satisfies readonly ErrorCode[];

/**
 * Returns the contract that all actions share, with the error codes of the individual action. Source: spec
 * 4.2.
 */
export const actionContract = (...refusals: (CodedRefusal["code"] | "CONFLICT")[]) =>
  ({
    params: treeParams,
    query,
    response: builtTransaction,
    auth: "wallet",
    errors: [...ERRORS, ...refusals],
  }) as const;

const u8 = z.int("must be a whole number from 0 to 255").min(0).max(255);

const MAX_MEMO_LENGTH = 200;

const squads = z
  .object({
    multisig: address.describe("the Squads v4 multisig, base58; not the address of its vault"),
    vaultIndex: u8.default(0).describe("index of the vault; 0 by default"),
    memo: z
      .string()
      .min(1)
      .max(MAX_MEMO_LENGTH)
      .nullish()
      .describe("text for the other members, in the proposing transaction"),
  })
  .meta({ id: "SquadsOptions" })
  .nullish()
  .describe(
    "proposes the action to a multisig, as one of its vaults: the signer of the request is a member, who signs and pays",
  );
export type SquadsOptions = NonNullable<z.output<typeof squads>>;

/** The body of an action without parameters: the stored campaign provides all other values. */
export const transactionOptions = z
  .object({ priorityFee, transactionVersions, squads })
  .meta({ id: "TransactionOptions" })
  .optional();
export type TransactionOptions = z.output<typeof transactionOptions>;

const tokenAccount = (owner: string) =>
  address.nullish().describe(`the ${owner}'s associated token account; any other account is rejected`);

/** The body of an action that pays the creator. */
export const creatorOverrides = z
  .object({ creatorAta: tokenAccount("creator"), priorityFee, transactionVersions, squads })
  .meta({ id: "CreatorOverrides" })
  .optional();
export type CreatorOverrides = z.output<typeof creatorOverrides>;

const releaseType = z.literal([0, 1, 2], "must be 0 (cliff), 1 (linear) or 2 (milestone)");

/** The body of cancel-stream. Its fields match the stored leaf, or replace a leaf that is not stored yet. */
export const streamOverrides = z
  .object({
    creatorAta: tokenAccount("creator"),
    beneficiaryAta: tokenAccount("beneficiary"),
    beneficiary: address
      .nullish()
      .describe("the recipient, base58; required for a leaf that is not stored yet"),
    withdrawArgs: z
      .object({
        releaseType: releaseType.describe("0 cliff, 1 linear, 2 milestone"),
        startTime: i64.describe("start of vesting; unix seconds"),
        cliffTime: i64.describe("time before which nothing can be claimed; unix seconds"),
        endTime: i64.describe("time when the whole amount has vested; unix seconds"),
        milestoneIdx: u8.describe("number of the milestone for a milestone leaf; otherwise 0"),
      })
      .meta({ id: "StreamTerms" })
      .nullish()
      .describe("the other fields of that leaf"),
    priorityFee,
    transactionVersions,
    squads,
  })
  .meta({ id: "StreamOverrides" })
  .optional();
export type StreamOverrides = z.output<typeof streamOverrides>;

/** The parsed request that an action's handler receives. */
export type ActionInput<Body = TransactionOptions, Params = { treeAddress: string }> = {
  params: Params;
  query: z.output<typeof query>;
  body: Body;
  /** The wallet or vault that acts. */
  wallet: string;
  services: Services;
};

/**
 * A value from the body and its expected value; null if the campaign does not use the field, such as a token
 * account for native SOL.
 */
type Override = { path: string; given: string | null | undefined; expected: string | null };

/** Rejects a body whose values differ from those of the stored campaign. */
export function checkOverrides(overrides: readonly Override[]): void {
  const errors = overrides.filter(({ given, expected }) => given != null && given !== expected);
  if (errors.length === 0) return;
  throw validationError(
    errors.map(({ path, expected }) => ({
      path,
      message: expected === null ? "must be omitted for a native SOL campaign" : `must be ${expected}`,
    })),
  );
}

/**
 * Returns the campaign of an action.
 * @throws NOT_FOUND if the campaign is unknown
 * @throws FORBIDDEN if the wallet or vault is not the campaign's cancel authority
 */
export async function getControlledCampaignOrThrow({
  params,
  wallet,
  services,
  isVault,
}: Pick<ActionInput, "params" | "wallet" | "services"> & { isVault: boolean }) {
  const campaign = await selectCampaign(services.db, params);
  if (!campaign) throw notFound("campaign");
  if (campaign.cancelAuthority === null) {
    throw new ApiError("FORBIDDEN", "This campaign has no cancel authority, so this action is not possible.");
  }
  if (campaign.cancelAuthority !== wallet) {
    throw new ApiError(
      "FORBIDDEN",
      isVault
        ? `Only the campaign's cancel authority can do this, and vault ${wallet} is not it. Check squads.multisig and squads.vaultIndex.`
        : "Only the campaign's cancel authority can do this. Sign in with that wallet.",
    );
  }
  return campaign;
}

export type ControlledCampaign = Awaited<ReturnType<typeof getControlledCampaignOrThrow>>;
