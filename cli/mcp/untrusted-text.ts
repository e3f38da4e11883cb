import { MAX_LEAF_PROOFS } from "@/lib/contract/response-proof";
import { escapeUntrusted } from "@/lib/core/text/escape-text";
import { ToolRefusedError } from "./context";

/** Text of a creator, the service or a node, as an answer shows it. */
export type UntrustedText = { untrusted: string };

const MAX_CHARACTERS = 200;
const MAX_DEPTH = 12;
/** As long as the longest list of the service. */
const MAX_ITEMS = MAX_LEAF_PROOFS;

/** Values of the API that are not prose: numbers, addresses, hashes, signatures, codes, dates, cursors. */
const MACHINE_VALUE = /^[-\w.:+/=]{0,128}$/;
/** Fields that creators fill in. */
const WRITTEN_FIELDS: ReadonlySet<string> = new Set(["name", "description", "campaignName", "logoUri"]);

/** Marks a text as untrusted. Controls, invisible characters and runs of blanks are escaped, and a long text is cut. */
export function untrustedText(text: string, maxCharacters = MAX_CHARACTERS): UntrustedText {
  const characters = [...text];
  const shown = escapeUntrusted(characters.slice(0, maxCharacters).join(""));
  return { untrusted: characters.length > maxCharacters ? `${shown}…` : shown };
}

/**
 * Returns an answer of the service in which every text that can be prose is marked as untrusted, whatever field it
 * is in. Numbers, addresses and codes stay as they are.
 * @throws ToolRefusedError for an answer that is deeper or longer than the service's own
 */
export function markUntrusted(value: unknown, field = "", depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new ToolRefusedError("The service's response has too many levels.");
  if (typeof value === "string")
    return WRITTEN_FIELDS.has(field) || !MACHINE_VALUE.test(value) ? untrustedText(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS)
      throw new ToolRefusedError(`The service's response has a list of ${value.length} items.`);
    return value.map((item) => markUntrusted(item, field, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, markUntrusted(item, name, depth + 1)]),
  );
}
