/** `allowsHttp` is true on a service that may send to its own machine, by `WEBHOOKS_ALLOW_PRIVATE`. */
export type ReceiverRules = { allowsHttp: boolean };

/** Returns why messages cannot be sent to a URL, as far as its text shows, or null. */
export function findReceiverUrlError(text: string, { allowsHttp }: ReceiverRules): string | null {
  if (!URL.canParse(text)) return "must be a URL such as https://example.com/webhooks";
  const { protocol, username, password, hash } = new URL(text);
  if (protocol !== "https:" && !(allowsHttp && protocol === "http:")) return "must begin with https://";
  if (username || password) return "must not contain a user name or password; messages are signed";
  return hash ? "must not contain a # fragment" : null;
}
