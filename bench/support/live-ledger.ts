import { createPrivateKey, sign } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { PublicKey, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import type { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

/** Serves a ledger with one campaign; after a message it sends claims at a steady rate. Arguments: claims per second, claims. */

export type LiveLedger = { url: string; registration: typeof campaigns.$inferInsert };
/** The claims, each with the unix ms before it was sent, and the seconds that all took. */
export type SentClaims = { sent: { signature: string; sentMs: number }[]; seconds: number };

const PEOPLE = 100;
/** DER header of a private key of Ed25519, see RFC 8410. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
/** In seconds; a claim pays what has vested since the last one. */
const HALF_DAY = 43_200;

const [rate = 0, claims = 0] = process.argv.slice(2).map(Number);
const ledger = await TestLedger.start();
const campaign = await LedgerCampaign.create(ledger, PEOPLE);
process.send?.({ url: ledger.url, registration: campaign.registration } satisfies LiveLedger);
process.once("disconnect", () => process.exit());
await once(process, "message");

const EMPTY_BLOCKHASH = PublicKey.default.toBase58();

/**
 * Returns a function that signs the claim of a leaf for a block. The message is built once and only its block hash
 * changes, so that this process can keep the rate.
 */
function claimSigner(index: number): (blockhash: string) => Buffer {
  const wallet = campaign.people[index];
  if (!wallet) throw new RangeError(`There is no leaf ${index}.`);
  const seed = Buffer.concat([PKCS8_PREFIX, wallet.secretKey.subarray(0, 32)]);
  const key = createPrivateKey({ key: seed, format: "der", type: "pkcs8" });
  const unsigned = new Transaction({ feePayer: wallet.publicKey, recentBlockhash: EMPTY_BLOCKHASH });
  const message = unsigned.add(campaign.claimInstruction(index)).serializeMessage();
  // Three bytes of header, the number of keys, the keys; then the hash.
  const at = 4 + 32 * (message[3] ?? 0);
  return (blockhash) => {
    message.set(bs58.decode(blockhash), at);
    return Buffer.concat([Uint8Array.of(1), sign(null, message, key), message]);
  };
}

const signers = campaign.people.map((_, index) => claimSigner(index));
const sent: SentClaims["sent"] = [];
const startMs = Date.now();
for (let from = 0; from < claims; from += PEOPLE) {
  ledger.controls.advanceTime(HALF_DAY);
  const { blockhash } = await ledger.connection.getLatestBlockhash("processed");
  for (const [index, signClaim] of signers.entries()) {
    const transaction = signClaim(blockhash);
    await sleep(startMs + ((from + index) * 1_000) / rate - Date.now());
    const sentMs = Date.now();
    const signature = await ledger.connection.sendRawTransaction(transaction, { skipPreflight: true });
    sent.push({ signature, sentMs });
  }
}
process.send?.({ sent, seconds: (Date.now() - startMs) / 1_000 } satisfies SentClaims);
