import { z } from "zod";
import { findingView } from "./finding";
import { indexProblemView } from "./index-problem";
import { leafItem, leafView } from "./leaf";
import type { TokenNames } from "./names";
import { addressText, baseUnits, count, done, integerText, rootText, unixSeconds } from "./wire";

/** Response of POST /api/campaigns. */
export const registeredView = z
  .object({
    ok: done,
    campaignId: count("the service's own number of the campaign"),
    verified: z.boolean().describe("whether the ledger confirms it"),
  })
  .meta({ id: "RegisteredCampaign" });

const dryRun = z.literal(true).describe("nothing was stored");

/** Response of POST /api/campaigns?dryRun=true. */
export const registrationDryRunView = registeredView
  .extend({
    campaignId: z.number().int().nullable().describe("null while the campaign is not registered"),
    verified: z.boolean().describe("whether the ledger confirms it already"),
    dryRun,
  })
  .meta({ id: "RegistrationTrial" });

/** Response of POST …/root-versions. */
export const rotatedView = z
  .object({ ok: done, version: count("of the new root, from 1") })
  .meta({ id: "RecordedRotation" });

/** Response of POST …/root-versions?dryRun=true, with the number of the next version. */
export const rotationDryRunView = rotatedView.extend({ dryRun }).meta({ id: "RotationTrial" });

const warnings = z.array(z.string()).describe("what is allowed, but may not be meant; a sentence each");

/** Response of POST /api/campaigns/prepare. */
export const preparedView = z
  .object({
    merkleRoot: rootText.describe("of the tree of these leaves: 32 bytes in lower-case hex"),
    leafCount: count("leaves of the tree"),
    totalSupply: baseUnits("all that the leaves give together"),
    minCliffTime: unixSeconds("the earliest cliff of the leaves"),
    treeAddress: addressText
      .nullable()
      .describe("the campaign's account, base58; null unless creator, mint and campaignId were given"),
    rotation: z
      .object({
        previousRoot: rootText.describe("the campaign's root so far: 32 bytes in lower-case hex"),
        totalClaimed: baseUnits("as indexed, to be held against the ledger before signing"),
        allocated: baseUnits("the leaves, and payouts that stand under none of them"),
        paidToGone: baseUnits("what of it was paid to recipients whom the list leaves out"),
      })
      .meta({ id: "RotationSums" })
      .optional()
      .describe("of a list that replaces a campaign's"),
    leaves: z.array(leafItem).describe("in order of their indexes, as registrations and rotations take them"),
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
          .extend({ row: count("its line in the file, the heading's being 1") })
          .meta({ id: "ImportedRecipient" }),
      )
      .describe("the rows without fault, as prepare takes them"),
    totalRows: count("rows of the file, blank ones and the heading aside"),
    validRows: count("rows without fault"),
    errors: z
      .array(
        z
          .object({
            row: count("its line in the file, the heading's being 1"),
            field: z.string().describe("the column"),
            message: z.string().describe("what is wrong with it"),
          })
          .meta({ id: "ImportError" }),
      )
      .describe("every fault at its row"),
    warnings,
  })
  .meta({ id: "ImportedRecipients" });
export type ImportedView = z.infer<typeof importedView>;

/** A transaction to sign. Source: spec 4.2. */
export const builtTransaction = z
  .object({
    transaction: z.string().describe("unsigned, in legacy wire format, encoded as encoding says"),
    encoding: z.enum(["base64", "base58"]).describe("of the transaction"),
    instruction: z.string().describe("the program's instruction that it is"),
    feePayer: addressText.describe("who pays the network's fee, base58"),
    signers: z.array(addressText).describe("who must sign it, base58"),
    accounts: z.record(z.string(), addressText).describe("the instruction's accounts by their names, base58"),
    blockhash: z.string().describe("the recent blockhash that it is made with, base58"),
    lastValidBlockHeight: count("the last block height at which the ledger takes it"),
    simulation: z
      .object({
        ok: z.boolean().describe("whether the ledger would take it now"),
        logs: z.array(z.string()).describe("what the programs wrote"),
        error: z
          .object({
            code: z.number().int().nullable().describe("the program's number for it; null for another's"),
            name: z.string().describe("the program's name for it"),
            message: z.string().describe("what it means, as a sentence"),
          })
          .meta({ id: "SimulationError" })
          .nullable()
          .describe("why the ledger would refuse it; null where it would not"),
        unitsConsumed: z
          .number()
          .int()
          .nullable()
          .describe("compute units; null where the node does not tell"),
      })
      .meta({ id: "Simulation" })
      .optional()
      .describe("with simulate=true: how the transaction fares on the ledger, unsent"),
  })
  .meta({ id: "BuiltTransaction" });
export type BuiltTransaction = z.infer<typeof builtTransaction>;

const processed = count("events that were stored");

/** Response of POST /api/events/sync and POST /api/claims/sync. */
export const syncedView = z
  .object({
    ok: done,
    processed,
    results: z
      .array(
        z
          .object({
            signature: z.string().describe("of the transaction, base58"),
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
                "pending: not visible yet; unregistered: kept until its campaign registers; unreadable: confirmed, but it cannot be read, and every run tries again; log_cut: events were lost with a cut log, which is read again later",
              ),
            events: count("events of the program in it"),
            reason: z.string().optional().describe("why it is unreadable; absent for every other status"),
            reconstructed: z
              .literal(true)
              .optional()
              .describe("the node's log is cut, and its events were reconstructed; absent for a whole log"),
          })
          .meta({ id: "SignatureResult" }),
      )
      .describe("what became of each, in the order of the request"),
    findings: z.array(findingView).describe("of the leaves that these transactions claimed from"),
  })
  .meta({ id: "SyncResult" });

/** Response of POST /api/admin/sync and GET /api/cron/sync. */
export const indexerRunView = z.union([
  z
    .object({
      ok: z.boolean().describe("whether nothing failed"),
      processed,
      lastSlot: integerText.describe("the slot up to which all is indexed; u64 as a decimal string"),
      byType: z.record(z.string(), z.number().int()).describe("events that were stored, by their types"),
      transactions: count("transactions that were read"),
      failed: count("transactions that could not be read"),
      drift: z
        .array(
          z
            .object({
              treeAddress: addressText.describe("the campaign, base58"),
              field: z.string().describe("what differs"),
              indexed: z.string().describe("its value here"),
              onChain: z.string().describe("its value on the ledger"),
            })
            .meta({ id: "RunDrift" }),
        )
        .describe("campaigns of which the ledger says something else"),
      findings: z.array(findingView).describe("of the whole index, the first 100"),
      findingCount: count("findings of the whole index"),
      problems: z.array(indexProblemView).describe("everything that is wrong with the index"),
      complete: z.boolean().describe("whether all is indexed; else the next run goes on"),
      durationMs: count("how long it took, in milliseconds"),
    })
    .meta({ id: "IndexerRun" }),
  z
    .object({ ok: done, skipped: z.literal(true).describe("another run is in progress") })
    .meta({ id: "SkippedRun" }),
]);

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
};
