import { findScheduleError } from "@/lib/core/recipients/recipients";
import { isAddress } from "@/lib/core/solana/addresses";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import { readScheduleSpec } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { SCHEDULE_SPEC_FIELDS } from "@/lib/core/vesting/schedule-spec/schedule-spec";

/** An invalid field in a request body, as validation errors list it. */
export type FieldError = { path: string; message: string };

/** Maximum errors in a list. */
export const MAX_ERRORS = 100;

/** The program rejects longer proofs. */
const MAX_PROOF_LENGTH = 32;

const isScheduleSpecField = (field: string) => SCHEDULE_SPEC_FIELDS.some((spec) => spec === field);

/** Reads a schedule in shares and months from a request: numbers, or numbers as text. */
function readScheduleSpecObject(
  schedule: unknown,
): ReturnType<typeof readScheduleSpec> | { errors: LeafError[] } {
  if (typeof schedule !== "object" || schedule === null || Array.isArray(schedule)) {
    return { errors: [{ field: null, message: "A schedule must be an object." }] };
  }
  return readScheduleSpec((field) => {
    const value: unknown = Reflect.get(schedule, field);
    if (value === undefined || value === null) return "";
    return typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : "?";
  });
}

type LeafError = { field: null; message: string };

/** Reads one leaf object field by field; adds errors to a list shared by all leaves. */
export class LeafReader {
  private readonly item: Record<string, unknown>;

  constructor(
    item: unknown,
    private readonly path: string,
    private readonly errors: FieldError[],
  ) {
    const isObject = typeof item === "object" && item !== null && !Array.isArray(item);
    if (!isObject) this.addError("", "A leaf must be an object.");
    this.item = isObject ? (item as Record<string, unknown>) : {};
  }

  private addError(field: string, message: string): void {
    if (this.errors.length < MAX_ERRORS)
      this.errors.push({ path: field ? `${this.path}.${field}` : this.path, message });
  }

  leaf(): Leaf {
    return { leafIndex: this.smallInteger("leafIndex", 0xffff_ffff), ...this.allocation() };
  }

  /** Reads all fields of a leaf except its index. */
  allocation(): Omit<Leaf, "leafIndex"> {
    const before = this.errors.length;
    const allocation = {
      beneficiary: this.address("beneficiary"),
      amount: this.integer("amount", 0n, U64_MAX),
      releaseType: this.releaseType(),
      startTime: this.integer("startTime", I64_MIN, I64_MAX),
      cliffTime: this.integer("cliffTime", I64_MIN, I64_MAX),
      endTime: this.integer("endTime", I64_MIN, I64_MAX),
      milestoneIdx: this.item.milestoneIdx === undefined ? 0 : this.smallInteger("milestoneIdx", 255),
    };
    const broken = this.errors.length === before ? findScheduleError(allocation) : null;
    if (broken) this.addError(broken.field, broken.message);
    return allocation;
  }

  /**
   * Reads an item of the recipient list: one leaf, or the leaves of an allocation with a `schedule` in shares
   * and months.
   */
  allocations(): Omit<Leaf, "leafIndex">[] {
    const { schedule } = this.item;
    if (schedule === undefined || schedule === null) return [this.allocation()];
    const before = this.errors.length;
    const whole = {
      beneficiary: this.address("beneficiary"),
      amount: this.integer("amount", 0n, U64_MAX),
      startTime: this.integer("startTime", I64_MIN, I64_MAX),
    };
    for (const field of ["releaseType", "cliffTime", "endTime", "milestoneIdx"]) {
      if (this.item[field] !== undefined) this.addError(field, `Omit ${field} if there is a schedule.`);
    }
    const reading = readScheduleSpecObject(schedule);
    if ("errors" in reading) {
      for (const { field, message } of reading.errors)
        this.addError(field ? `schedule.${field}` : "schedule", message);
    }
    if ("errors" in reading || this.errors.length > before) return [];
    const composed = composeAllocation({ ...whole, ...reading.spec });
    if ("leaves" in composed) return composed.leaves;
    const { field, message } = composed.error;
    this.addError(isScheduleSpecField(field) ? `schedule.${field}` : field, message);
    return [];
  }

  /** Returns the sibling hashes concatenated, 32 bytes each; null if the leaf has no proof field. */
  proof(): Uint8Array | null {
    const { proof } = this.item;
    if (proof === undefined) return null;
    if (!Array.isArray(proof) || proof.length > MAX_PROOF_LENGTH) {
      this.addError("proof", `A proof must be an array of at most ${MAX_PROOF_LENGTH} hashes.`);
      return null;
    }
    const bytes = new Uint8Array(proof.length * 32);
    for (const [level, hash] of proof.entries()) {
      if (!this.copyHash(hash, bytes, level * 32)) {
        this.addError(`proof.${level}`, "A hash must be an array of 32 byte values.");
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
    this.addError("releaseType", "releaseType must be 0 (cliff), 1 (linear) or 2 (milestone).");
    return ReleaseType.Cliff;
  }

  private address(field: string): string {
    const value = this.item[field];
    if (typeof value === "string" && isAddress(value)) return value;
    this.addError(field, `${field} is not a Solana address (base58, 32 bytes).`);
    return "";
  }

  private smallInteger(field: string, max: number): number {
    const value = this.item[field];
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) return value;
    this.addError(field, `${field} must be a whole number from 0 to ${max}.`);
    return 0;
  }

  private integer(field: string, min: bigint, max: bigint): bigint {
    const value = this.item[field];
    const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text === "string" && /^-?\d{1,20}$/.test(text)) {
      const number = BigInt(text);
      if (number >= min && number <= max) return number;
    }
    this.addError(field, `${field} must be a decimal string from ${min} to ${max}.`);
    return 0n;
  }
}
