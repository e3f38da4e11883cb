import { readAddress } from "@/lib/core/solana/base58";

/** How an argument is laid out in an instruction's data. Integers are little-endian. */
type FieldType =
  | "u8"
  | "u32"
  | "u64"
  | "address"
  /** A byte 0 or 1, then an address. Some encoders keep its 32 zero bytes where there is none. */
  | "optional address"
  /** A byte that says which right over a mint or a token account changes hands. */
  | "authority type"
  /** A u64 length, then UTF-8. */
  | "seed"
  /** A u64 count, then as many addresses. */
  | "addresses"
  /** UTF-8 up to the end of the data. */
  | "text";

export type Field = readonly [name: string, type: FieldType];

/** What an instruction of a known program is called, and all that its data and its accounts mean. */
export type InstructionLayout = {
  name: string;
  /** The roles of its accounts, in order. */
  accounts: readonly string[];
  /** Roles of accounts that may follow those, in order. */
  optional?: readonly string[];
  /** The role of any number of accounts behind them. */
  rest?: string;
  fields?: readonly Field[];
};

export type Argument = [name: string, value: string];

const ADDRESS_BYTES = 32;
/** By their number. Source: spl-token-interface, AuthorityType. */
const AUTHORITY_TYPES = ["mint tokens", "freeze account", "account owner", "close account"];
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A cursor over an instruction's data; reading past its end throws RangeError. */
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

  /** A length that fits the data; larger ones throw. */
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

/** Reads all arguments after `from` bytes; null unless the fields account for every byte of the data. */
export function readFields(fields: readonly Field[], data: Uint8Array, from: number): Argument[] | null {
  const reader = new DataReader(data, from);
  try {
    const read = fields.map(([name, type]): Argument => [name, reader.read(type)]);
    return reader.remaining === 0 ? read : null;
  } catch {
    // Ends early, or is not UTF-8.
    return null;
  }
}

/** The role of each of `count` accounts; null when the instruction takes fewer or more. */
export function accountRoles(
  { accounts, optional = [], rest }: Pick<InstructionLayout, "accounts" | "optional" | "rest">,
  count: number,
): string[] | null {
  const named = [...accounts, ...optional];
  if (count < accounts.length || (count > named.length && rest === undefined)) return null;
  return Array.from({ length: count }, (_, at) => named[at] ?? rest ?? "");
}
