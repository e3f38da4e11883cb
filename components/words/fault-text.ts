import type { Message, Words } from "@/lib/core/words/words";

/**
 * What an error says, in the reader's language where it is a sentence of ours without anything in it: errors keep the English
 * one, and so do the answers of the API. Anything else stays as it is.
 */
export function faultText(t: Words, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // A brace of somebody else's text is no placeholder.
  return /[{}]/.test(said) ? said : t(said as Message);
}
