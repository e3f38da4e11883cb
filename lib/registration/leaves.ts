import type { Leaf } from "@/lib/vesting/leaf";
import { type FieldFault, LeafReader, MAX_FAULTS } from "./leaf-reader";
import type { Recipient } from "./recipients";

/** The leaves of a registration body, in leaf order; `proofs` is null when the body carries none. */
export type SubmittedLeaves = { leaves: Leaf[]; proofs: Uint8Array[] | null };

/** Leaves read before the event loop gets its turn. */
const SLICE = 2_000;

/**
 * Reads the leaf objects of spec 4.7. A hand-written reader because a body holds up to 100,000 leaves with 17 hashes
 * of 32 numbers each: every proof is packed into bytes and its source released at once.
 * Faults come as a list (the first 100) instead of leaves. `items` is emptied on the way.
 */
export async function readLeaves(items: unknown[]): Promise<SubmittedLeaves | { faults: FieldFault[] }> {
  const faults: FieldFault[] = [];
  const leaves = new Array<Leaf>(items.length);
  const proofs = new Array<Uint8Array>(items.length);
  let proofCount = 0;
  for (let position = 0; position < items.length && faults.length < MAX_FAULTS; position++) {
    const reader = new LeafReader(items[position], `leaves.${position}`, faults);
    items[position] = undefined;
    const leaf = reader.leaf();
    const proof = reader.proof();
    if (proof) {
      proofs[leaf.leafIndex] = proof;
      proofCount++;
    }
    reader.place(leaf, leaves);
    if (position % SLICE === SLICE - 1) await new Promise(setImmediate);
  }
  if (faults.length === 0 && proofCount !== 0 && proofCount !== leaves.length) {
    faults.push({ path: "leaves", message: "Give every leaf its proof, or none to have the tree rebuilt." });
  }
  if (faults.length > 0) return { faults };
  return { leaves, proofs: proofCount === leaves.length ? proofs : null };
}

/** Reads the recipients of POST /api/campaigns/prepare: leaf objects without an index or a proof. */
export async function readRecipients(items: unknown[]): Promise<Recipient[] | { faults: FieldFault[] }> {
  const faults: FieldFault[] = [];
  const recipients: Recipient[] = [];
  for (let position = 0; position < items.length && faults.length < MAX_FAULTS; position++) {
    recipients.push(new LeafReader(items[position], `recipients.${position}`, faults).allocation());
    items[position] = undefined;
    if (position % SLICE === SLICE - 1) await new Promise(setImmediate);
  }
  return faults.length > 0 ? { faults } : recipients;
}
