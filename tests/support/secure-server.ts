import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { listenLocally } from "./local-server";

/** The certificate of `one.test`, `two.test` and 127.0.0.1, which only tests trust. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBN2ZXN0aW5n
LWluZGV4IHRlc3RzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAe
MRwwGgYDVQQDDBN2ZXN0aW5nLWluZGV4IHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAEQYa/SgWESNWR0QZiToKNeDubq7411kNTIoBY/BEkKkXBR246VtOg
qQGtQHpbGUbBpx28m+T7s9YWYo8BlZMuOaNUMFIwIwYDVR0RBBwwGoIIb25lLnRl
c3SCCHR3by50ZXN0hwR/AAABMAwGA1UdEwQFMAMBAf8wHQYDVR0OBBYEFFLa3aUe
CKHpHIF3TLdupGOyqNv/MAoGCCqGSM49BAMCA0cAMEQCIFZ1nI+1izfwcKiFEt7v
IG+RXQvtbFE5Rz2sekS9yBcZAiAy96iz87A5VLfBjt6rjOz0n8u4OUFmUNgP0hbi
mzu3kg==
-----END CERTIFICATE-----`;

/** The key of `TEST_CERTIFICATE`. */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTHDXTVQ6wZZuy1XA
QJX5qrFHtqFTq+1OOmic/tFEVMyhRANCAARBhr9KBYRI1ZHRBmJOgo14O5urvjXW
Q1MigFj8ESQqRcFHbjpW06CpAa1AelsZRsGnHbyb5Puz1hZijwGVky45
-----END PRIVATE KEY-----`;

/**
 * Starts an https server on 127.0.0.1. `origin` names it as a host of its certificate; `reached` counts
 * connections.
 */
export async function startSecureServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, answer);
  let reached = 0;
  server.on("connection", () => {
    reached++;
  });
  const { port, close } = await listenLocally(server);
  return {
    port,
    close,
    origin: (host: "one.test" | "two.test" | "127.0.0.1") => `https://${host}:${port}`,
    reached: () => reached,
  };
}
