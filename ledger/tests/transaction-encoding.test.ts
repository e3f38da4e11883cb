import { Keypair, Transaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTransfer, TestLedger } from "./support/ledger";

const TYPE = "solana_transaction::versioned::VersionedTransaction";

/** The messages are those of Agave's `decode_and_deserialize` and of its crates. */
describe("the encoding of transactions in requests", () => {
  let ledger: TestLedger;
  const send = (bytes: Uint8Array) =>
    ledger.call("sendTransaction", Buffer.from(bytes).toString("base64"), { encoding: "base64" });

  beforeAll(async () => {
    ledger = await TestLedger.start();
  });
  afterAll(() => ledger.close());

  it.each([
    ["###", "base64", "invalid base64 encoding: InvalidByte(0, 35)"],
    ["AAA", "base64", "invalid base64 encoding: InvalidPadding"],
    ["AAAAA", "base64", "invalid base64 encoding: InvalidLength(5)"],
    ["AB==", "base64", "invalid base64 encoding: InvalidLastSymbol(1, 66)"],
    ["AQ+=", "base58", "invalid base58 encoding: InvalidCharacter { character: '+', index: 2 }"],
    ["AQé", undefined, "invalid base58 encoding: NonAsciiCharacter { index: 2 }"],
    ["AA==", "json", "unsupported encoding: json. Supported encodings: base58, base64"],
    ["AA==", "jsonParsed", "unsupported encoding: jsonParsed. Supported encodings: base58, base64"],
    ["anVua2p1bms=", "base64", `failed to deserialize ${TYPE}: io error: failed to fill whole buffer`],
    [
      "////",
      "base64",
      `failed to deserialize ${TYPE}: invalid value: continue signal on byte-three, expected a terminal signal on or before byte-three`,
    ],
    [
      "gAAA",
      "base64",
      `failed to deserialize ${TYPE}: invalid value: alias encoding, expected strict form encoding`,
    ],
    [
      "AII=",
      "base64",
      `failed to deserialize ${TYPE}: invalid value: integer \`2\`, expected a valid transaction message version`,
    ],
    ["AP8=", "base64", `failed to deserialize ${TYPE}: off-chain messages are not accepted`],
  ])("refuses the text %s in %s", async (text, encoding, message) => {
    for (const method of ["sendTransaction", "simulateTransaction"]) {
      expect((await ledger.call(method, text, { encoding })).error).toEqual({ code: -32602, message });
    }
  });

  it("refuses transactions larger than a packet", async () => {
    expect((await send(Buffer.alloc(1300))).error?.message).toBe(
      `base64 encoded ${TYPE} too large: 1736 bytes (max: encoded/raw 1644/1232)`,
    );
    expect((await send(Buffer.alloc(1233))).error?.message).toBe(
      `decoded ${TYPE} too large: 1233 bytes (max: 1232 bytes)`,
    );
  });

  it("refuses unreadable messages for getFeeForMessage, and returns no fee for an old blockhash", async () => {
    expect((await ledger.call("getFeeForMessage", "AAAA")).error).toEqual({
      code: -32602,
      message:
        "failed to deserialize solana_message::versions::VersionedMessage: io error: failed to fill whole buffer",
    });
    const me = Keypair.generate();
    const old = new Transaction({ feePayer: me.publicKey }).add(createTransfer(me, me.publicKey, 1));
    old.recentBlockhash = Keypair.generate().publicKey.toBase58();
    const { result } = await ledger.call(
      "getFeeForMessage",
      old.compileMessage().serialize().toString("base64"),
    );
    expect(result).toMatchObject({ value: null });
  });
});
