import * as z from "zod";
import { PRIORITY_LEVELS } from "@/lib/core/plans/priority-choices";
import { addressText, baseUnits, count, done, integerText, rootText, unixSeconds } from "./field-schemas";
import { findingView } from "./finding";
import { leafItem, leafView } from "./leaf";
import type { TokenNames } from "./names";
import { nameWithAddress } from "./sol-names";

const warnings = z.array(z.string()).describe("warnings about allowed but unusual values, one sentence each");
const anyWarnings = warnings
  .optional()
  .describe("warnings about an accepted list, one sentence each; absent if there are none");

/** Response of POST /api/campaigns. */
export const registeredView = z
  .object({
    ok: done,
    campaignId: count("internal number of the campaign in the service"),
    verified: z.boolean().describe("whether the network confirms it"),
    warnings: anyWarnings,
  })
  .meta({ id: "RegisteredCampaign" });

const dryRun = z.literal(true).describe("true: nothing was stored");

/** Response of POST /api/campaigns?dryRun=true. */
export const registrationDryRunView = registeredView
  .extend({
    campaignId: z.number().int().nullable().describe("null while the campaign is not registered"),
    verified: z.boolean().describe("whether the network already confirms it"),
    dryRun,
  })
  .meta({ id: "RegistrationTrial" });

/** Response of POST …/root-versions. */
export const rotatedView = z
  .object({ ok: done, version: count("version of the new root, from 1"), warnings: anyWarnings })
  .meta({ id: "RecordedRotation" });

/** Response of POST …/root-versions?dryRun=true, with the number of the next version. */
export const rotationDryRunView = rotatedView.extend({ dryRun }).meta({ id: "RotationTrial" });

/** Response of POST /api/campaigns/prepare. */
export const preparedView = z
  .object({
    merkleRoot: rootText.describe("Merkle root of these leaves: 32 bytes in lower-case hex"),
    leafCount: count("number of leaves in the tree"),
    totalSupply: baseUnits("total amount of the leaves"),
    minCliffTime: unixSeconds("earliest cliff of the leaves"),
    treeAddress: addressText
      .nullable()
      .describe("the campaign's account, base58; null if creator, mint or campaignId is missing"),
    rotation: z
      .object({
        previousRoot: rootText.describe("the campaign's current root: 32 bytes in lower-case hex"),
        totalClaimed: baseUnits("indexed value, for comparison with the network before signing"),
        allocated: baseUnits("total of the leaves and of payouts that belong to none of them"),
        paidToGone: baseUnits("part of it that was paid to recipients who are not in the list"),
      })
      .meta({ id: "RotationSums" })
      .optional()
      .describe("present for a list that replaces a campaign's list"),
    leaves: z.array(leafItem).describe("ordered by leaf index, as required by registrations and rotations"),
    warnings,
  })
  .meta({ id: "PreparedCampaign" });
export type PreparedView = z.infer<typeof preparedView>;

/** Response of POST /api/campaigns/import. */
export const importedView = z
  .object({
    recipients: z
      .array(
        leafView
          .omit({ leafIndex: true })
          .extend({ row: count("line in the file; the header row is line 1") })
          .meta({ id: "ImportedRecipient" }),
      )
      .describe("valid rows, in the format of prepare"),
    totalRows: count("number of rows in the file, without blank rows and the header row"),
    validRows: count("number of valid rows"),
    errors: z
      .array(
        z
          .object({
            row: count("line in the file; the header row is line 1"),
            field: z.string().describe("the column"),
            message: z.string().describe("description of the problem"),
          })
          .meta({ id: "ImportError" }),
      )
      .describe("errors with their rows; the first 1,000"),
    names: z.array(nameWithAddress).describe("names in the file, with the addresses that replaced them"),
    warnings,
  })
  .meta({ id: "ImportedRecipients" });
export type ImportedView = z.infer<typeof importedView>;

/** The priority fee of a built transaction. */
const priorityFeeView = z
  .object({
    level: z.enum(PRIORITY_LEVELS).describe("level of the fee"),
    computeUnitLimit: count("compute unit limit of the transaction"),
    computeUnitPrice: integerText.describe("micro-lamports per compute unit; u64 as a decimal string"),
    lamports: baseUnits("whole priority fee, in addition to the fee per signature"),
  })
  .meta({ id: "PriorityFee" });
export type PriorityFeeView = z.infer<typeof priorityFeeView>;

const simulationView = z
  .object({
    ok: z.boolean().describe("whether the network would accept it now"),
    logs: z.array(z.string()).describe("log lines of the programs"),
    error: z
      .object({
        code: z
          .number()
          .int()
          .nullable()
          .describe("error code of the vesting program; null for errors of other programs"),
        name: z.string().describe("name of the error in the program"),
        message: z.string().describe("description of the error"),
      })
      .meta({ id: "SimulationError" })
      .nullable()
      .describe("reason why the network would reject it; null if it would not"),
    unitsConsumed: z
      .number()
      .int()
      .nullable()
      .describe("compute units; null if the node does not report them"),
  })
  .meta({ id: "Simulation" });
export type SimulationView = z.infer<typeof simulationView>;

/** The proposal that a built transaction makes to a multisig. */
const builtProposal = z
  .object({
    multisig: addressText.describe("the multisig, base58"),
    vault: addressText.describe("the vault that executes the instruction, base58"),
    transactionIndex: integerText.describe("index of the new transaction; u64 as a decimal string"),
    transaction: addressText.describe("account that stores the vault's instructions, base58"),
    proposal: addressText.describe("account that stores the votes, base58"),
    approves: z.boolean().describe("whether the transaction also approves, because the member can vote"),
    threshold: count("number of approvals before the execution"),
    timeLock: count("seconds between the approval and the execution"),
    simulation: simulationView
      .optional()
      .describe("with simulate=true: result of the vault's instructions, if they were executed now"),
  })
  .meta({ id: "BuiltProposal" });
export type BuiltProposal = z.infer<typeof builtProposal>;

/** A transaction to sign. Source: spec 4.2. */
export const builtTransaction = z
  .object({
    transaction: z.string().describe("unsigned transaction in wire format, in the requested encoding"),
    encoding: z.enum(["base64", "base58"]).describe("encoding of the transaction"),
    version: z
      .literal(["legacy", 0, 1])
      .optional()
      .describe(
        "version of the transaction, if the request states transactionVersions; otherwise the transaction is legacy",
      ),
    instruction: z.string().describe("instruction of the vesting program"),
    feePayer: addressText.describe("fee payer, base58"),
    signers: z.array(addressText).describe("required signers, base58"),
    accounts: z.record(z.string(), addressText).describe("accounts of the instruction by name, base58"),
    blockhash: z.string().describe("recent blockhash of the transaction, base58"),
    lastValidBlockHeight: count("last block height at which the network accepts it"),
    priorityFee: priorityFeeView
      .nullable()
      .optional()
      .describe(
        "priority fee of the transaction; null if it does not fit in the transaction, absent if none was requested",
      ),
    simulation: simulationView
      .optional()
      .describe("with simulate=true: result of the simulation on the network, without sending"),
    squads: builtProposal
      .optional()
      .describe(
        "the proposal, if the request states squads; instruction and accounts are those of the vault",
      ),
  })
  .meta({ id: "BuiltTransaction" });
export type BuiltTransaction = z.infer<typeof builtTransaction>;

/** Response of POST /api/events/sync and POST /api/claims/sync. */
export const syncedView = z
  .object({
    ok: done,
    processed: count("number of stored events"),
    results: z
      .array(
        z
          .object({
            signature: z.string().describe("transaction signature, base58"),
            status: z
              .enum([
                "indexed",
                "already_indexed",
                "no_events",
                "failed",
                "pending",
                "unregistered",
                "unreadable",
                "log_cut",
              ])
              .describe(
                "pending: not visible yet; unregistered: stored until its campaign is registered; unreadable: confirmed but not readable, retried with every run; log_cut: events are missing because of a truncated log, which is read again later",
              ),
            events: count("events of the program in the transaction"),
            reason: z
              .string()
              .optional()
              .describe("reason why it is unreadable; absent for every other status"),
            reconstructed: z
              .literal(true)
              .optional()
              .describe(
                "true if the log is truncated and its events were rebuilt; absent for a complete log",
              ),
          })
          .meta({ id: "SignatureResult" }),
      )
      .describe("result for each transaction, in the order of the request"),
    findings: z.array(findingView).describe("findings about the leaves that these transactions claimed from"),
  })
  .meta({ id: "SyncResult" });

/** The fields of a campaign that actions use; amounts are base units as decimal strings. */
export type ActionCampaign = {
  treeAddress: string;
  programId: string;
  creator: string;
  mint: string;
  decimals: number;
  unit: string;
  names?: TokenNames | undefined;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
  totalSupply: string;
  totalClaimed: string;
  /** Amount that has vested by now, over all leaves, and the unclaimed part of it. */
  vested: string;
  unclaimed: string;
  /** After the grace period: amount that the program still pays recipients until the creator withdraws. */
  payableUntilSwept: string;
  /** The end of a cancelled campaign's grace period, past or future, in unix seconds. */
  graceEnd: string | null;
  /** The recorded lookup table of its claims. */
  lookupTable?: string;
  /** Whether the campaign's team pays fees of claims. */
  isSponsored?: boolean;
};
