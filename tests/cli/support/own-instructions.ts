import { PublicKey } from "@solana/web3.js";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { IDL } from "@/lib/core/solana/idl/idl";

const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n)).toBase58();

type Type =
  | string
  | { option: Type }
  | { array: [Type, number] }
  | { vec: Type }
  | { defined: { name: string } };

/** The bytes of a value of an IDL type, each of them `fill`; written without the codec, which is under test. */
function toBytes(type: Type, fill: number): number[] {
  const sizes: Record<string, number> = { bool: 1, u8: 1, u32: 4, u64: 8, i64: 8, pubkey: 32 };
  if (typeof type === "string") return new Array(sizes[type] ?? 0).fill(type === "bool" ? 1 : fill);
  if ("option" in type) return [1, ...toBytes(type.option, fill)];
  if ("array" in type)
    return Array.from({ length: type.array[1] }).flatMap(() => toBytes(type.array[0], fill));
  if ("vec" in type) return [2, 0, 0, 0, ...toBytes(type.vec, fill), ...toBytes(type.vec, fill)];
  const struct = IDL.types.find(({ name }) => name === type.defined.name);
  return (struct?.type.fields ?? []).flatMap((field: { type: unknown }) => toBytes(field.type as Type, fill));
}

/** One complete instruction of every kind that the vesting program has, with small and with extreme arguments. */
export function ownInstructions() {
  return IDL.instructions.flatMap(({ discriminator, accounts, args }) =>
    [0x01, 0x7f, 0xff].map((fill) => ({
      program: DEFAULT_PROGRAM_ID,
      accounts: accounts.map((_, at) => key(40 + at)),
      data: Uint8Array.from([
        ...discriminator,
        ...args.flatMap(({ type }: { type: unknown }) => toBytes(type as Type, fill)),
      ]),
    })),
  );
}
