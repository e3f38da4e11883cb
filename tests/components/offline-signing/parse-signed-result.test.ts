import bs58 from "bs58";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { errorText } from "@/components/i18n/error-text";
import { readAnswer } from "@/components/offline-signing/parse-signed-result";
import { createTranslator, english } from "@/lib/core/i18n/translator";
import { toBase64, writeExport } from "@/lib/core/offline/export-file";
import { joinWire, splitWire } from "@/lib/core/offline/wire-parts";
import { withFeePayer } from "@/lib/core/plans/durable-nonce";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import catalog from "@/messages/de";

const pair = (seed: number) => nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(seed));
const address = ({ publicKey }: nacl.SignKeyPair) => bs58.encode(publicKey);
const [KEEPER, PAYER] = [pair(1), pair(2)];
const BLOCKHASH = address(pair(9));
const CANCEL = planCancelCampaign({ treeAddress: address(pair(3)), cancelAuthority: address(KEEPER) });
const recent = (blockhash = BLOCKHASH) => ({ blockhash, lastValidBlockHeight: 0 });

function signed(
  plan: SendablePlan,
  by: readonly (nacl.SignKeyPair | null)[],
  blockhash?: string,
): Uint8Array {
  const { message } = splitWire(unsignedBytes(plan, recent(blockhash)));
  return joinWire({
    message,
    signatures: by.map((key) => key && nacl.sign.detached(message, key.secretKey)),
  });
}

const ALONE = unsignedBytes(CANCEL, recent());
const BOTH = withFeePayer(CANCEL, address(PAYER));
const read = (text: string, wire = ALONE) =>
  readAnswer(english, text, { wire, programId: DEFAULT_PROGRAM_ID });

test("accepts the signed transaction in every form", () => {
  const wire = signed(CANCEL, [KEEPER]);
  const file = writeExport(wire, { network: { name: "n", genesis: "" }, programId: DEFAULT_PROGRAM_ID });
  for (const text of [toBase64(wire), bs58.encode(wire), file, `\n ${toBase64(wire)} \n`]) {
    expect(read(text)).toEqual({ signed: wire });
  }
});

test("completes a transaction of one signer from its signature alone, and looks up any other", () => {
  const wire = signed(CANCEL, [KEEPER]);
  const [signature] = splitWire(wire).signatures;
  expect(read(bs58.encode(signature ?? []))).toEqual({ signed: wire });
  const other = bs58.encode(new Uint8Array(64).fill(7));
  expect(read(other)).toEqual({ signature: other });
  const two = unsignedBytes(BOTH, recent());
  const [first] = splitWire(signed(BOTH, [PAYER, KEEPER])).signatures;
  expect(read(bs58.encode(first ?? []), two)).toEqual({ signature: bs58.encode(first ?? []) });
});

test("reports another transaction, a missing signature and a wrong one", () => {
  expect(() => read(toBase64(signed(CANCEL, [KEEPER], address(pair(8)))))).toThrow(
    /not the exported transaction/,
  );
  expect(() => read(toBase64(ALONE))).toThrow(`still needs the signature of ${address(KEEPER)}`);
  const two = unsignedBytes(BOTH, recent());
  expect(() => read(toBase64(signed(BOTH, [PAYER, null])), two)).toThrow(
    `still needs the signature of ${address(KEEPER)}`,
  );
  expect(() => read(toBase64(signed(BOTH, [KEEPER, PAYER])), two)).toThrow(/does not match/);
  for (const nothing of ["", "hello world!", "{}", "abcd", "0OIl"])
    expect(() => read(nothing)).toThrow(RangeError);
});

test("reports errors in the reader's language, though the file's own lines are English", () => {
  const german = createTranslator("de", catalog);
  const wire = signed(CANCEL, [KEEPER]);
  const network = { name: "n", genesis: "" };
  const file = writeExport(wire, { network, programId: DEFAULT_PROGRAM_ID });
  const readGerman = (text: string) =>
    readAnswer(german, text, { wire: ALONE, programId: DEFAULT_PROGRAM_ID });
  expect(readGerman(file)).toEqual({ signed: wire });
  const versioned = toBase64(wire.map((byte, at) => (at === 65 ? 0x80 : byte)));
  const output = ["{", '{"format":1}', file.replace("fee", "tip"), "AAAA", versioned].map((text) => {
    try {
      return readGerman(text);
    } catch (error) {
      return errorText(german, error);
    }
  });
  expect(output).toEqual([
    "Die Datei ist keine exportierte Transaktion: Sie enthält kein gültiges JSON.",
    expect.stringContaining("Die Datei ist keine exportierte Transaktion: format ist ungültig ("),
    expect.stringContaining("Die Beschreibung in der Datei entspricht nicht ihrer Transaktion."),
    "Die Daten sind keine Transaktion.",
    "Die Daten sind keine Transaktion.",
  ]);
});
