import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { Metadata } from "@/lib/core/views/campaign";
import type { Words } from "@/lib/core/words/words";

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

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("vesting-index", 1);
    request.onupgradeneeded = () => {
      for (const store of [CAMPAIGNS, ROTATIONS])
        request.result.createObjectStore(store, { keyPath: "treeAddress" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

type Access = { store: string; mode: IDBTransactionMode };

async function run<T>({ store, mode }: Access, act: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const campaigns = (mode: IDBTransactionMode) => ({ store: CAMPAIGNS, mode });
const rotations = (mode: IDBTransactionMode) => ({ store: ROTATIONS, mode });

/** As it is stored: the bytes of the leaves as a file, or as earlier versions left them, an object each. */
type Kept<Of> = Omit<Of, "leaves"> & { leaves: Blob | Leaf[] };

const toKept = <Of extends { leaves: LeafList }>({ leaves, ...of }: Of) => ({
  ...of,
  leaves: new Blob([leaves.bytes]),
});

async function fromKept<Of>({ leaves, ...of }: Kept<Of>): Promise<Omit<Of, "leaves"> & { leaves: LeafList }> {
  const list =
    leaves instanceof Blob ? new LeafList(new Uint8Array(await leaves.arrayBuffer())) : LeafList.of(leaves);
  return { ...(of as Omit<Of, "leaves">), leaves: list };
}

/** A campaign that is kept, without its leaves. */
export type PendingNote = Omit<PendingCampaign, "leaves"> & { leafCount: number };

const toNote = ({ leaves, ...of }: Kept<PendingCampaign>): PendingNote => ({
  ...of,
  leafCount: leaves instanceof Blob ? leaves.size / LEAF_BYTES : leaves.length,
});

export const savePending = (campaign: PendingCampaign) =>
  run(campaigns("readwrite"), (store) => store.put(toKept(campaign)));
export const deletePending = (treeAddress: string) =>
  run(campaigns("readwrite"), (store) => store.delete(treeAddress));
export const listPending = async (): Promise<PendingNote[]> =>
  (await run<Kept<PendingCampaign>[]>(campaigns("readonly"), (store) => store.getAll())).map(toNote);

/** Throws where another tab has brought the campaign to its end. */
export async function readPending(t: Words, treeAddress: string): Promise<PendingCampaign> {
  const kept = await run<Kept<PendingCampaign> | undefined>(campaigns("readonly"), (store) =>
    store.get(treeAddress),
  );
  if (!kept) throw new Error(t("This campaign is not kept here any more. Reload the page."));
  return fromKept(kept);
}

export const saveRotation = (rotation: PendingRotation) =>
  run(rotations("readwrite"), (store) => store.put(toKept(rotation)));
export const deleteRotation = (treeAddress: string) =>
  run(rotations("readwrite"), (store) => store.delete(treeAddress));
export async function findRotation(treeAddress: string): Promise<PendingRotation | undefined> {
  const kept = await run<Kept<PendingRotation> | undefined>(rotations("readonly"), (store) =>
    store.get(treeAddress),
  );
  return kept && fromKept(kept);
}
