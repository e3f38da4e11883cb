import bs58 from "bs58";
import { ByteReader } from "@/lib/core/solana/transaction/byte-reader";
import { u64Json } from "../encode/json";

/** A parsed instruction with the name and the fields that nodes use. */
export type Parsed = { type: string; info: Record<string, unknown> };

/** Reads the fields of an instruction's data, one after another. */
export class InstructionReader extends ByteReader {
  /** Reads a u64 as a number, as a node shows one. */
  lamports(): number | bigint {
    return u64Json(this.u64());
  }

  address(): string {
    return bs58.encode(this.take(32));
  }

  /** Reads an optional address after its presence byte. */
  optionalAddress(): string | null {
    return this.u8() === 0 ? null : this.address();
  }

  /** Reads a text after its length in eight bytes, the format of the System program's seeds. */
  text(): string {
    return Buffer.from(this.take(Number(this.u64()))).toString("utf8");
  }

  /** Reads the remaining bytes as text. */
  rest(): string {
    return Buffer.from(this.take(this.remaining)).toString("utf8");
  }
}

/** Returns the first accounts of an instruction by name, or null when there are fewer. */
export function nameAccounts<Name extends string>(
  accounts: string[],
  names: readonly Name[],
): Record<Name, string> | null {
  if (accounts.length < names.length) return null;
  return Object.fromEntries(names.map((name, index) => [name, accounts[index]])) as Record<Name, string>;
}
