import { z } from "zod";
import { findingView } from "./finding";
import { leafWithProofView } from "./leaf";
import type { TokenNames } from "./names";
import { addressText, integerText, rootText } from "./wire";

/** POST /api/campaigns. */
export const registeredView = z.object({
  ok: z.literal(true),
  campaignId: z.number().int(),
  verified: z.boolean(),
});

const dryRun = z.literal(true).describe("Nothing was stored");

/** POST /api/campaigns?dryRun=true. */
export const registrationTrialView = registeredView.extend({
  campaignId: z.number().int().nullable().describe("null while the campaign is not registered"),
  verified: z.boolean().describe("Whether the ledger confirms it already"),
  dryRun,
});

/** POST …/root-versions. */
export const rotatedView = z.object({ ok: z.literal(true), version: z.number().int() });

/** POST …/root-versions?dryRun=true, with the version that would be next. */
export const rotationTrialView = rotatedView.extend({ dryRun });

/** POST /api/campaigns/prepare. */
export const preparedView = z.object({
  merkleRoot: rootText,
  leafCount: z.number().int(),
  totalSupply: integerText,
  minCliffTime: integerText,
  treeAddress: addressText.nullable(),
  rotation: z
    .object({
      previousRoot: rootText,
      totalClaimed: integerText.describe("as indexed; hold it against the ledger before signing"),
      allocated: integerText.describe("the leaves, and payouts that stand under none of them"),
      paidToGone: integerText.describe("what of it was paid to recipients whom the list leaves out"),
    })
    .optional()
    .describe("of a list that replaces a campaign's"),
  leaves: z.array(leafWithProofView.partial({ proof: true })),
  warnings: z.array(z.string()),
});
export type PreparedView = z.infer<typeof preparedView>;

/** POST /api/campaigns/import. */
export const importedView = z.object({
  recipients: z.array(
    z.object({
      row: z.number().int(),
      beneficiary: addressText,
      amount: integerText,
      releaseType: z.number().int(),
      startTime: integerText,
      cliffTime: integerText,
      endTime: integerText,
      milestoneIdx: z.number().int(),
    }),
  ),
  totalRows: z.number().int(),
  validRows: z.number().int(),
  errors: z.array(z.object({ row: z.number().int(), field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
});
export type ImportedView = z.infer<typeof importedView>;

/** A transaction to sign. Source: spec 4.2. */
export const builtTransaction = z.object({
  transaction: z.string(),
  encoding: z.enum(["base64", "base58"]),
  instruction: z.string(),
  feePayer: addressText,
  signers: z.array(addressText),
  accounts: z.record(z.string(), addressText),
  blockhash: z.string(),
  lastValidBlockHeight: z.number().int(),
  simulation: z
    .object({
      ok: z.boolean(),
      logs: z.array(z.string()),
      error: z
        .object({ code: z.number().int().nullable(), name: z.string(), message: z.string() })
        .nullable(),
      unitsConsumed: z.number().int().nullable(),
    })
    .optional(),
});
export type BuiltTransaction = z.infer<typeof builtTransaction>;

const SYNC_STATUSES = [
  "indexed",
  "already_indexed",
  "no_events",
  "failed",
  "pending",
  "unregistered",
] as const;

/** POST /api/events/sync and POST /api/claims/sync. */
export const syncedView = z.object({
  ok: z.literal(true),
  processed: z.number().int(),
  results: z.array(
    z.object({ signature: z.string(), status: z.enum(SYNC_STATUSES), events: z.number().int() }),
  ),
  findings: z.array(findingView).describe("of the leaves that these transactions claimed from"),
});

/** POST /api/admin/sync and GET /api/cron/sync. */
export const indexerRunView = z.union([
  z.object({
    ok: z.boolean(),
    processed: z.number().int(),
    lastSlot: integerText,
    byType: z.record(z.string(), z.number().int()),
    transactions: z.number().int(),
    failed: z.number().int(),
    drift: z.array(
      z.object({ treeAddress: addressText, field: z.string(), indexed: z.string(), onChain: z.string() }),
    ),
    findings: z.array(findingView).describe("of the whole index, the first 100"),
    findingCount: z.number().int(),
    complete: z.boolean(),
    durationMs: z.number().int(),
  }),
  z.object({ ok: z.literal(true), skipped: z.literal(true) }),
]);

/** A campaign as far as acting on it needs it; amounts are base units as decimal strings. */
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
  /** What has vested by now, over all leaves, and what of that was not claimed. */
  vested: string;
  unclaimed: string;
  /** After the grace period: what the program would still pay recipients until the creator withdraws. */
  payableUntilSwept: string;
  /** When the grace period of a cancelled campaign ends or ended, in unix seconds. */
  graceEnd: string | null;
};
