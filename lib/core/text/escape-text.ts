/**
 * Characters that are not displayed as themselves: controls, format characters (bidirectional overrides, zero
 * width), line and paragraph separators, unassigned ones, other blanks, and the fifth and later combining
 * marks on one letter.
 */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=\p{M}{4})\p{M}/gu;

const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Replaces each character that would not be displayed as itself with its code, such as `\u{1b}`. The result
 * is one line, in one direction.
 */
export const escapeInvisible = (text: string): string => text.replace(INVISIBLE, escaped);

/**
 * Escapes third-party text within a line. Two different texts never look the same, and no run of spaces can
 * push the following text to the next row of a terminal.
 */
export const escapeUntrusted = (text: string): string =>
  escapeInvisible(text.replace(/\\(?=u\{)/g, escaped)).replace(/(?<= ) /g, escaped);

/** Returns third-party text in quotes, truncated after `maxCharacters`. */
export function quoteUntrusted(text: string, maxCharacters = 200): string {
  const characters = [...text];
  const shown = escapeUntrusted(characters.slice(0, maxCharacters).join(""));
  const cut = characters.length - maxCharacters;
  return `“${shown}”${cut > 0 ? ` and ${cut} more characters` : ""}`;
}

/** Escapes the text of a JSON document with JSON's own escapes, so that it still parses to the same value. */
export const escapeJson = (json: string): string =>
  json.replace(INVISIBLE, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
