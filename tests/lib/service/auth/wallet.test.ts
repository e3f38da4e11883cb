import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { beforeEach, describe, expect, test } from "vitest";
import { caseCount } from "@/ledger/tests/support/thorough";
import { buildEnvelopes } from "@/lib/core/auth/off-chain-message";
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
const query = async (authorization?: string) => {
  const request = new Request("http://localhost/", { headers: authorization ? { authorization } : {} });
  return (await requireWallet(request, services)).wallet;
};

const refusal = {
  code: "UNAUTHORIZED",
  headers: { "www-authenticate": 'Bearer realm="wallet", SolanaTransaction realm="wallet"' },
};

describe("a signed message", () => {
  test("proves its wallet once", async () => {
    const header = signed(await fields());
    expect(await query(header)).toBe(wallet.address);
    await expect(query(header)).rejects.toMatchObject(refusal);
  });

  test("may be in base64 or base64url, padded or not", async () => {
    for (const encoding of ["base64", "base64url", "padded"] as const) {
      const message = walletMessageBytes(await fields());
      const encode = (bytes: Uint8Array) => {
        const text = Buffer.from(bytes).toString(encoding === "base64" ? "base64" : "base64url");
        return encoding === "padded" ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text;
      };
      const signature = nacl.sign.detached(message, wallet.secretKey);
      expect(await query(`Bearer ${encode(signature)}.${encode(message)}`)).toBe(wallet.address);
    }
  });

  test("is accepted up to an age of five minutes by the server's clock", async () => {
    const header = signed(await fields());
    const late = signed(await fields());
    nowMs += 299_999;
    expect(await query(header)).toBe(wallet.address);
    nowMs += 1;
    await expect(query(late)).rejects.toMatchObject(refusal);
  });
});

describe("the off-chain message envelope", () => {
  const key = bs58.decode(wallet.address);
  const prefix = [...Buffer.from("\xffsolana offchain", "latin1")];
  type Head = (message: Uint8Array) => number[];
  const version0 =
    (over: { application?: number; format?: number; signers?: number[]; length?: number } = {}): Head =>
    ({ length }) => [
      ...[...prefix, 0, ...new Uint8Array(32).fill(over.application ?? 0), over.format ?? 0],
      ...(over.signers ?? [1, ...key]),
      ...[(over.length ?? length) & 0xff, (over.length ?? length) >> 8],
    ];
  const sendEnveloped = async (head: Head, over: object = {}, isEnveloped = true) => {
    const message = walletMessageBytes({ ...(await fields()), ...over });
    const bytes = Uint8Array.from([...head(message), ...message]);
    const signature = nacl.sign.detached(bytes, wallet.secretKey);
    return query(walletAuthorization(signature, isEnveloped ? bytes : message));
  };
  const layouts: [string, Head][] = [
    ["version 0", version0()],
    ["version 1", () => [...prefix, 1, 1, ...key]],
    ["the early layout of version 0", ({ length }) => [...prefix, 0, 0, length & 0xff, length >> 8]],
  ];

  test.each(layouts)(
    "proves the wallet in %s, whether the envelope is sent or only its message",
    async (_name, head) => {
      expect(await sendEnveloped(head)).toBe(wallet.address);
      expect(await sendEnveloped(head, {}, false)).toBe(wallet.address);
    },
  );

  test("may name an application where the message names the service", async () => {
    const application = version0({ application: 9 });
    expect(await sendEnveloped(application, { domain: "localhost" })).toBe(wallet.address);
    await expect(sendEnveloped(application)).rejects.toMatchObject(refusal);
  });

  test.each<[string, Head]>([
    ["another signer", version0({ signers: [1, ...bs58.decode(createWallet().address)] })],
    ["two signers", version0({ signers: [2, ...key, ...key] })],
    ["no signer", version0({ signers: [0] })],
    ["another format than the message has", version0({ format: 2 })],
    ["another length", version0({ length: 5 })],
    ["another version", () => [...prefix, 2, 1, ...key]],
    ["another signing domain", () => [...Buffer.from("\xffsolana onnchain", "latin1"), 1, 1, ...key]],
  ])("is refused with %s", async (_name, head) => {
    await expect(sendEnveloped(head)).rejects.toMatchObject(refusal);
  });

  test("is refused around a message that is refused on its own", async () => {
    const late = { timestamp: START_MS - 300_001 };
    await expect(sendEnveloped(version0(), late)).rejects.toMatchObject(refusal);
    await expect(sendEnveloped(version0(), { domain: "elsewhere.example" })).rejects.toMatchObject(refusal);
  });
});

describe("a sign-in message", () => {
  type Lines = {
    domain?: string;
    address?: string;
    statement?: string;
    fields?: Record<string, string | null>;
  };
  const getText = (
    { domain = "localhost", address = wallet.address, statement, fields: over }: Lines,
    nonce: string,
  ) => {
    const given: Record<string, string | null> = {
      ...{ URI: `http://${domain}/portfolio`, Version: "1", "Chain ID": "mainnet", Nonce: nonce },
      ...{ "Issued At": new Date(nowMs).toISOString(), ...over },
    };
    const lines = Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : `${name}: ${value}`,
    );
    const head = `${domain} wants you to sign in with your Solana account:\n${address}`;
    return [head, ...(statement ? [statement] : []), lines.join("\n")].join("\n\n");
  };
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  const sendText = async (lines: Lines, change = (text: string) => text) => {
    const { nonce } = await issueNonce(services);
    const message = new TextEncoder().encode(change(getText(lines, nonce)));
    return query(walletAuthorization(nacl.sign.detached(message, wallet.secretKey), message));
  };

  test.each<[string, Lines]>([
    ["the usual fields", {}],
    ["a statement", { statement: "Sign in to the vesting service." }],
    ["only what is needed", { fields: { URI: null, Version: null, "Chain ID": null } }],
    ["limits that hold", { fields: { "Expiration Time": at(60_000), "Not Before": at(0) } }],
    ["a request id and resources", { fields: { "Request ID": "7", Resources: "\n- https://localhost/a" } }],
  ])("proves its wallet with %s", async (_name, lines) => {
    const resources = (text: string) => text.replace("Resources: ", "Resources:");
    expect(await sendText(lines, resources)).toBe(wallet.address);
  });

  test("proves its wallet in an off-chain envelope, and once", async () => {
    const { nonce } = await issueNonce(services);
    const message = new TextEncoder().encode(getText({}, nonce));
    const bytes = buildEnvelopes(message, wallet.address)[1] ?? new Uint8Array();
    const header = walletAuthorization(nacl.sign.detached(bytes, wallet.secretKey), bytes);
    expect(await query(header)).toBe(wallet.address);
    await expect(query(header)).rejects.toMatchObject(refusal);
  });

  test.each<[string, Lines, ((text: string) => string)?]>([
    ["another domain", { domain: "elsewhere.example" }],
    ["a URI of another domain", { fields: { URI: "https://elsewhere.example" } }],
    ["an invalid URI", { fields: { URI: "localhost" } }],
    ["another wallet", { address: createWallet().address }],
    ["another version", { fields: { Version: "2" } }],
    ["a nonce that was not issued", { fields: { Nonce: "A".repeat(43) } }],
    ["no nonce", { fields: { Nonce: null } }],
    ["no time", { fields: { "Issued At": null } }],
    ["a time in the future", { fields: { "Issued At": at(1) } }],
    ["a time older than five minutes", { fields: { "Issued At": at(-300_001) } }],
    ["an invalid time", { fields: { "Issued At": "today" } }],
    ["an expiration in the past", { fields: { "Expiration Time": at(0) } }],
    ["an invalid expiration", { fields: { "Expiration Time": "never" } }],
    ["a not-before time in the future", { fields: { "Not Before": at(1) } }],
    ["an unknown field", { fields: { Role: "admin" } }],
    ["text behind it", {}, (text) => `${text}\n`],
    ["text before it", {}, (text) => `\n${text}`],
    ["a statement of two lines", { statement: "one\ntwo" }],
    ["a field twice", {}, (text) => text.replace("Version: 1", "Version: 1\nVersion: 1")],
  ])("is refused with %s", async (_name, lines, change) => {
    await expect(sendText(lines, change)).rejects.toMatchObject(refusal);
  });

  test("is refused where messages must name their request", async () => {
    services = { ...services, env: readEnv({ WALLET_MESSAGE: "bound" }) };
    await expect(sendText({})).rejects.toMatchObject(refusal);
  });

  test("accepts every issued nonce, because nonces are letters and digits", async () => {
    for (let count = 0; count < 200; count++) {
      expect((await issueNonce(services)).nonce).toMatch(/^[A-Za-z0-9]{43}$/);
    }
  });
});

describe("each invalid signed message gets the same refusal and uses up the nonce", () => {
  const errors: [string, object | ((good: Awaited<ReturnType<typeof fields>>) => object)][] = [
    ["a timestamp in the future", ({ timestamp }) => ({ timestamp: timestamp + 1 })],
    ["a timestamp older than five minutes", ({ timestamp }) => ({ timestamp: timestamp - 300_001 })],
    ["a timestamp as text", ({ timestamp }) => ({ timestamp: String(timestamp) })],
    ["another field", { role: "admin" }],
    ["no wallet", { wallet: undefined }],
    ["a wallet that is not a key", { wallet: "me" }],
    ["another wallet than the signer's", { wallet: createWallet().address }],
    ["the system program as wallet", { wallet: "11111111111111111111111111111111" }],
  ];

  test.each(errors)("%s", async (_name, over) => {
    const good = await fields();
    const bad = { ...good, ...(typeof over === "function" ? over(good) : over) };
    await expect(query(signed(bad))).rejects.toMatchObject(refusal);
    await expect(query(signed(good))).rejects.toMatchObject(refusal);
  });

  test("a signature of the wrong length, or of something else", async () => {
    for (const cut of [0, 63]) {
      const good = await fields();
      const message = walletMessageBytes(good);
      const signature = nacl.sign.detached(message, wallet.secretKey).slice(0, cut);
      await expect(query(walletAuthorization(signature, message))).rejects.toMatchObject(refusal);
      await expect(query(signed(good))).rejects.toMatchObject(refusal);
    }
  });

  test("an unknown nonce of any form", async () => {
    for (const nonce of ["x", "A".repeat(43), "", "../nonce", "\0"]) {
      await expect(query(signed(await fields({ nonce })))).rejects.toMatchObject(refusal);
    }
  });
});

test("any invalid header is answered with the refusal, never another error", async () => {
  await expect(query()).rejects.toMatchObject(refusal);
  const base64 = fc.base64String({ maxLength: 60 });
  const header = fc.oneof(
    fc.string({ unit: "grapheme-ascii" }),
    fc.tuple(base64, base64).map((parts) => `Bearer ${parts.join(".")}`),
    fc.json().map((json) => `Bearer AAAA.${Buffer.from(json).toString("base64url")}`),
    fc.constant(`Bearer ${"A".repeat(5000)}.e30`),
  );
  await fc.assert(
    fc.asyncProperty(header, async (value) => {
      await expect(query(value.replaceAll(/[^\x20-\x7e]/g, ""))).rejects.toMatchObject(refusal);
    }),
    { numRuns: caseCount(300) },
  );
});

describe("keys of small order", () => {
  // Source: the list of such points that libsodium rejects (ed25519_ref10, ge25519_has_small_order).
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
    // R is the neutral point and S is zero: valid whenever the hash is a multiple of the key's order, at
    // least one in eight.
    const forged = new Uint8Array(64);
    forged[0] = 1;
    let verified = 0;
    for (let attempt = 0; attempt < 64; attempt++) {
      const message = walletMessageBytes({ ...(await fields()), wallet: bs58.encode(key) });
      if (nacl.sign.detached.verify(message, forged, key)) verified++;
      await expect(query(walletAuthorization(forged, message))).rejects.toMatchObject(refusal);
    }
    expect(verified).toBeGreaterThan(0);
  });
});

test("a token splits into exactly its joined parts", () => {
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
    { numRuns: caseCount(200) },
  );
});

test("the signed bytes are the JSON of the three fields", () => {
  const bytes = walletMessageBytes({ nonce: "n", timestamp: 1, wallet: "w" });
  expect(new TextDecoder().decode(bytes)).toBe('{"nonce":"n","timestamp":1,"wallet":"w"}');
});
