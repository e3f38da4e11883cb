import { isAddress } from "@/lib/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/vesting/leaf";
import { scheduleFault } from "./recipients";

/** A field at fault in a request body, as validation errors list it. */
export type FieldFault = { path: string; message: string };

/** The leaves of a registration body, in leaf order; `proofs` is null when the body carries none. */
export type SubmittedLeaves = { leaves: Leaf[]; proofs: Uint8Array[] | null };

const U64_MAX = 2n ** 64n - 1n;
const I64_MAX = 2n ** 63n - 1n;
const MAX_FAULTS = 100;
/** The program refuses longer proofs, so nothing longer is worth reading. */
const MAX_PROOF_LENGTH = 32;
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

class LeafReader {
  private readonly item: Record<string, unknown>;

  constructor(
    item: unknown,
    private readonly path: string,
    private readonly faults: FieldFault[],
  ) {
    const isObject = typeof item === "object" && item !== null && !Array.isArray(item);
    if (!isObject) this.fault("", "A leaf is an object.");
    this.item = isObject ? (item as Record<string, unknown>) : {};
  }

  fault(field: string, message: string): void {
    if (this.faults.length < MAX_FAULTS)
      this.faults.push({ path: field ? `${this.path}.${field}` : this.path, message });
  }

  leaf(): Leaf {
    const before = this.faults.length;
    const leaf: Leaf = {
      leafIndex: this.smallInteger("leafIndex", 0xffff_ffff),
      beneficiary: this.address("beneficiary"),
      amount: this.integer("amount", 0n, U64_MAX),
      releaseType: this.releaseType(),
      startTime: this.integer("startTime", -I64_MAX - 1n, I64_MAX),
      cliffTime: this.integer("cliffTime", -I64_MAX - 1n, I64_MAX),
      endTime: this.integer("endTime", -I64_MAX - 1n, I64_MAX),
      milestoneIdx: this.item.milestoneIdx === undefined ? 0 : this.smallInteger("milestoneIdx", 255),
    };
    const broken = this.faults.length === before ? scheduleFault(leaf) : null;
    if (broken) this.fault(broken.field, broken.message);
    return leaf;
  }

  /** Puts the leaf at its index; indexes are exactly 0 … n−1, each once. */
  place(leaf: Leaf, leaves: Leaf[]): void {
    const problem =
      leaf.leafIndex >= leaves.length ? "is too large" : leaves[leaf.leafIndex] && "stands twice";
    if (problem) {
      this.fault(
        "leafIndex",
        `leafIndex ${leaf.leafIndex} ${problem}; indexes run from 0 to ${leaves.length - 1}.`,
      );
    } else leaves[leaf.leafIndex] = leaf;
  }

  /** The siblings packed one after another, 32 bytes each; null when the leaf has no proof field. */
  proof(): Uint8Array | null {
    const { proof } = this.item;
    if (proof === undefined) return null;
    if (!Array.isArray(proof) || proof.length > MAX_PROOF_LENGTH) {
      this.fault("proof", `A proof is an array of at most ${MAX_PROOF_LENGTH} hashes.`);
      return null;
    }
    const bytes = new Uint8Array(proof.length * 32);
    for (const [level, hash] of proof.entries()) {
      if (!this.copyHash(hash, bytes, level * 32)) {
        this.fault(`proof.${level}`, "A hash is an array of 32 byte values.");
        return null;
      }
    }
    return bytes;
  }

  private copyHash(hash: unknown, target: Uint8Array, offset: number): boolean {
    if (!Array.isArray(hash) || hash.length !== 32) return false;
    for (let index = 0; index < 32; index++) {
      const value: unknown = hash[index];
      if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 255) return false;
      target[offset + index] = value;
    }
    return true;
  }

  private releaseType(): ReleaseType {
    const value = this.item.releaseType;
    if (value === ReleaseType.Cliff || value === ReleaseType.Linear || value === ReleaseType.Milestone)
      return value;
    this.fault("releaseType", "releaseType is 0 (cliff), 1 (linear) or 2 (milestone).");
    return ReleaseType.Cliff;
  }

  private address(field: string): string {
    const value = this.item[field];
    if (typeof value === "string" && isAddress(value)) return value;
    this.fault(field, `${field} is not a Solana address (base58, 32 bytes).`);
    return "";
  }

  private smallInteger(field: string, max: number): number {
    const value = this.item[field];
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) return value;
    this.fault(field, `${field} is a whole number from 0 to ${max}.`);
    return 0;
  }

  private integer(field: string, min: bigint, max: bigint): bigint {
    const value = this.item[field];
    const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text === "string" && /^-?\d{1,20}$/.test(text)) {
      const number = BigInt(text);
      if (number >= min && number <= max) return number;
    }
    this.fault(field, `${field} is a decimal string from ${min} to ${max}.`);
    return 0n;
  }
}
