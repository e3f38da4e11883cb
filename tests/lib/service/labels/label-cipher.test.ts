import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseCount } from "@/ledger/tests/support/thorough";
import { createLabelCipher } from "@/lib/service/labels/label-cipher";

const newKey = () => randomBytes(32).toString("base64");
const KEY = newKey();
const cipher = createLabelCipher({ LABELS_KEY: KEY, LABELS_PREVIOUS_KEY: undefined });
const [OWNER, OTHER, RECIPIENT] = ["owner", "other", "recipient"];
const OF = { owner: OWNER, recipient: RECIPIENT };
const TEXT = { category: "team", note: "Hired in 2025" };

const text = fc.record({ category: fc.string({ maxLength: 40 }), note: fc.string({ unit: "grapheme" }) });
const seal = (label = TEXT) => ({ ...OF, ...cipher.encrypt(OF, label) });

describe("createLabelCipher", () => {
  test("decrypts every text that it encrypted, and hides it in the stored row", () => {
    fc.assert(
      fc.property(text, (label) => {
        const row = seal(label);
        expect(cipher.decrypt(row)).toEqual(label);
        const stored = Buffer.from(row.ciphertext, "base64").toString("latin1") + row.keyId;
        if (label.note.length > 3) expect(stored).not.toContain(label.note);
      }),
      { numRuns: caseCount(200) },
    );
  });

  test("encrypts equal texts differently, and short texts to equal lengths", () => {
    const rows = [TEXT, TEXT, { category: "investor", note: "" }].map(seal);
    expect(new Set(rows.map(({ ciphertext }) => ciphertext)).size).toBe(3);
    expect(new Set(rows.map(({ ciphertext }) => ciphertext.length)).size).toBe(1);
  });

  test("does not decrypt a row that was moved to another owner or recipient", () => {
    const row = seal();
    expect(cipher.decrypt({ ...row, owner: OTHER })).toBeNull();
    expect(cipher.decrypt({ ...row, recipient: OTHER })).toBeNull();
    expect(cipher.decrypt({ ...row, owner: RECIPIENT, recipient: OWNER })).toBeNull();
  });

  test("does not decrypt a row with any flipped bit", () => {
    const { ciphertext, ...row } = seal();
    const bytes = Buffer.from(ciphertext, "base64");
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(cipher.decrypt({ ...row, ciphertext: changed.toString("base64") })).toBeNull();
      }),
      { numRuns: caseCount(200) },
    );
  });

  test.each(["", "AAAA", "no base64!", "A".repeat(37)])("does not decrypt %j", (ciphertext) => {
    expect(cipher.decrypt({ ...seal(), ciphertext })).toBeNull();
  });

  test("decrypts with the previous key, and encrypts with the current one", () => {
    const row = seal();
    const rotated = createLabelCipher({ LABELS_KEY: newKey(), LABELS_PREVIOUS_KEY: KEY });
    expect(rotated.decrypt(row)).toEqual(TEXT);
    expect(rotated.encrypt(OF, TEXT).keyId).not.toBe(row.keyId);
    const replaced = createLabelCipher({ LABELS_KEY: newKey(), LABELS_PREVIOUS_KEY: undefined });
    expect(replaced.decrypt(row)).toBeNull();
    expect(replaced.decrypt({ ...row, keyId: replaced.encrypt(OF, TEXT).keyId })).toBeNull();
  });

  test("throws SERVICE_UNAVAILABLE without a key", () => {
    const open = () => createLabelCipher({ LABELS_KEY: undefined, LABELS_PREVIOUS_KEY: undefined });
    expect(open).toThrow(expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }));
  });
});
