import bs58 from "bs58";
import { ByteReader } from "../../bank/transactions/byte-reader";
import { u64Json } from "../encode/json";

/** What an instruction does, by the name and in the fields that nodes use. */
export type Parsed = { type: string; info: Record<string, unknown> };

/** Reads the fields of an instruction's data, one after another. */
export class InstructionReader extends ByteReader {
  /** A u64 as a number, where a node shows one. */
  lamports(): number | bigint {
    return u64Json(this.u64());
  }

  address(): string {
    return bs58.encode(this.take(32));
  }

  /** An address behind a byte that says whether there is one. */
  optionalAddress(): string | null {
    return this.u8() === 0 ? null : this.address();
  }

  /** A text behind its length in eight bytes, as the System program has seeds. */
  text(): string {
    return Buffer.from(this.take(Number(this.u64()))).toString("utf8");
  }

  /** All that is left, as text. */
  rest(): string {
    return Buffer.from(this.take(this.remaining)).toString("utf8");
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
