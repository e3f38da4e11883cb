import bs58 from "bs58";

/** Borsh written by hand, so that the codecs are checked against independent code. */
export const borsh = {
  u8: (value: number) => Buffer.from([value]),
  bool: (value: boolean) => Buffer.from([value ? 1 : 0]),
  u32: (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  },
  u64: (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return bytes;
  },
  i64: (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  key: (value: string) => Buffer.from(bs58.decode(value)),
  hex: (value: string) => Buffer.from(value, "hex"),
  option: (value: Buffer | null) =>
    value === null ? Buffer.from([0]) : Buffer.concat([Buffer.from([1]), value]),
};
