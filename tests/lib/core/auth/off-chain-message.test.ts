import {
  address,
  compileOffchainMessageEnvelope,
  offchainMessageApplicationDomain,
  offchainMessageContentRestrictedAsciiOf1232BytesMax,
  offchainMessageContentUtf8Of1232BytesMax,
} from "@solana/kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildEnvelopes, readEnvelope } from "@/lib/core/auth/off-chain-message";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";

const WALLET = WRAPPED_SOL_MINT;
const bytes = (text: string) => new TextEncoder().encode(text);

/** The envelopes as another implementation writes them. */
function envelopesOfKit(text: string, domain = NATIVE_MINT) {
  const requiredSignatories = [{ address: address(WALLET) }] as const;
  const applicationDomain = offchainMessageApplicationDomain(domain);
  const head = { version: 0, applicationDomain, requiredSignatories } as const;
  const version0 = /^[\x20-\x7e]+$/.test(text)
    ? { ...head, content: offchainMessageContentRestrictedAsciiOf1232BytesMax(text) }
    : { ...head, content: offchainMessageContentUtf8Of1232BytesMax(text) };
  return [
    compileOffchainMessageEnvelope(version0),
    compileOffchainMessageEnvelope({ version: 1, content: text, requiredSignatories }),
  ].map((envelope) => Uint8Array.from(envelope.content));
}

describe("buildEnvelopes", () => {
  test.each(['{"nonce":"n"}', "two\nlines", "é".repeat(200)])(
    "writes %j as other implementations do",
    (text) => {
      expect(buildEnvelopes(bytes(text), WALLET).slice(0, 2)).toEqual(envelopesOfKit(text));
    },
  );
});

describe("readEnvelope", () => {
  test("returns the message, its signer and whether an application is named", () => {
    const text = '{"nonce":"n"}';
    for (const envelope of buildEnvelopes(bytes(text), WALLET).slice(0, 2))
      expect(readEnvelope(envelope)).toEqual({ message: bytes(text), signer: WALLET, hasApplication: false });
    const [named = new Uint8Array()] = envelopesOfKit(text, WALLET);
    expect(readEnvelope(named)).toMatchObject({ signer: WALLET, hasApplication: true });
  });

  test("returns null for any other bytes, and for an envelope with one byte added, removed or changed", () => {
    const text = '{"nonce":"n"}';
    fc.assert(
      fc.property(
        fc.constantFrom(...buildEnvelopes(bytes(text), WALLET)),
        fc.nat(200),
        fc.integer({ min: 1, max: 255 }),
        (envelope, at, change) => {
          const position = at % envelope.length;
          const changed = readEnvelope(envelope.with(position, (envelope[position] ?? 0) ^ change));
          const whole = readEnvelope(envelope);
          if (changed) expect(changed).not.toEqual(whole);
          const isVersion1 = envelope[16] === 1;
          const longer = readEnvelope(Uint8Array.of(...envelope, 0x7d));
          if (!isVersion1) expect([longer, readEnvelope(envelope.subarray(0, -1))]).toEqual([null, null]);
        },
      ),
    );
    for (const noise of ["", "{}", "\u00ff"]) expect(readEnvelope(bytes(noise))).toBeNull();
  });
});
