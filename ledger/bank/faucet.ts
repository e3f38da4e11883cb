import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { TransactionRecord } from "../history/transaction-record";
import type { Bank } from "./bank";

const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/**
 * Pays airdrops from its own account, by ordinary signed transfers that the history stores like any other.
 */
export class Faucet {
  private readonly keypair: Keypair;
  private paid = 0;

  /** Derives the faucet from a 32-byte seed. */
  constructor(seed: Uint8Array) {
    this.keypair = Keypair.fromSeed(seed);
  }

  get address(): Uint8Array {
    return this.keypair.publicKey.toBytes();
  }

  /**
   * Transfers `lamports`. Returns null when the transfer is impossible, for example when it is too small for
   * a rent-exempt account.
   */
  pay(bank: Bank, to: Uint8Array, lamports: bigint): TransactionRecord | null {
    const transaction = new Transaction({
      feePayer: this.keypair.publicKey,
      blockhash: bank.slots.blockhash(bank.slots.lastBlockAt(bank.slots.open - 1)),
      lastValidBlockHeight: 0,
    });
    transaction.add(
      SystemProgram.transfer({ fromPubkey: this.keypair.publicKey, toPubkey: new PublicKey(to), lamports }),
      // A number distinguishes two equal airdrops of one block, which would be the same transaction
      // otherwise.
      { programId: MEMO_PROGRAM, keys: [], data: Buffer.from(`airdrop ${++this.paid}`) },
    );
    transaction.sign(this.keypair);
    const record = bank.process(readTransaction(transaction.serialize()));
    return record?.outcome.err === null ? record : null;
  }
}
