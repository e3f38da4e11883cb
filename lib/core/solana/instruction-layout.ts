import { readAddress } from "@/lib/core/solana/base58";

/** The encoding of an argument in an instruction's data. Integers are little-endian. */
type FieldType =
  | "u8"
  | "u32"
  | "u64"
  | "address"
  /** A byte 0 or 1, then an address. Some encoders write 32 zero bytes for an absent address. */
  | "optional address"
  /** A byte that identifies the authority over a mint or a token account that changes. */
  | "authority type"
  /** A u64 length, then UTF-8. */
  | "seed"
  /** A u64 count, then that many addresses. */
  | "addresses"
  /** UTF-8 up to the end of the data. */
  | "text";

export type Field = readonly [name: string, type: FieldType];

/** The name of an instruction of a known program, and the meaning of its data and accounts. */
export type InstructionLayout = {
  name: string;
  /** The roles of its accounts, in order. */
  accounts: readonly string[];
  /** The roles of accounts that may follow, in order. */
  optional?: readonly string[];
  /** The role of any further accounts. */
  rest?: string;
  fields?: readonly Field[];
};

export type Argument = [name: string, value: string];

const ADDRESS_BYTES = 32;
/** Names by number. Source: spl-token-interface, AuthorityType. */
const AUTHORITY_TYPES = ["mint tokens", "freeze account", "account owner", "close account"];
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A cursor over an instruction's data.
 * @throws RangeError on a read past its end.
 */
class DataReader {
  private at: number;
  private readonly view: DataView;

  constructor(
    private readonly data: Uint8Array,
    from: number,
  ) {
    this.at = from;
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  get remaining(): number {
    return this.data.length - this.at;
  }

  take(length: number): Uint8Array {
    if (length > this.remaining) throw new RangeError("The data ends early.");
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }

  u8 = (): number => this.take(1)[0] ?? 0;

  u32(): number {
    this.take(4);
    return this.view.getUint32(this.at - 4, true);
  }

  u64(): bigint {
    this.take(8);
    return this.view.getBigUint64(this.at - 8, true);
  }

  address = (): string => readAddress(this.take(ADDRESS_BYTES), 0);

  optionalAddress(): string {
    const tag = this.u8();
    if (tag > 1) throw new RangeError("The option is neither absent nor present.");
    if (tag === 1) return this.address();
    if (this.remaining > 0 && this.take(ADDRESS_BYTES).some((byte) => byte !== 0))
      throw new RangeError("An absent address has bytes.");
    return "none";
  }

  authorityType(): string {
    const type = AUTHORITY_TYPES[this.u8()];
    if (type === undefined) throw new RangeError("The type of the authority is unknown.");
    return type;
  }

  /** Reads a length and checks that the data contains that many items. */
  length(unit: number): number {
    const count = this.u64();
    if (count * BigInt(unit) > BigInt(this.remaining)) throw new RangeError("The data ends early.");
    return Number(count);
  }

  read(type: FieldType): string {
    switch (type) {
      case "u8":
        return String(this.u8());
      case "u32":
        return String(this.u32());
      case "u64":
        return String(this.u64());
      case "address":
        return this.address();
      case "optional address":
        return this.optionalAddress();
      case "authority type":
        return this.authorityType();
      case "seed":
        return utf8.decode(this.take(this.length(1)));
      case "addresses":
        return Array.from({ length: this.length(ADDRESS_BYTES) }, this.address).join(", ");
      case "text":
        return utf8.decode(this.take(this.remaining));
    }
  }
}

/** Reads all arguments after `from` bytes; null unless the fields cover every byte of the data. */
export function readFields(fields: readonly Field[], data: Uint8Array, from: number): Argument[] | null {
  const reader = new DataReader(data, from);
  try {
    const read = fields.map(([name, type]): Argument => [name, reader.read(type)]);
    return reader.remaining === 0 ? read : null;
  } catch {
    // The data ends early, or is not UTF-8.
    return null;
  }
}

/** Returns the role of each of `count` accounts; null if the instruction takes fewer or more. */
export function accountRoles(
  { accounts, optional = [], rest }: Pick<InstructionLayout, "accounts" | "optional" | "rest">,
  count: number,
): string[] | null {
  const named = [...accounts, ...optional];
  if (count < accounts.length || (count > named.length && rest === undefined)) return null;
  return Array.from({ length: count }, (_, at) => named[at] ?? rest ?? "");
}
