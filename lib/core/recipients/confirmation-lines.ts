import { isAddress } from "@/lib/core/solana/addresses";

/** The limits of a list of wallet confirmations. Lengths are in UTF-16 code units. */
export const MAX_CONFIRMATION_RECIPIENTS = 10_000;
export const MAX_REFERENCE_CHARACTERS = 80;
export const MAX_LIST_NAME_CHARACTERS = 100;

/**
 * Matches text of one line. Control characters and marks that change the direction of text could hide what a
 * name says.
 */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** The format of a list's ID. */
export const CONFIRMATION_LIST_ID = /^cl_[A-Za-z0-9_-]{22}$/;

/** A recipient of a list. One without a wallet receives an invite and is known by its reference. */
export type ConfirmationRecipientInput = { wallet?: string; reference?: string };

export type LineProblem = "too many" | "reference too long" | "unreadable" | "duplicate";

/** `line` is counted from 1, for the first problem of a text. */
export type ReadLines = { recipients: ConfirmationRecipientInput[] } | { problem: LineProblem; line: number };

/**
 * Reads one recipient per line: a wallet, a name, or both in either order with a comma, semicolon or tab
 * between them. Skips empty lines.
 */
export function readConfirmationLines(text: string): ReadLines {
  const recipients: ConfirmationRecipientInput[] = [];
  const keys = new Set<string>();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const recipient = readLine(raw);
    if (!recipient) continue;
    const key = recipientKey(recipient);
    const problem = recipientProblem(recipient, recipients.length) ?? (keys.has(key) ? "duplicate" : null);
    if (problem) return { problem, line: index + 1 };
    keys.add(key);
    recipients.push(recipient);
  }
  return { recipients };
}

/** Returns why a recipient cannot follow `count` others of a list, or null. */
export function recipientProblem(
  { reference = "" }: ConfirmationRecipientInput,
  count: number,
): Exclude<LineProblem, "duplicate"> | null {
  if (count === MAX_CONFIRMATION_RECIPIENTS) return "too many";
  if (reference.length > MAX_REFERENCE_CHARACTERS) return "reference too long";
  return ONE_LINE.test(reference) ? null : "unreadable";
}

/**
 * Returns the key by which recipients of a list must differ: the wallet, or the reference of a recipient
 * without a wallet.
 */
export const recipientKey = ({ wallet, reference = "" }: ConfirmationRecipientInput): string =>
  wallet === undefined ? `reference ${reference}` : `wallet ${wallet}`;

function readLine(raw: string): ConfirmationRecipientInput | null {
  const line = unquoted(raw.replace(/^\ufeff/, ""));
  if (line === "") return null;
  if (isAddress(line)) return { wallet: line };
  const [, first = "", second = ""] = /^([^,;\t]*)[,;\t](.*)$/.exec(line) ?? [];
  const [before, after] = [unquoted(first), unquoted(second)];
  if (isAddress(before)) return withReference(before, after);
  const [, name = "", wallet = ""] = /^(.*)[,;\t]([^,;\t]*)$/.exec(line) ?? [];
  if (isAddress(unquoted(wallet))) return withReference(unquoted(wallet), unquoted(name));
  return { reference: line };
}

const withReference = (wallet: string, reference: string): ConfirmationRecipientInput =>
  reference === "" ? { wallet } : { wallet, reference };

/** Removes surrounding white space and the quotes of a CSV cell. */
function unquoted(text: string): string {
  const cell = text.trim();
  return /^"[^"]*"$/.test(cell) ? cell.slice(1, -1).trim() : cell;
}
