import type { Message, Translator } from "@/lib/core/i18n/translator";

/**
 * Returns the message of an error, translated if the message is known and has no placeholders. Errors and API
 * responses carry the English message. Other texts are returned unchanged.
 */
export function errorText(t: Translator, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // A brace in a foreign text is not a placeholder.
  return /[{}]/.test(text) ? text : t(text as Message);
}
