import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import type { TransactionRecord } from "../history/transaction-record";
import type { Bank } from "./bank";
import { readTransaction } from "./transactions/wire-transaction";

const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** Pays airdrops out of an account of its own, by ordinary signed transfers that the history keeps like any other. */
export class Faucet {
  private readonly keypair: Keypair;
  private paid = 0;

  /** The same 32-byte seed always gives the same faucet. */
  constructor(seed: Uint8Array) {
    this.keypair = Keypair.fromSeed(seed);
  }

  get address(): Uint8Array {
    return this.keypair.publicKey.toBytes();
  }

  /** Transfers `lamports`, or gives null when they cannot be paid, such as too few to keep an account alive. */
  pay(bank: Bank, to: Uint8Array, lamports: bigint): TransactionRecord | null {
    const transaction = new Transaction({
      feePayer: this.keypair.publicKey,
      blockhash: bank.slots.blockhash(bank.slots.lastBlockAt(bank.slots.open - 1)),
      lastValidBlockHeight: 0,
    });
    transaction.add(
      SystemProgram.transfer({ fromPubkey: this.keypair.publicKey, toPubkey: new PublicKey(to), lamports }),
      // A number sets two equal airdrops of one block apart, which would else be one and the same transaction.
      { programId: MEMO_PROGRAM, keys: [], data: Buffer.from(`airdrop ${++this.paid}`) },
    );
    transaction.sign(this.keypair);
    const record = bank.process(readTransaction(transaction.serialize()));
    return record?.outcome.err === null ? record : null;
  }
}
