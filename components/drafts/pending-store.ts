import type { Metadata } from "@/lib/contract/campaign";
import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { Words } from "@/lib/core/words/words";
import { browserDatabase } from "./draft-store";

/**
 * A campaign on its way to the ledger and the index, kept in the browser until it is registered: its leaves exist
 * nowhere else, and without them nobody could ever claim.
 */
export type PendingCampaign = {
  treeAddress: string;
  programId: string;
  creator: string;
  mint: string;
  campaignId: bigint;
  merkleRoot: string;
  totalSupply: bigint;
  /** On the ledger: 0 for a one-recipient stream. */
  minCliffTime: bigint;
  cancellable: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
  metadata: Metadata;
  leaves: LeafList;
  savedAt: number;
  /** Of its transactions that the ledger has taken so far. */
  signatures?: readonly string[];
  /** The draft of the form that it was made in, which ends with it. */
  draftId?: string;
};

/** A rotation on its way, kept for the same reason: after update_root only its new leaves prove anything. */
export type PendingRotation = {
  treeAddress: string;
  merkleRoot: string;
  minCliffTime: bigint;
  leaves: LeafList;
  /** The draft of the editor that it was made in, which ends with it. */
  draftId?: string;
  basis?: RotationBasis;
};

/** What the ledger has to hold still when a rotation is sent: claims made since would not be counted in it. */
export type RotationBasis = { previousRoot: string; totalClaimed: bigint };

const CAMPAIGNS = "pending-campaigns";
const ROTATIONS = "pending-rotations";

const run = browserDatabase("vesting-index", (database) => {
  for (const store of [CAMPAIGNS, ROTATIONS]) database.createObjectStore(store, { keyPath: "treeAddress" });
});

/** As it is stored: the bytes of the leaves as a file, or as earlier versions left them, an object each. */
type Kept<Of> = Omit<Of, "leaves"> & { leaves: Blob | Leaf[] };

/** What is on its way of one kind, by the tree's address. */
function shelf<Of extends { treeAddress: string; leaves: LeafList }>(store: string) {
  return {
    save: ({ leaves, ...of }: Of) =>
      run("readwrite", (within) =>
        within.objectStore(store).put({ ...of, leaves: new Blob([leaves.bytes]) }),
      ),
    forget: (treeAddress: string) =>
      run("readwrite", (within) => within.objectStore(store).delete(treeAddress)),
    find: async (treeAddress: string): Promise<Of | undefined> => {
      const kept: Kept<Of> | undefined = await run("readonly", (within) =>
        within.objectStore(store).get(treeAddress),
      );
      if (!kept) return undefined;
      const { leaves } = kept;
      const list =
        leaves instanceof Blob
          ? new LeafList(new Uint8Array(await leaves.arrayBuffer()))
          : LeafList.of(leaves);
      return { ...(kept as unknown as Of), leaves: list };
    },
  };
}

export const {
  save: saveRotation,
  forget: deleteRotation,
  find: findRotation,
} = shelf<PendingRotation>(ROTATIONS);

const campaigns = shelf<PendingCampaign>(CAMPAIGNS);
export const { save: savePending, forget: deletePending } = campaigns;

/** Throws where another tab has brought the campaign to its end. */
export async function readPending(t: Words, treeAddress: string): Promise<PendingCampaign> {
  const kept = await campaigns.find(treeAddress);
  if (!kept) throw new Error(t("This campaign is not kept here any more. Reload the page."));
  return kept;
}

/** A campaign that is kept, without its leaves. */
export type PendingNote = Omit<PendingCampaign, "leaves"> & { leafCount: number };

const toNote = ({ leaves, ...of }: Kept<PendingCampaign>): PendingNote => ({
  ...of,
  leafCount: leaves instanceof Blob ? leaves.size / LEAF_BYTES : leaves.length,
});

export async function listPending(): Promise<PendingNote[]> {
  const kept: Kept<PendingCampaign>[] =
    (await run("readonly", (within) => within.objectStore(CAMPAIGNS).getAll())) ?? [];
  return kept.map(toNote);
}
