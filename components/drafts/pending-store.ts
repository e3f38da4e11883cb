import type { Metadata } from "@/lib/contract/campaign";
import type { Translator } from "@/lib/core/i18n/translator";
import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { browserDatabase } from "./draft-store";

/**
 * A campaign before its registration, stored in the browser. Its leaves exist only here, and without them no
 * recipient could ever claim.
 */
export type PendingCampaign = {
  treeAddress: string;
  programId: string;
  creator: string;
  mint: string;
  campaignId: bigint;
  merkleRoot: string;
  totalSupply: bigint;
  /** The value on the Solana network: 0 for a stream with one recipient. */
  minCliffTime: bigint;
  cancellable: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
  metadata: Metadata;
  leaves: LeafList;
  savedAt: number;
  /** Signatures of its transactions that have landed so far. */
  signatures?: readonly string[];
  /** The lookup table that its last signed transaction creates. */
  lookupTable?: string;
  /** The draft of the form that created the campaign. Both are deleted together. */
  draftId?: string;
};

/**
 * A rotation before its registration, stored for the same reason: after update_root only the new leaves have
 * valid proofs.
 */
export type PendingRotation = {
  treeAddress: string;
  merkleRoot: string;
  minCliffTime: bigint;
  leaves: LeafList;
  /** The draft of the editor that created the rotation. Both are deleted together. */
  draftId?: string;
  basis?: RotationBasis;
};

/**
 * The state that must be unchanged when a rotation is sent, because the new list does not include later
 * claims.
 */
export type RotationBasis = { previousRoot: string; totalClaimed: bigint };

const CAMPAIGNS = "pending-campaigns";
const ROTATIONS = "pending-rotations";

const run = browserDatabase("vesting-index", (database) => {
  for (const store of [CAMPAIGNS, ROTATIONS]) database.createObjectStore(store, { keyPath: "treeAddress" });
});

/** The stored form: the bytes of the leaves as a Blob, or the leaves as objects from earlier versions. */
type Stored<Of> = Omit<Of, "leaves"> & { leaves: Blob | Leaf[] };

/** Returns the storage operations of one store, by tree address. */
function pendingStore<Of extends { treeAddress: string; leaves: LeafList }>(store: string) {
  return {
    save: ({ leaves, ...rest }: Of) =>
      run("readwrite", (within) =>
        within.objectStore(store).put({ ...rest, leaves: new Blob([leaves.bytes]) }),
      ),
    delete: (treeAddress: string) =>
      run("readwrite", (within) => within.objectStore(store).delete(treeAddress)),
    find: async (treeAddress: string): Promise<Of | undefined> => {
      const stored: Stored<Of> | undefined = await run("readonly", (within) =>
        within.objectStore(store).get(treeAddress),
      );
      if (!stored) return undefined;
      const { leaves } = stored;
      const list =
        leaves instanceof Blob
          ? new LeafList(new Uint8Array(await leaves.arrayBuffer()))
          : LeafList.of(leaves);
      return { ...(stored as unknown as Of), leaves: list };
    },
  };
}

const rotations = pendingStore<PendingRotation>(ROTATIONS);
export const { save: saveRotation, delete: deleteRotation, find: findRotation } = rotations;

type RotationKey = Pick<PendingRotation, "treeAddress" | "merkleRoot">;

const keyOfReplaced = ({ treeAddress, merkleRoot }: RotationKey) => `${treeAddress} ${merkleRoot}`;

/**
 * Stores a rotation that another one replaces, or that is outdated. Its transaction may have been exported or
 * proposed, and can still land: only these leaves then have valid proofs.
 */
export const saveReplaced = (rotation: PendingRotation) =>
  rotations.save({ ...rotation, treeAddress: keyOfReplaced(rotation) });

/** Returns a replaced rotation by the root that is now on the Solana network. */
export async function findReplaced(key: RotationKey): Promise<PendingRotation | undefined> {
  const found = await rotations.find(keyOfReplaced(key));
  return found && { ...found, treeAddress: key.treeAddress };
}

export const deleteReplaced = (key: RotationKey) => rotations.delete(keyOfReplaced(key));

const campaigns = pendingStore<PendingCampaign>(CAMPAIGNS);
export const { save: savePending, delete: deletePending, find: findPending } = campaigns;

/**
 * Reads a stored campaign.
 * @throws Error if another tab has completed the campaign
 */
export async function readPending(t: Translator, treeAddress: string): Promise<PendingCampaign> {
  const stored = await findPending(treeAddress);
  if (!stored) throw new Error(t("This campaign is no longer saved in this browser. Reload the page."));
  return stored;
}

/** A stored campaign without its leaves. */
export type PendingNote = Omit<PendingCampaign, "leaves"> & { leafCount: number };

const toNote = ({ leaves, ...rest }: Stored<PendingCampaign>): PendingNote => ({
  ...rest,
  leafCount: leaves instanceof Blob ? leaves.size / LEAF_BYTES : leaves.length,
});

export async function listPending(): Promise<PendingNote[]> {
  const stored: Stored<PendingCampaign>[] =
    (await run("readonly", (within) => within.objectStore(CAMPAIGNS).getAll())) ?? [];
  return stored.map(toNote);
}
