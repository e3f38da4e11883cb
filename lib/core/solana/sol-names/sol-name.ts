/** Top-level domains whose names the name service program stores. */
const NAME_TLDS = ["sol", "sns"] as const;
type NameTld = (typeof NAME_TLDS)[number];

/** Maximum names of one list or request. */
export const MAX_NAMES = 1_000;
/** Maximum characters of one label, as in the domain name system. */
const MAX_LABEL = 63;
/** Two labels, two dots and a top-level domain. */
const MAX_NAME_CHARACTERS = 2 * MAX_LABEL + 5;

/** A domain, or a subdomain whose `parent` is the label of its domain. Labels are in lower case. */
export type SolName = { name: string; label: string; parent: string | null; tld: NameTld };

/** Reasons why a name has no address that can receive an allocation. */
export const NAME_PROBLEMS = [
  "length",
  "tld",
  "levels",
  "characters",
  "tld-moved",
  "no-service",
  "not-found",
  "program-account",
  "no-holder",
  "too-many-tokens",
  "invalid-record",
  "malformed",
] as const;

export type NameProblem = (typeof NAME_PROBLEMS)[number];

/** Reasons why a text is not a name that can be resolved. */
type NameSyntaxProblem = Extract<NameProblem, "length" | "tld" | "levels" | "characters">;

/** The proof of an address: a record of the name, its owner, or the holder of its token. */
export const NAME_SOURCES = ["record-v2", "record-v1", "owner", "token-holder"] as const;
export type NameSource = (typeof NAME_SOURCES)[number];

const LABEL = /^[a-z\d_-]+$/;

/** Returns whether a text that is not an address looks like a name: it ends with a dot and letters. */
export const isNameText = (text: string): boolean => /\.[a-z]{2,12}$/i.test(text);

/**
 * Parses a name such as `alice.sol` or `pay.alice.sol`, in any case. Only ASCII letters, digits, hyphens and
 * underscores are accepted, because look-alike characters would name another account.
 */
export function parseSolName(text: string): SolName | NameSyntaxProblem {
  if (text.length > MAX_NAME_CHARACTERS) return "length";
  const name = text.toLowerCase();
  const labels = name.split(".");
  const tld = NAME_TLDS.find((known) => known === labels.at(-1));
  if (!tld) return "tld";
  // Lower case of other scripts can be ASCII, such as of the Kelvin sign.
  if (name !== text && !/^[\x21-\x7e]+$/.test(text)) return "characters";
  const own = labels.slice(0, -1);
  if (own.length === 0 || own.length > 2) return "levels";
  if (!own.every((label) => LABEL.test(label))) return "characters";
  if (own.some((label) => label.length > MAX_LABEL)) return "length";
  const [label, parent = null] = own as [string, string?];
  return { name, label, parent, tld };
}
