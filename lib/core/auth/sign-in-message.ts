/**
 * A Sign-In-With-Solana message. Source: CAIP-122 with its Solana profile, and the sign-in feature of Wallet
 * Standard.
 */
const LINES = [
  "(?<domain>[^\\s/]+) wants you to sign in with your Solana account:",
  "\\n(?<wallet>[1-9A-HJ-NP-Za-km-z]{32,44})",
  "(?:\\n\\n(?<statement>[^\\n]+))?",
  "\\n(?:\\nURI: (?<uri>\\S+))?",
  "(?:\\nVersion: 1)?",
  "(?:\\nChain ID: [\\w:-]+)?",
  "\\nNonce: (?<nonce>[\\w-]{8,})",
  "\\nIssued At: (?<issuedAt>\\S+)",
  "(?:\\nExpiration Time: (?<expirationTime>\\S+))?",
  "(?:\\nNot Before: (?<notBefore>\\S+))?",
  "(?:\\nRequest ID: [^\\n]*)?",
  "(?:\\nResources:(?:\\n- [^\\n]+)*)?",
];
const MESSAGE = new RegExp(`^${LINES.join("")}$`);
/** Date format of RFC 3339. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** The fields that identify the wallet, the domain and the time of a sign-in; times in milliseconds. */
export type SignInMessage = {
  domain: string;
  wallet: string;
  nonce: string;
  issuedAt: number;
  expirationTime: number;
  notBefore: number;
};

/** Parses a sign-in message; null for any other text, or if its URI belongs to another domain. */
export function readSignInMessage(text: string): SignInMessage | null {
  const fields = MESSAGE.exec(text)?.groups;
  const { domain, wallet, nonce, uri } = fields ?? {};
  if (domain === undefined || wallet === undefined || nonce === undefined) return null;
  if (uri !== undefined && !(URL.canParse(uri) && isAt(new URL(uri), domain))) return null;
  const issuedAt = getTime(fields?.issuedAt, Number.NaN);
  const expirationTime = getTime(fields?.expirationTime, Number.POSITIVE_INFINITY);
  const notBefore = getTime(fields?.notBefore, Number.NEGATIVE_INFINITY);
  if ([issuedAt, expirationTime, notBefore].some(Number.isNaN)) return null;
  return { domain, wallet, nonce, issuedAt, expirationTime, notBefore };
}

const isAt = ({ protocol, host }: URL, domain: string) =>
  ["http:", "https:"].includes(protocol) && host === domain.toLowerCase();

function getTime(text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  return DATE.test(text) ? Date.parse(text) : Number.NaN;
}
