/**
 * Characters that are not shown as themselves: controls, format characters (bidirectional overrides, zero width), line
 * and paragraph separators, unassigned ones, blanks that look like a space or like nothing, and the fifth combining mark
 * on one letter.
 */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=\p{M}{4})\p{M}/gu;

const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** Replaces each character that would not be shown as itself by its code, such as `\u{1b}`: one line, in one direction. */
export const escapeInvisible = (text: string): string => text.replace(INVISIBLE, escaped);

/**
 * The same for a text of unknown origin that stands within a line. Two texts never look alike, and no run of spaces can
 * push what follows to where a terminal begins its next row.
 */
export const escapeForeign = (text: string): string =>
  escapeInvisible(text.replace(/\\(?=u\{)/g, escaped)).replace(/(?<= ) /g, escaped);

/** A text of unknown origin in quotes, cut after `maxCharacters`. */
export function quoteForeign(text: string, maxCharacters = 200): string {
  const characters = [...text];
  const shown = escapeForeign(characters.slice(0, maxCharacters).join(""));
  const cut = characters.length - maxCharacters;
  return `“${shown}”${cut > 0 ? ` and ${cut} more characters` : ""}`;
}

/** The same for the text of a JSON document, by JSON's own escapes, so that it still parses to the same value. */
export const escapeJson = (json: string): string =>
  json.replace(INVISIBLE, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
