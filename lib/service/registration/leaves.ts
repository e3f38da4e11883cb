import { ApiError } from "@/lib/core/errors";
import { LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { validationError } from "@/lib/core/validation";
import type { Leaf } from "@/lib/core/vesting/leaf";
import {
  type Bytes,
  type PackedProofs,
  packProofs,
} from "@/lib/service/registration/worker-jobs/packed-leaves";
import { type FieldError, LeafReader, MAX_ERRORS } from "./leaf-reader";

/** The leaves of a registration ordered by index; valid only if there are no errors. */
export class GivenLeaves {
  constructor(
    /** Number of leaf objects in the request. */
    readonly count: number,
    /** The bytes of a `LeafList`. */
    readonly leaves: Bytes,
    /** Null if no leaf has a proof. */
    readonly proofs: PackedProofs | null,
    readonly errors: readonly FieldError[],
  ) {}
}

/** The recipients of POST /api/campaigns/prepare as leaves; valid only if there are no errors. */
export class GivenRecipients {
  constructor(
    /** The bytes of a `LeafList`. */
    readonly leaves: Bytes,
    /** The source item of each leaf; null if every item is one leaf. */
    readonly items: readonly number[] | null,
    readonly errors: readonly FieldError[],
  ) {}
}

const tooMany = (field: string, message: string) => validationError([{ path: field, message }]);

function refuseLongList(field: string, count: number, maxCount: number): void {
  if (count > maxCount) throw tooMany(field, `must contain at most ${maxCount}; split the campaign`);
}

/**
 * Packs leaf objects (spec 4.7) ordered by index; each index from 0 to n−1 must occur once. Reads them field
 * by field, because a schema takes several times as long.
 */
export class LeafCollector {
  private readonly leaves: Bytes;
  private readonly write: (leaf: Leaf, offset: number) => void;
  private readonly isTaken: Uint8Array;
  private readonly proofs: Uint8Array[] = [];
  /** The errors so far. */
  readonly errors: FieldError[] = [];
  private count = 0;
  private proofCount = 0;

  constructor(private readonly leafCount: number) {
    this.leaves = new Uint8Array(leafCount * LEAF_BYTES);
    this.write = leafWriter(this.leaves);
    this.isTaken = new Uint8Array(leafCount);
  }

  add(items: readonly unknown[]): void {
    refuseLongList("leaves", this.count + items.length, this.leafCount);
    for (const item of items) this.addItem(item, `leaves.${this.count++}`);
  }

  private addItem(item: unknown, path: string): void {
    const before = this.errors.length;
    if (before >= MAX_ERRORS) return;
    const reader = new LeafReader(item, path, this.errors);
    const [leaf, proof] = [reader.leaf(), reader.proof()];
    if (this.errors.length > before) return;
    const { leafIndex } = leaf;
    const problem = leafIndex >= this.leafCount ? "is too large" : this.isTaken[leafIndex] && "is used twice";
    if (problem) {
      const message = `leafIndex ${leafIndex} ${problem}. Indexes must run from 0 to ${this.leafCount - 1}.`;
      this.errors.push({ path: `${path}.leafIndex`, message });
      return;
    }
    this.isTaken[leafIndex] = 1;
    this.write(leaf, leafIndex * LEAF_BYTES);
    if (!proof) return;
    this.proofs[leafIndex] = proof;
    this.proofCount++;
  }

  end(): GivenLeaves {
    const { count, leaves, proofs, proofCount, errors } = this;
    if (errors.length === 0 && proofCount !== 0 && proofCount !== count) {
      errors.push({
        path: "leaves",
        message: "Include a proof in every leaf, or in none to rebuild the tree.",
      });
    }
    const isWhole = errors.length === 0 && proofCount !== 0;
    return new GivenLeaves(count, leaves, isWhole ? packProofs(proofs) : null, errors);
  }
}

/** Packs the leaves of a registration body. */
export function packGivenLeaves(items: readonly unknown[], maxLeaves: number): GivenLeaves {
  refuseLongList("leaves", items.length, maxLeaves);
  const collector = new LeafCollector(items.length);
  collector.add(items);
  return collector.end();
}

/**
 * Packs leaf objects without an index or a proof, and allocations that become several leaves, in the given
 * order.
 */
export function packGivenRecipients(items: readonly unknown[], maxLeaves: number): GivenRecipients {
  refuseLongList("recipients", items.length, maxLeaves);
  const errors: FieldError[] = [];
  const leaves: Leaf[] = [];
  const itemOf: number[] = [];
  for (const [index, item] of items.entries()) {
    const allocations = new LeafReader(item, `recipients.${index}`, errors).allocations();
    if (errors.length >= MAX_ERRORS) break;
    if (errors.length > 0) continue;
    if (leaves.length + allocations.length > maxLeaves) {
      throw tooMany("recipients", `must create at most ${maxLeaves} leaves; split the campaign`);
    }
    for (const allocation of allocations) {
      leaves.push({ leafIndex: leaves.length, ...allocation });
      itemOf.push(index);
    }
  }
  const hasSeveral = leaves.length > items.length;
  return new GivenRecipients(LeafList.of(leaves).bytes, hasSeveral ? itemOf : null, errors);
}

/** Returns a VALIDATION_ERROR for at least one error in the leaves. */
export const leavesError = (errors: readonly FieldError[]) =>
  new ApiError("VALIDATION_ERROR", `The leaves are not valid. ${errors[0]?.message}`, [...errors]);

/** Throws VALIDATION_ERROR for recipients that could not be read. */
export function refuseLeafErrors({ errors }: GivenRecipients): void {
  if (errors.length > 0) throw validationError(errors);
}

export function unpackRecipients(givenRecipients: GivenRecipients): Recipient[] {
  refuseLeafErrors(givenRecipients);
  return Array.from(new LeafList(givenRecipients.leaves), ({ leafIndex: _, ...recipient }) => recipient);
}
