import { Keypair } from "@solana/web3.js";
import nacl from "tweetnacl";
import { afterEach, describe, expect, test } from "vitest";
import { EnvError, readEnv } from "@/lib/service/env";
import { openSponsor, SignerFailedError } from "@/lib/service/sponsor/signer";
import {
  SIGNER_SECRET,
  type SignerRequest,
  signerSettings,
  startSigner,
  writeKeyFile,
} from "@/tests/support/sponsor";

const key = Keypair.generate();
const CAMPAIGN = Keypair.generate().publicKey.toBase58();
const message = new TextEncoder().encode("a message");

const open = (settings: Record<string, string>, timeoutMs = 4_000) =>
  openSponsor(readEnv({ SPONSOR_CAMPAIGNS: CAMPAIGN, ...settings }), { timeoutMs });

function getFailure(settings: Record<string, string>): string {
  try {
    open(settings);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "";
}

describe("a key file", () => {
  test("signs as the key's address", async () => {
    const sponsor = open({ SPONSOR_KEY_FILE: writeKeyFile(key) });
    expect(sponsor?.address).toBe(key.publicKey.toBase58());
    const signature = (await sponsor?.sign(message)) ?? new Uint8Array();
    expect(nacl.sign.detached.verify(message, signature, key.publicKey.toBytes())).toBe(true);
  });

  test.each([0o640, 0o604, 0o666, 0o644])("a key file with mode %o stops the start", (mode) => {
    expect(getFailure({ SPONSOR_KEY_FILE: writeKeyFile(key, { mode }) })).toMatch(/chmod 600/);
  });

  test.each([
    "",
    "[]",
    "{}",
    JSON.stringify([...key.secretKey.slice(0, 63)]),
    JSON.stringify([...key.secretKey.slice(0, 63), key.secretKey[63] === 0 ? 1 : 0]),
    JSON.stringify([...key.secretKey.slice(0, 63), 256]),
  ])("a file without a key stops the start, and no message contains its content", (text) => {
    const failure = getFailure({ SPONSOR_KEY_FILE: writeKeyFile(key, { text }) });
    expect(failure).toMatch(/not a key file of solana-keygen/);
    expect(failure).not.toContain(String(key.secretKey[0]));
  });

  test("the key of another address than SPONSOR_ADDRESS stops the start, as a missing file does", () => {
    const path = writeKeyFile(key);
    expect(getFailure({ SPONSOR_KEY_FILE: path, SPONSOR_ADDRESS: CAMPAIGN })).toMatch(/not the address/);
    expect(getFailure({ SPONSOR_KEY_FILE: `${path}-missing` })).toMatch(/cannot be read \(ENOENT\)/);
  });
});

test("requires the campaigns, and a secret and an address for a signer over HTTP", () => {
  const url = "http://127.0.0.1:1/sign";
  expect(() => readEnv({ SPONSOR_KEY_FILE: "/key" })).toThrow(/SPONSOR_CAMPAIGNS must list/);
  expect(() => readEnv({ SPONSOR_SIGNER_URL: url, SPONSOR_CAMPAIGNS: CAMPAIGN })).toThrow(
    /SPONSOR_SIGNER_URL also requires SPONSOR_SIGNER_SECRET and SPONSOR_ADDRESS/,
  );
  const both = { SPONSOR_KEY_FILE: "/key", ...signerSettings(url, key), SPONSOR_CAMPAIGNS: CAMPAIGN };
  expect(() => readEnv(both)).toThrow(/cannot both be set/);
  expect(openSponsor(readEnv({}))).toBeNull();
});

describe("a signer over HTTP", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  const sign = (text: string, signer = key) =>
    Buffer.from(nacl.sign.detached(Buffer.from(text, "base64"), signer.secretKey)).toString("base64");

  async function getSponsor(answer: Parameters<typeof startSigner>[0], timeoutMs?: number) {
    const signer = await startSigner(answer);
    closing.push(signer.close);
    return { signer, sponsor: open(signerSettings(`${signer.url}/sign`, key), timeoutMs) };
  }

  test("receives the secret and the message, and its signature is used", async () => {
    const { sponsor, signer } = await getSponsor(({ message: text }, response) =>
      response.end(JSON.stringify({ signature: sign(text) })),
    );
    const signature = (await sponsor?.sign(message)) ?? new Uint8Array();
    expect(nacl.sign.detached.verify(message, signature, key.publicKey.toBytes())).toBe(true);
    expect(signer.requests).toEqual([
      {
        authorization: `Bearer ${SIGNER_SECRET}`,
        address: key.publicKey.toBase58(),
        message: Buffer.from(message).toString("base64"),
      },
    ]);
  });

  type Lie = (request: SignerRequest) => unknown;
  test.each<[string, Lie]>([
    ["a signature of another message", () => ({ signature: sign("AAAA") })],
    ["a signature of another key", ({ message: text }) => ({ signature: sign(text, Keypair.generate()) })],
    ["a short signature", ({ message: text }) => ({ signature: sign(text).slice(0, 40) })],
    ["zeros", () => ({ signature: Buffer.alloc(64).toString("base64") })],
    ["another field", ({ message: text }) => ({ signed: sign(text) })],
    ["a list", () => []],
    ["megabytes", () => ({ signature: "A".repeat(5_000_000) })],
  ])("a signer that responds with %s fails", async (_, lie) => {
    const { sponsor } = await getSponsor((request, response) => response.end(JSON.stringify(lie(request))));
    await expect(sponsor?.sign(message)).rejects.toThrow(SignerFailedError);
  });

  test("a signer that hangs, before or within its response, fails in time", async () => {
    const silent = await getSponsor(() => undefined, 300);
    const slow = await getSponsor((_, response) => response.write('{"signature":'), 300);
    const started = performance.now();
    for (const { sponsor } of [silent, slow])
      await expect(sponsor?.sign(message)).rejects.toThrow("did not respond within 300 ms");
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  test("a signer that redirects, refuses or is unreachable fails, and no message contains its URL or secret", async () => {
    const redirecting = await getSponsor((_, response) => response.writeHead(307, { location: "/" }).end());
    const refusing = await getSponsor((_, response) => response.writeHead(401).end("{}"));
    const away = open(signerSettings("http://user:password@127.0.0.1:1/sign", key));
    for (const sponsor of [redirecting.sponsor, refusing.sponsor, away]) {
      const failure: unknown = await sponsor?.sign(message).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SignerFailedError);
      expect(String(failure)).not.toMatch(/password|127\.0\.0\.1|secret/);
    }
  });
});
