import { Keypair, NONCE_ACCOUNT_LENGTH, NonceAccount, type PublicKey, SystemProgram } from "@solana/web3.js";
import type { TestLedger } from "./ledger";

type NonceKeys = { noncePubkey: PublicKey; authorizedPubkey: PublicKey };

/** Creates a nonce account whose authority is the wallet that pays for it. */
export async function createNonce(ledger: TestLedger, wallet: Keypair): Promise<NonceKeys> {
  const nonce = Keypair.generate();
  const keys = { noncePubkey: nonce.publicKey, authorizedPubkey: wallet.publicKey };
  const lamports = await ledger.connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
  const created = SystemProgram.createNonceAccount({ ...keys, fromPubkey: wallet.publicKey, lamports });
  await ledger.send(created.instructions, [wallet, nonce]);
  return keys;
}

/** Returns the blockhash that a nonce account holds at the commitment `processed`. */
export async function nonceIn(ledger: TestLedger, { noncePubkey }: NonceKeys): Promise<string> {
  const account = await ledger.connection.getAccountInfo(noncePubkey, "processed");
  return NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce;
}
