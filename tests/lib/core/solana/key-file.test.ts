import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { isOwnerOnly, parseKeyFile, toKeyPair } from "@/lib/core/solana/key-file";

const { secretKey, publicKey } = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7));

test("reads the secret key of a key file, and its key pair", () => {
  const read = parseKeyFile(`${JSON.stringify([...secretKey])}\n`);
  expect(read).toEqual(secretKey);
  expect(read && toKeyPair(read)).toEqual({ publicKey, secretKey });
});

test.each(["", "{}", "[]", JSON.stringify([...secretKey.slice(1)]), JSON.stringify(Array(64).fill(256))])(
  "returns null for the text %j",
  (text) => expect(parseKeyFile(text)).toBeNull(),
);

test("returns no key pair if the public key belongs to another seed", () => {
  expect(toKeyPair(secretKey.map((byte, at) => (at === 63 ? byte ^ 1 : byte)))).toBeNull();
  expect(toKeyPair(secretKey.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))).toBeNull();
});

test.each([
  [0o100600, true],
  [0o100400, true],
  [0o100640, false],
  [0o100604, false],
  [0o100610, false],
])("decides whether mode %o is for the owner only: %s", (mode, expected) => {
  expect(isOwnerOnly(mode)).toBe(expected);
});
