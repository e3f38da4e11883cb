import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { RecipientLabel } from "@/db/schema";
import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";

/** The text of a label. Either part can be empty. */
type LabelText = { category: string; note: string };

/** The row that a label belongs to. */
type LabelKey = Pick<RecipientLabel, "owner" | "recipient">;
type Encrypted = Pick<RecipientLabel, "keyId" | "ciphertext">;

export type LabelCipher = {
  encrypt(label: LabelKey, text: LabelText): Encrypted;
  /** Returns null if the row has another key, was changed, or belongs to another owner or recipient. */
  decrypt(row: LabelKey & Encrypted): LabelText | null;
};

const ALGORITHM = "aes-256-gcm";
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** The format of the encrypted text, which the authentication covers. */
const VERSION = 1;
/** Texts are padded to a multiple of this length, so that their length reveals little. */
const PADDED_BYTES = 64;

const stored = z.tuple([z.string(), z.string()]);

/** Identifies a key without revealing it. */
const getKeyId = (key: Buffer) => hash("sha256", `vesting-index labels ${key.toString("hex")}`).slice(0, 16);

/** The label is bound to its row: in another row, the authentication fails. */
const boundTo = ({ owner, recipient }: LabelKey) => Buffer.from(`${owner}|${recipient}|${VERSION}`);

/**
 * Returns the cipher of labels: it encrypts with `LABELS_KEY`, and decrypts also with `LABELS_PREVIOUS_KEY`.
 * @throws ApiError SERVICE_UNAVAILABLE without a key.
 */
export function createLabelCipher(env: Pick<Env, "LABELS_KEY" | "LABELS_PREVIOUS_KEY">): LabelCipher {
  const [current, ...previous] = [env.LABELS_KEY, env.LABELS_PREVIOUS_KEY]
    .filter((text) => text !== undefined)
    .map((text) => Buffer.from(text, "base64"));
  if (!current) {
    throw new ApiError(
      "SERVICE_UNAVAILABLE",
      "This service does not store labels, because its operator has not set LABELS_KEY. See /docs/labels.",
    );
  }
  const keyId = getKeyId(current);
  const keys = new Map([current, ...previous].map((key) => [getKeyId(key), key]));
  return {
    encrypt: (label, text) => ({ keyId, ciphertext: encryptText(current, label, text) }),
    decrypt: ({ ciphertext, ...row }) => {
      const key = keys.get(row.keyId);
      return key ? decryptText(key, row, ciphertext) : null;
    },
  };
}

function encryptText(key: Buffer, label: LabelKey, { category, note }: LabelText): string {
  const text = Buffer.from(JSON.stringify([category, note]));
  const padded = Buffer.alloc(Math.ceil(text.length / PADDED_BYTES) * PADDED_BYTES, " ");
  text.copy(padded);
  // Random nonces of 96 bits are safe for 2^32 encryptions with one key. Source: NIST SP 800-38D, 8.3.
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(label));
  return Buffer.concat([nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()]).toString(
    "base64",
  );
}

function decryptText(key: Buffer, label: LabelKey, ciphertext: string): LabelText | null {
  const bytes = Buffer.from(ciphertext, "base64");
  // Node decodes other spellings of the same bytes too.
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString("base64") !== ciphertext) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(label)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const padded = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    const [category, note] = stored.parse(JSON.parse(padded.toString()));
    return { category, note };
  } catch {
    return null;
  }
}
