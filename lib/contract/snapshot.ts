import * as z from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { canonicalJson } from "@/lib/core/text/canonical-json";
import { count } from "./field-schemas";

/** The kinds of files, in the order of the manifest. */
export const SNAPSHOT_KINDS = ["lists", "events", "unread"] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

export const SNAPSHOT_FORMAT = "vesting-index-snapshot/1";
/** Bytes of a file that one entry of `blocks` hashes; the last block is shorter. */
export const SNAPSHOT_BLOCK_BYTES = 65_536;
export const MAX_SNAPSHOT_LINES = 50_000;
/** The longest line of this format has about 800 bytes. */
export const MAX_SNAPSHOT_LINE_BYTES = 4_096;

const key = (what: string) =>
  z.string().max(44).refine(isAddress, "must be a base58 address").describe(`${what}, base58`);
export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);
const slotText = z
  .string()
  .regex(/^(0|[1-9]\d{0,18})$/)
  .describe("a slot as a decimal string");

/** The path parameter that names a snapshot. */
export const snapshotSlot = slotText.describe("The last slot of the snapshot");

const fileView = z
  .object({
    kind: z
      .enum(SNAPSHOT_KINDS)
      .describe("lists: campaigns with their leaves; events; unread: transactions without their events"),
    sha256: sha256Text.describe("SHA-256 of the file, which is also its name"),
    bytes: count("length of the file")
      .min(1)
      .max(MAX_SNAPSHOT_LINES * MAX_SNAPSHOT_LINE_BYTES),
    lines: count("lines of the file").min(1).max(MAX_SNAPSHOT_LINES),
    blocks: z.array(sha256Text).describe("SHA-256 of each 65,536 bytes of the file, in order"),
  })
  .strict()
  .meta({ id: "SnapshotFile" });
export type SnapshotFile = z.infer<typeof fileView>;

const headShape = {
  genesis: key("genesis hash of the network"),
  programId: key("address of the program"),
  firstSlot: slotText.describe("slot of the first event, or the last slot if there is none"),
  lastSlot: slotText.describe("the finalized slot up to which the snapshot is complete"),
  events: count("number of events").min(0),
  campaigns: count("number of campaigns with leaves").min(0),
  leaves: count("number of leaves, over all lists").min(0),
};

const snapshotBody = z
  .object({
    ...headShape,
    root: sha256Text.describe("Merkle root over everything else"),
    files: z.array(fileView).describe("the files in the order in which a mirror reads them"),
  })
  .strict()
  .meta({ id: "SnapshotBody" });
export type SnapshotBody = z.infer<typeof snapshotBody>;

const signatureView = z
  .object({
    signer: key("the operator’s ed25519 public key"),
    signature: z
      .string()
      .max(88)
      .describe("base58 ed25519 signature of the format’s name, a line feed and the canonical JSON"),
  })
  .strict()
  .nullable()
  .describe("null if the snapshot is not signed");

/** The manifest of a snapshot. */
export const snapshotManifest = z
  .object({
    format: z.literal(SNAPSHOT_FORMAT).describe("name and version of the format"),
    snapshot: snapshotBody.describe("the signed content"),
    signature: signatureView,
  })
  .strict()
  .meta({ id: "SnapshotManifest" });
export type SnapshotManifest = z.infer<typeof snapshotManifest>;

/** The snapshots that a service offers. */
export const snapshotList = z
  .object({
    snapshots: z
      .array(
        z
          .object({
            ...headShape,
            root: sha256Text.describe("Merkle root of the snapshot, in hex"),
            bytes: count("length of all files"),
            signer: key("the operator’s public key").nullable().describe("null if it is not signed"),
            manifest: z.string().describe("path of the manifest; files are beside it in files/"),
          })
          .meta({ id: "SnapshotSummary" }),
      )
      .describe("newest slot first"),
  })
  .meta({ id: "SnapshotList" });
export type SnapshotList = z.infer<typeof snapshotList>;

/** Returns the signed bytes of a snapshot. No Solana message begins with these characters. */
export const snapshotMessage = (body: SnapshotBody): Uint8Array =>
  new TextEncoder().encode(`${SNAPSHOT_FORMAT}\n${canonicalJson(body)}`);
