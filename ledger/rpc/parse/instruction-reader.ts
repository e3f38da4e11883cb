import bs58 from "bs58";
import { u64Json } from "../encode/json";

/** What an instruction does, by the name and in the fields that nodes use. */
export type Parsed = { type: string; info: Record<string, unknown> };

/** An instruction's data ends before its fields do. */
export class OutOfBytes extends Error {}

/** Reads the fields of an instruction's data, one after another. */
export class InstructionReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private take(length: number): number {
    const start = this.at;
    if (start + length > this.bytes.length) throw new OutOfBytes();
    this.at += length;
    return start;
  }

  get isEmpty(): boolean {
    return this.at === this.bytes.length;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  u64(): bigint {
    return this.view.getBigUint64(this.take(8), true);
  }

  /** A u64 as a number, where a node shows one. */
  lamports(): number | bigint {
    return u64Json(this.u64());
  }

  address(): string {
    const start = this.take(32);
    return bs58.encode(this.bytes.subarray(start, start + 32));
  }

  /** An address behind a byte that says whether there is one. */
  optionalAddress(): string | null {
    return this.u8() === 0 ? null : this.address();
  }

  /** A text behind its length in eight bytes, as the System program has seeds. */
  text(): string {
    const length = Number(this.u64());
    const start = this.take(length);
    return Buffer.from(this.bytes.subarray(start, start + length)).toString("utf8");
  }

  /** All that is left, as text. */
  rest(): string {
    const start = this.take(this.bytes.length - this.at);
    return Buffer.from(this.bytes.subarray(start)).toString("utf8");
  }
}

/** The first accounts of an instruction by name, or null when there are fewer. */
export function nameAccounts<Name extends string>(
  accounts: string[],
  names: readonly Name[],
): Record<Name, string> | null {
  if (accounts.length < names.length) return null;
  return Object.fromEntries(names.map((name, index) => [name, accounts[index]])) as Record<Name, string>;
}
