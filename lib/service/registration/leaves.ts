import { ApiError } from "@/lib/core/errors";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { validationError } from "@/lib/core/validation";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { type FieldFault, LeafReader, MAX_FAULTS } from "./leaf-reader";
import {
  LeafPacker,
  leavesOf,
  mapLeaves,
  type PackedLeaves,
  type ProvedLeaf,
} from "./worker-jobs/packed-leaves";

/** A leaf object of a body, its proof packed, 32 bytes a sibling, and null when it has none; or what is wrong with it. */
type ReadLeaf = ProvedLeaf | { faults: FieldFault[] };

/** The list of a body as it was read: packed, and what is wrong with items of it, by their places. */
export class ReadList {
  constructor(
    readonly leaves: PackedLeaves,
    readonly atFault: readonly { index: number; faults: FieldFault[] }[],
    /** The item that each leaf comes from; null where each is one leaf. */
    readonly items: readonly number[] | null = null,
  ) {}
}

/** As another thread has it. */
export type GivenList = Pick<ReadList, "leaves" | "atFault" | "items">;

/** The leaves of a registration body, in leaf order; `proofs` is null when the body carries none. */
export type SubmittedLeaves = { leaves: Leaf[]; proofs: Uint8Array[] | null };

/** The reader of a list, with what it holds so far in bytes. */
type SizedReader = { read(item: unknown, index: number): void; end(): ReadList; size(): number };

/** Leaves placed before the event loop gets its turn. */
const SLICE = 10_000;

/**
 * A reader of a list's items, each as soon as it has arrived. Hand-written because a body holds up to 100,000 leaves
 * with 17 hashes of 32 numbers each: every leaf and proof is packed into bytes and its source released at once. It ends
 * at the hundredth fault.
 */
function listReader(
  field: string,
  read: (reader: LeafReader, place: number) => ProvedLeaf[],
  { refuse, max = Number.POSITIVE_INFINITY }: { refuse: (faults: FieldFault[]) => ApiError; max?: number },
): SizedReader {
  const faults: FieldFault[] = [];
  const atFault: { index: number; faults: FieldFault[] }[] = [];
  const packer = new LeafPacker();
  let count = 0;
  let items: number[] | null = null;
  const add = (leaves: readonly ProvedLeaf[], index: number) => {
    if (leaves.length > 1) items ??= Array.from({ length: count }, (_, place) => place);
    count += leaves.length;
    if (count > max) {
      throw validationError([
        { path: field, message: `must make at most ${max} leaves; split the campaign` },
      ]);
    }
    for (const leaf of leaves) {
      packer.add(leaf);
      items?.push(index);
    }
  };
  return {
    read: (item, index) => {
      const before = faults.length;
      const leaves = read(new LeafReader(item, `${field}.${index}`, faults), count);
      if (faults.length >= MAX_FAULTS) throw refuse(faults);
      if (faults.length === before) return add(leaves, index);
      atFault.push({ index, faults: faults.slice(before) });
      packer.addNothing();
      items?.push(index);
      count++;
    },
    end: () => new ReadList(packer.end(), atFault, items),
    size: () => packer.length,
  };
}

/** The leaf objects of spec 4.7. */
export const leafList = {
  field: "leaves",
  reader: () =>
    listReader("leaves", (reader) => [{ leaf: reader.leaf(), proof: reader.proof() }], {
      refuse: leavesAtFault,
    }),
};

/**
 * The recipients of POST /api/campaigns/prepare: leaf objects without an index or a proof, kept by their place, or allocations
 * that become several; at most `max` leaves in all.
 */
export const recipientList = {
  field: "recipients",
  reader: (max: number) =>
    listReader(
      "recipients",
      (reader, place) =>
        reader.allocations().map((leaf, at) => ({ leaf: { leafIndex: place + at, ...leaf }, proof: null })),
      { refuse: validationError, max },
    ),
};

const leavesAtFault = (faults: FieldFault[]) =>
  new ApiError("VALIDATION_ERROR", `The leaves are at fault: ${faults[0]?.message}`, faults);

/** Puts the leaves that were read in their order. Throws VALIDATION_ERROR for the first 100 faults of them all. */
export async function placeLeaves({ leaves: packed, atFault }: GivenList): Promise<SubmittedLeaves> {
  const faultsOf = new Map(atFault.map(({ index, faults }) => [index, { faults }]));
  const nothing = { faults: [] };
  const items = await mapLeaves<ReadLeaf>(packed, (leaf, index) => leaf ?? faultsOf.get(index) ?? nothing);
  const faults: FieldFault[] = [];
  const leaves = new Array<Leaf>(items.length);
  const proofs = new Array<Uint8Array>(items.length);
  let proofCount = 0;
  for (const [position, item] of items.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    if ("faults" in item) {
      faults.push(...item.faults);
      continue;
    }
    const { leaf, proof } = item;
    if (proof) {
      proofs[leaf.leafIndex] = proof;
      proofCount++;
    }
    const misplaced = placeFault(leaf, leaves);
    if (misplaced) faults.push({ path: `leaves.${position}.leafIndex`, message: misplaced });
    else leaves[leaf.leafIndex] = leaf;
    if (position % SLICE === SLICE - 1) await new Promise(setImmediate);
  }
  if (faults.length === 0 && proofCount !== 0 && proofCount !== leaves.length) {
    faults.push({ path: "leaves", message: "Give every leaf its proof, or none to have the tree rebuilt." });
  }
  if (faults.length > 0) throw leavesAtFault(faults.slice(0, MAX_FAULTS));
  return { leaves, proofs: proofCount === leaves.length ? proofs : null };
}

/** What keeps a leaf from its index; indexes are exactly 0 … n−1, each once. */
function placeFault({ leafIndex }: Leaf, leaves: Leaf[]): string | null {
  const problem = leafIndex >= leaves.length ? "is too large" : leaves[leafIndex] && "stands twice";
  return problem ? `leafIndex ${leafIndex} ${problem}; indexes run from 0 to ${leaves.length - 1}.` : null;
}

/** Throws VALIDATION_ERROR for what could not be read of a list. */
export function refuseUnread({ atFault }: GivenList): void {
  if (atFault.length > 0) throw validationError(atFault.flatMap(({ faults }) => faults));
}

/** The recipients of a list all of which could be read. */
export async function readRecipients(list: GivenList): Promise<Recipient[]> {
  refuseUnread(list);
  return (await leavesOf(list.leaves)).map(({ leafIndex: _, ...recipient }) => recipient);
}
