import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { buildEnvelopes } from "@/lib/core/auth/off-chain-message";
import {
  transactionAuthorization,
  walletAuthorization,
  walletMessageBytes,
} from "@/lib/core/auth/wallet-message";
import { proofTransaction } from "@/lib/core/auth/wallet-transaction";
import vectors from "@/public/wallet-proof.json";

const VECTORS = "public/wallet-proof.json";
const SIGNATURE_AT = 1;
const MESSAGE_AT = 65;

const getKey = (seed: string) => nacl.sign.keyPair.fromSeed(Buffer.from(seed, "hex"));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("the test vectors of wallet proofs", () => {
  test.each(vectors.messages)("$name is the message, signature and header of its seed", (vector) => {
    const { seed, wallet, nonce, timestamp, domain, method, path, body } = vector;
    const key = getKey(seed);
    const bodySha256 = createHash("sha256").update(body).digest("hex");
    const bytes = walletMessageBytes({ nonce, timestamp, wallet, domain, method, path, bodySha256 });
    const signature = nacl.sign.detached(bytes, key.secretKey);
    expect(bs58.encode(key.publicKey)).toBe(wallet);
    expect(vector).toMatchObject({
      ...{ bodySha256, message: new TextDecoder().decode(bytes), signature: bs58.encode(signature) },
      authorization: walletAuthorization(signature, bytes),
    });
  });

  const [first] = vectors.messages;
  const { secretKey } = getKey(first?.seed ?? "");
  const message = new TextEncoder().encode(first?.message);

  test("the envelopes hold the first message", () => {
    const expected = buildEnvelopes(message, first?.wallet ?? "").map((envelope) => ({
      envelope: hex(envelope),
      authorization: walletAuthorization(nacl.sign.detached(envelope, secretKey), envelope),
    }));
    expect(vectors.envelopes).toMatchObject(expected);
  });

  test("the transaction holds the first message", () => {
    const transaction = Uint8Array.from(proofTransaction(first?.wallet ?? "", message));
    transaction.set(nacl.sign.detached(transaction.subarray(MESSAGE_AT), secretKey), SIGNATURE_AT);
    const authorization = transactionAuthorization(transaction);
    expect(vectors.transaction).toEqual({ bytes: hex(transaction), authorization });
  });
});

const RUST = ["--offline", "--quiet", "--manifest-path", "docs/examples/wallet-proof-rust/Cargo.toml"];
const isInstalled = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

describe.each([
  {
    language: "Python",
    isHere: isInstalled("python3", "-c", "import cryptography"),
    command: ["python3", "docs/examples/wallet_proof.py", "check", VECTORS],
  },
  {
    language: "Go",
    isHere: isInstalled("go", "version"),
    command: ["go", "run", "docs/examples/wallet_proof.go", VECTORS],
  },
  {
    language: "Rust",
    isHere: isInstalled("cargo", "fetch", ...RUST),
    command: ["cargo", "run", ...RUST, "--", VECTORS],
  },
])("the sample in $language", ({ isHere, command: [program = "", ...args] }) => {
  // Languages and their packages are no requirements of this project.
  test.runIf(isHere)("makes the headers of the test vectors", LONG, () => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: "3 vectors match\n" });
  });
});
