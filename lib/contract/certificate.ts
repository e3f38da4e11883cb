import * as z from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { canonicalJson } from "@/lib/core/text/canonical-json";
import { baseUnits, count, integerText, unixSeconds } from "./field-schemas";
import { programView } from "./program";

/** Failures and dates that one certificate lists. */
export const MAX_LISTED_FAILURES = 20;
const MAX_LISTED_DATES = 100;

const key = (what: string) =>
  z.string().max(44).refine(isAddress, "must be a base58 address").describe(`${what}, base58`);
const hex = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe(`${what}, in lower-case hex`);
const taken = (how: string) =>
  baseUnits(`amount that ${how} on this date; null if the program refuses it`).nullable();

const failure = z
  .object({
    time: unixSeconds("the date on which the claim fails"),
    leafIndex: count("leaf index, from 0"),
    beneficiary: key("the recipient"),
    due: baseUnits("amount that the leaf could claim"),
    missing: baseUnits("part of it that the campaign cannot pay"),
    reason: z.string().max(100).describe("name of the program’s error, or of the defect of the leaf"),
  })
  .meta({ id: "CertificateFailure" });

const date = z
  .object({
    time: unixSeconds("the date"),
    due: baseUnits("amount that became due since the previous date"),
    paid: baseUnits("amount that was paid on this date"),
    held: baseUnits("balance for claims after these payments"),
    takes: z
      .object({
        instantRefund: taken("the creator receives with an instant refund"),
        cancelStream: taken("the creator receives by cancelling the stream"),
        cancelCampaign: taken(
          "the creator receives after the grace period if the cancel authority cancels the campaign",
        ),
        updateRoot: taken("the cancel authority can assign to other recipients"),
        withdrawUnvested: taken(
          "the creator can withdraw from the cancelled campaign after its grace period",
        ),
      })
      .describe("amounts that the authorities could take after these payments, each on its own"),
  })
  .meta({ id: "CertificateDate" });

const ASSUMPTIONS = [
  "milestones_released_at_cliff",
  "milestones_never_released",
  "pause_ends_at_once",
  "sampled",
  "claimed_outside_list",
] as const;

/** The result of letting every leaf claim on a copy of the campaign. Amounts are in base units. */
export const certificateBody = z
  .object({
    treeAddress: key("the campaign’s account"),
    genesis: key("genesis hash of the network"),
    program: programView.describe("the program that was executed, as deployed on the network"),
    slot: integerText.describe("slot of the copied accounts; u64 as a decimal string"),
    time: unixSeconds("time of that slot"),
    issuedAt: z.iso.datetime().describe("when the certificate was made; ISO 8601"),
    merkleRoot: hex("root of the leaves"),
    leafCount: count("leaves of the campaign"),
    executedLeaves: count("leaves whose claims were executed; the others were calculated"),
    mint: key("the token’s mint"),
    decimals: count("decimals of the token"),
    creator: key("the creator"),
    cancelAuthority: key("wallet that can cancel and change the recipients").nullable(),
    pauseAuthority: key("wallet that can stop claims").nullable(),
    freezeAuthority: key("wallet that can freeze the vault’s tokens").nullable(),
    totalSupply: baseUnits("total supply of the campaign"),
    totalClaimed: baseUnits("amount claimed before"),
    held: baseUnits("balance for claims before"),
    result: z
      .enum(["paid", "fails"])
      .describe("paid: every leaf received exactly its vested and unclaimed amount on every date"),
    due: baseUnits("amount due until the last date"),
    paid: baseUnits("amount paid until the last date"),
    rest: baseUnits("balance after the last date, which no leaf can claim"),
    shortfall: z
      .object({
        time: unixSeconds("first second at which more is due than the campaign can pay"),
        missing: baseUnits("amount missing at the end"),
      })
      .nullable()
      .describe("calculated over all leaves; null if the campaign can pay everything"),
    failures: z.array(failure).max(MAX_LISTED_FAILURES).describe("the first failures"),
    failureCount: count("leaves that were not paid exactly"),
    assumptions: z.array(z.enum(ASSUMPTIONS)).describe("assumptions about later events"),
    dates: z
      .array(date)
      .min(1)
      .max(MAX_LISTED_DATES)
      .describe(
        "the executed dates in order: the first unlock, the shortfall, the end and dates between them",
      ),
    datesOmitted: count("unlock dates that were left out"),
  })
  .meta({ id: "CertificateBody" });
export type CertificateBody = z.infer<typeof certificateBody>;
export type CertificateDate = CertificateBody["dates"][number];
export type CertificateFailure = CertificateBody["failures"][number];
export type Assumption = (typeof ASSUMPTIONS)[number];

export const CERTIFICATE_FORMAT = "vesting-index-certificate/1";

/** A solvency certificate of a campaign, as the command `certify` writes it. */
export const certificateView = z
  .object({
    format: z.literal(CERTIFICATE_FORMAT).describe("name and version of the format"),
    certificate: certificateBody.describe("the signed content"),
    signature: z
      .object({
        signer: key("the signer’s ed25519 public key"),
        signature: z
          .string()
          .max(88)
          .describe("base58 ed25519 signature of the format’s name, a line feed and the canonical JSON"),
      })
      .nullable()
      .describe("null if the certificate is not signed"),
  })
  .meta({ id: "Certificate" });
export type CertificateView = z.infer<typeof certificateView>;

/**
 * Returns the signed bytes of a certificate: the format's name, a line feed, and the JSON with sorted keys and without
 * whitespace. No Solana message begins with these characters.
 */
export const certificateMessage = (body: CertificateBody): Uint8Array =>
  new TextEncoder().encode(`${CERTIFICATE_FORMAT}\n${canonicalJson(body)}`);
