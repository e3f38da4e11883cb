import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { beforeEach, describe, expect, test } from "vitest";
import { readAuthorization, walletAuthorization, walletMessageBytes } from "@/lib/core/auth/wallet-message";
import { issueNonce, requireWallet } from "@/lib/service/auth/wallet";
import { readEnv } from "@/lib/service/env";
import { createMemoryStore } from "@/lib/service/kv/memory";
import { createWallet, type Wallet } from "@/tests/support/http";

const START_MS = 1_760_000_000_000;
let nowMs = START_MS;
let services = { kv: createMemoryStore(() => nowMs), nowMs: () => nowMs, env: readEnv({}) };
const wallet = createWallet();

beforeEach(() => {
  nowMs = START_MS;
  services = { kv: createMemoryStore(() => nowMs), nowMs: () => nowMs, env: readEnv({}) };
});

const signed = (fields: unknown, signer: Wallet = wallet) => {
  const message = new TextEncoder().encode(JSON.stringify(fields));
  return walletAuthorization(nacl.sign.detached(message, signer.secretKey), message);
};
const fields = async (over: object = {}) => {
  const { nonce, serverTime } = await issueNonce(services);
  return { nonce, timestamp: serverTime, wallet: wallet.address, ...over };
};
const ask = async (authorization?: string) => {
  const request = new Request("http://localhost/", { headers: authorization ? { authorization } : {} });
  return (await requireWallet(request, services)).wallet;
};

const refusal = {
  code: "UNAUTHORIZED",
  headers: { "www-authenticate": 'Bearer realm="wallet", SolanaTransaction realm="wallet"' },
};

describe("a signed message", () => {
  test("proves its wallet, once", async () => {
    const header = signed(await fields());
    expect(await ask(header)).toBe(wallet.address);
    await expect(ask(header)).rejects.toMatchObject(refusal);
  });

  test("may be in base64 or base64url, padded or not", async () => {
    for (const encoding of ["base64", "base64url", "padded"] as const) {
      const message = walletMessageBytes(await fields());
      const encode = (bytes: Uint8Array) => {
        const text = Buffer.from(bytes).toString(encoding === "base64" ? "base64" : "base64url");
        return encoding === "padded" ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text;
      };
      const signature = nacl.sign.detached(message, wallet.secretKey);
      expect(await ask(`Bearer ${encode(signature)}.${encode(message)}`)).toBe(wallet.address);
    }
  });

  test("is taken up to five minutes old, by the server's clock", async () => {
    const header = signed(await fields());
    const late = signed(await fields());
    nowMs += 299_999;
    expect(await ask(header)).toBe(wallet.address);
    nowMs += 1;
    await expect(ask(late)).rejects.toMatchObject(refusal);
  });
});

describe("each of these is the same refusal, and spends the nonce", () => {
  const faults: [string, object | ((good: Awaited<ReturnType<typeof fields>>) => object)][] = [
    ["a timestamp in the future", ({ timestamp }) => ({ timestamp: timestamp + 1 })],
    ["a timestamp older than five minutes", ({ timestamp }) => ({ timestamp: timestamp - 300_001 })],
    ["a timestamp as text", ({ timestamp }) => ({ timestamp: String(timestamp) })],
    ["another field", { role: "admin" }],
    ["no wallet", { wallet: undefined }],
    ["a wallet that is no key", { wallet: "me" }],
    ["another wallet than the signer's", { wallet: createWallet().address }],
    ["the system program as wallet", { wallet: "11111111111111111111111111111111" }],
  ];

  test.each(faults)("%s", async (_name, over) => {
    const good = await fields();
    const bad = { ...good, ...(typeof over === "function" ? over(good) : over) };
    await expect(ask(signed(bad))).rejects.toMatchObject(refusal);
    await expect(ask(signed(good))).rejects.toMatchObject(refusal);
  });

  test("a signature of the wrong length, or of something else", async () => {
    for (const cut of [0, 63]) {
      const good = await fields();
      const message = walletMessageBytes(good);
      const signature = nacl.sign.detached(message, wallet.secretKey).slice(0, cut);
      await expect(ask(walletAuthorization(signature, message))).rejects.toMatchObject(refusal);
      await expect(ask(signed(good))).rejects.toMatchObject(refusal);
    }
  });

  test("an unknown nonce, whatever it looks like", async () => {
    for (const nonce of ["x", "A".repeat(43), "", "../nonce", "\0"]) {
      await expect(ask(signed(await fields({ nonce })))).rejects.toMatchObject(refusal);
    }
  });
});

test("any header at all is answered with the refusal, never another error", async () => {
  await expect(ask()).rejects.toMatchObject(refusal);
  const base64 = fc.base64String({ maxLength: 60 });
  const header = fc.oneof(
    fc.string({ unit: "grapheme-ascii" }),
    fc.tuple(base64, base64).map((parts) => `Bearer ${parts.join(".")}`),
    fc.json().map((json) => `Bearer AAAA.${Buffer.from(json).toString("base64url")}`),
    fc.constant(`Bearer ${"A".repeat(5000)}.e30`),
  );
  await fc.assert(
    fc.asyncProperty(header, async (value) => {
      await expect(ask(value.replaceAll(/[^\x20-\x7e]/g, ""))).rejects.toMatchObject(refusal);
    }),
    { numRuns: 300 },
  );
});

describe("keys of small order", () => {
  // Source: the list of such points that libsodium refuses (ed25519_ref10, ge25519_has_small_order).
  const keys = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "0100000000000000000000000000000000000000000000000000000000000080",
  ];

  test.each(keys)("%s has a forged signature that verifies, and is refused", async (hex) => {
    const key = Buffer.from(hex, "hex");
    // R is the neutral point and S zero: right whenever the hash is a multiple of the key's order, one in eight at least.
    const forged = new Uint8Array(64);
    forged[0] = 1;
    let verified = 0;
    for (let attempt = 0; attempt < 64; attempt++) {
      const message = walletMessageBytes({ ...(await fields()), wallet: bs58.encode(key) });
      if (nacl.sign.detached.verify(message, forged, key)) verified++;
      await expect(ask(walletAuthorization(forged, message))).rejects.toMatchObject(refusal);
    }
    expect(verified).toBeGreaterThan(0);
  });
});

test("a token splits into exactly what was joined", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      (signature, message) => {
        expect(readAuthorization(walletAuthorization(signature, message))).toMatchObject({
          signature,
          message,
        });
      },
    ),
    { numRuns: 200 },
  );
});

test("the signed bytes are the JSON of the three fields", () => {
  const bytes = walletMessageBytes({ nonce: "n", timestamp: 1, wallet: "w" });
  expect(new TextDecoder().decode(bytes)).toBe('{"nonce":"n","timestamp":1,"wallet":"w"}');
});
