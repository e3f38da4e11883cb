import bs58 from "bs58";

/** Decoded bytes, or the decoder's error in a node's words, which come from the node's Rust crates. */
export type Decoded = { bytes: Uint8Array } | { error: string };

const BASE58_CHARACTER = /^[1-9A-HJ-NP-Za-km-z]$/;
const BASE64_CHARACTER = /^[A-Za-z0-9+/]$/;
const MAX_ASCII = 0x7f;

export function decodeBase58(text: string): Decoded {
  const bytes = bs58.decodeUnsafe(text);
  return bytes ? { bytes } : { error: base58Error(text) };
}

function base58Error(text: string): string {
  let index = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) > MAX_ASCII) return `NonAsciiCharacter { index: ${index} }`;
    if (!BASE58_CHARACTER.test(character)) {
      return `InvalidCharacter { character: ${debugCharacter(character)}, index: ${index} }`;
    }
    index++;
  }
  return "BufferTooSmall";
}

/** Formats a character as Rust's Debug does. */
function debugCharacter(character: string): string {
  const escaped = character === "'" ? "\\'" : JSON.stringify(character).slice(1, -1);
  return `'${escaped === '\\"' ? '"' : escaped}'`;
}

export function decodeBase64(text: string): Decoded {
  const error = base64Error(Buffer.from(text, "utf8"));
  return error === null ? { bytes: Buffer.from(text, "base64") } : { error };
}

const PADDING = 0x3d;

function base64Error(text: Uint8Array): string | null {
  const firstPadding = text.indexOf(PADDING);
  const end = firstPadding === -1 ? text.length : firstPadding;
  for (const [index, byte] of text.entries()) {
    const isPadding = byte === PADDING && index % 4 >= 2 && index >= text.length - 2;
    if (index < end ? !BASE64_CHARACTER.test(String.fromCharCode(byte)) : !isPadding) {
      return `InvalidByte(${index}, ${byte})`;
    }
  }
  if (end % 4 === 1) return `InvalidLength(${text.length})`;
  if (text.length % 4 !== 0) return "InvalidPadding";
  const last = text[end - 1] ?? 0;
  const canonical = Buffer.from(
    Buffer.from(text.subarray(Math.floor((end - 1) / 4) * 4)).toString(),
    "base64",
  );
  return end % 4 !== 0 && canonical.toString("base64").charCodeAt((end % 4) - 1) !== last
    ? `InvalidLastSymbol(${end - 1}, ${last})`
    : null;
}
