import { Keypair, Transaction } from "@solana/web3.js";
import nacl from "tweetnacl";
import { describe, expect, test, vi } from "vitest";
import { signedHeader } from "@/lib/client/wallet-session";
import { WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { issueNonce, requireWallet } from "@/lib/service/auth/wallet";
import { readEnv } from "@/lib/service/env";
import { createMemoryStore } from "@/lib/service/kv/memory";

const services = { kv: createMemoryStore(Date.now), nowMs: Date.now, env: readEnv({}) };
const keypair = Keypair.generate();
const address = keypair.publicKey.toBase58();

const REQUEST = { domain: "localhost", method: "GET", path: "/", bodySha256: undefined };
const signMessage = (message: Uint8Array) => nacl.sign.detached(message, keypair.secretKey);
const signTransaction = vi.fn((wire: Uint8Array) => {
  const transaction = Transaction.from(wire);
  transaction.partialSign(keypair);
  return new Uint8Array(transaction.serialize());
});
const provenBy = async (signer: Parameters<typeof signedHeader>[0]) => {
  const authorization = await signedHeader(signer, await issueNonce(services), REQUEST);
  const proven = await requireWallet(
    new Request("http://localhost/", { headers: { authorization } }),
    services,
  );
  return proven.wallet;
};
const failing = (properties: object) => async () => {
  throw Object.assign(new Error("Internal error"), properties);
};

describe("the proof of a wallet", () => {
  test("uses a message where the wallet signs messages, and shows no transaction", async () => {
    signTransaction.mockClear();
    expect(await provenBy({ address, signMessage, signTransaction })).toBe(address);
    expect(signTransaction).not.toHaveBeenCalled();
  });

  test("uses a transaction where the wallet signs nothing else", async () => {
    expect(await provenBy({ address, signTransaction })).toBe(address);
  });

  test.each([
    ["a JSON-RPC code", failing({ code: -32601 })],
    ["a provider's code inside of the adapter's error", failing({ error: { code: 4200 } })],
    ["the adapter's name", failing({ name: "WalletAccountError" })],
    ["the message", failing({ message: "Signing off chain messages with Ledger is not yet supported" })],
    ["the message of the cause", failing({ cause: new Error("Unsupported operation") })],
  ])(
    "uses a transaction where this account cannot sign messages, which %s reports",
    async (_name, refuse) => {
      expect(await provenBy({ address, signMessage: refuse, signTransaction })).toBe(address);
    },
  );
});

/** The bytes that wallets put around a message before they sign it. */
const envelope =
  (version: 0 | 1, application = new Uint8Array(32)) =>
  (message: Uint8Array) => {
    const head = [...Buffer.from("\xffsolana offchain", "latin1"), version];
    const key = keypair.publicKey.toBytes();
    const length = [message.length & 0xff, message.length >> 8];
    const rest = version === 1 ? [1, ...key] : [...application, 0, 1, ...key, ...length];
    return signMessage(Uint8Array.from([...head, ...rest, ...message]));
  };

describe("signedHeader", () => {
  test.each([0, 1] as const)(
    "sends the off-chain envelope, version %i, that the wallet signed",
    async (version) => {
      signTransaction.mockClear();
      expect(await provenBy({ address, signMessage: envelope(version), signTransaction })).toBe(address);
      expect(await provenBy({ address, signMessage: envelope(version) })).toBe(address);
      expect(signTransaction).not.toHaveBeenCalled();
    },
  );

  test.each([
    ["an envelope for an application of its own", envelope(0, new Uint8Array(32).fill(7))],
    ["another message", () => signMessage(Uint8Array.of(1))],
    ["nothing", () => new Uint8Array(64)],
    ["a signature of another length", () => new Uint8Array(3)],
  ])("falls back to the transaction when the wallet signed %s", async (_name, signs) => {
    expect(await provenBy({ address, signMessage: signs, signTransaction })).toBe(address);
    const alone = provenBy({ address, signMessage: signs });
    await expect(alone).rejects.toThrow("The wallet signed a different message");
  });
});

describe("a refused session", () => {
  const header = (signer: Parameters<typeof signedHeader>[0]) =>
    signedHeader(signer, { nonce: "n", expiresAt: 0, serverTime: 0 }, REQUEST);

  test("sends nothing when the person declines the message, and requests no transaction", async () => {
    signTransaction.mockClear();
    const declined = failing({ code: 4001, message: "User rejected the request." });
    await expect(header({ address, signMessage: declined, signTransaction })).rejects.toThrow("rejected");
    expect(signTransaction).not.toHaveBeenCalled();
  });

  test("sends nothing when the wallet puts another blockhash into the transaction, which could then be sent", async () => {
    const changing = (wire: Uint8Array) => {
      const transaction = Transaction.from(wire);
      transaction.recentBlockhash = WRAPPED_SOL_MINT;
      transaction.sign(keypair);
      return new Uint8Array(transaction.serialize());
    };
    await expect(header({ address, signTransaction: changing })).rejects.toThrow(/changed the transaction/);
  });

  test("sends nothing when the wallet returns the transaction unsigned, or can sign neither", async () => {
    await expect(header({ address, signTransaction: (wire) => wire })).rejects.toThrow(/changed/);
    await expect(header({ address })).rejects.toThrow(/cannot sign messages or transactions/);
  });
});
