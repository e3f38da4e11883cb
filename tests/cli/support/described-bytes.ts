import bs58 from "bs58";

/** How many bytes of the data say which instruction it is. Source: the programs' interfaces. */
const TAG_BYTES: Readonly<Record<string, readonly number[]>> = {
  "11111111111111111111111111111111": [4],
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: [1],
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: [0, 1],
  ComputeBudget111111111111111111111111111111: [1],
  AddressLookupTab1e1111111111111111111111111: [4],
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: [0],
};
const AUTHORITY_TYPES = ["mint tokens", "freeze account", "account owner", "close account"];

const littleEndian = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Number((BigInt.asUintN(64, value) >> BigInt(8 * at)) & 0xffn));

/** Every way in which a printed value may stand in an instruction's data. */
function encodings(printed: string): number[][] {
  const text = printed.replace(/\\u\{([\da-f]+)\}/g, (_, code) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const utf8 = [...new TextEncoder().encode(text)];
  const found = [utf8, [...littleEndian(BigInt(utf8.length), 8), ...utf8]];
  const [number] = /^-?\d+(?= \(|$)/.exec(printed) ?? [];
  if (number !== undefined) {
    const value = BigInt(number);
    for (const size of [8, 4, 1]) {
      if (value < 2n ** BigInt(8 * size)) found.push(littleEndian(value, size));
    }
  }
  const keys = printed.split(", ").map((part) => bs58.decodeUnsafe(part));
  if (keys.every((key) => key?.length === 32)) {
    const bytes = keys.flatMap((key) => [...(key ?? [])]);
    found.push(bytes, [...littleEndian(BigInt(keys.length), 8), ...bytes]);
  }
  if (printed === "none") found.push([0, ...new Array(32).fill(0)], [0]);
  if (printed === "true" || printed === "false") found.push([printed === "true" ? 1 : 0]);
  if (AUTHORITY_TYPES.includes(printed)) found.push([AUTHORITY_TYPES.indexOf(printed)]);
  if (/^(?:[\da-f]{2})+$/.test(printed)) found.push([...Buffer.from(printed, "hex")]);
  // Present options have a 1 before their value.
  return [...found, ...found.map((bytes) => [1, ...bytes])];
}

/** Returns whether the printed values cover every byte of the data from `at` on. */
function accountsFor(data: Uint8Array, at: number, values: readonly string[]): boolean {
  const [value, ...others] = values;
  if (value === undefined) return at === data.length;
  const [, hashes] = /^(\d+) hashes$/.exec(value) ?? [];
  // A proof decides only whether the program takes the claim.
  if (hashes !== undefined) return accountsFor(data, at + 4 + 32 * Number(hashes), others);
  return encodings(value).some(
    (bytes) =>
      at + bytes.length <= data.length &&
      bytes.every((byte, position) => data[at + position] === byte) &&
      accountsFor(data, at + bytes.length, others),
  );
}

export type SignedInstruction = { program: string; accounts: readonly string[]; data: Uint8Array };

/**
 * Checks the printed lines of one instruction against its bytes, without the code that described it: every account is
 * printed, and every byte of the data is in a printed value, or the whole data in hex.
 */
export function isDescribedCompletely(
  lines: readonly string[],
  { program, accounts, data }: SignedInstruction,
  ownProgram: string,
): boolean {
  const [title = "", ...rest] = lines;
  const accountLines = rest.slice(0, accounts.length);
  const values = rest.slice(accounts.length).map((line) => line.replace(/^ {3}[^:]+: /, ""));
  const hasAccounts = accounts.every((account, at) => accountLines[at]?.endsWith(`: ${account}`) === true);
  if (!hasAccounts) return false;
  if (/^\d+\. UNKNOWN INSTRUCTION/.test(title)) {
    const hex = Buffer.from(data).toString("hex");
    return values.length === 1 && (values[0] === hex || (hex === "" && rest.at(-1) === "   data: none"));
  }
  const tags = program === ownProgram ? [8] : (TAG_BYTES[program] ?? []);
  return tags.some((tag) => accountsFor(data, tag, values));
}
