import { createHash } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { isStaticKeyWritable, type WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { bytesKey } from "../bytes-key";
import type { AccountState, Engine } from "../engine";
import type { Slots } from "../slots";

const NONCE_BYTES = 80;
const VERSION_AT = 0;
const STATE_AT = 4;
const AUTHORITY_AT = 8;
const NONCE_AT = 40;
const FEE_AT = 72;
const CURRENT_VERSION = 1;
const INITIALIZED = 1;
const ADVANCE_NONCE = 4;

const SYSTEM_KEY = bytesKey(PublicKey.default.toBytes());

/** The content of a nonce account: the value that a transaction may name in place of a recent blockhash. */
export type DurableNonce = { authority: Uint8Array; nonce: Uint8Array; lamportsPerSignature: bigint };

/** Returns the nonce in an account of the System program, or null without an initialized one. */
export function readNonce({ data, owner }: AccountState): DurableNonce | null {
  if (data.length !== NONCE_BYTES || bytesKey(owner) !== SYSTEM_KEY) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const inUse =
    view.getUint32(VERSION_AT, true) === CURRENT_VERSION && view.getUint32(STATE_AT, true) === INITIALIZED;
  if (!inUse) return null;
  return {
    authority: data.subarray(AUTHORITY_AT, AUTHORITY_AT + 32),
    nonce: data.subarray(NONCE_AT, NONCE_AT + 32),
    lamportsPerSignature: view.getBigUint64(FEE_AT, true),
  };
}

/** Returns the nonce value that is derived from a blockhash. */
function getNonce(blockhash: string): Uint8Array {
  return createHash("sha256").update("DURABLE_NONCE").update(bs58.decode(blockhash)).digest();
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** Returns the nonce account that a transaction uses: its first instruction advances the nonce. */
function getNonceAccount(transaction: WireTransaction): Uint8Array | null {
  const [first] = transaction.instructions;
  const index = first?.accounts[0];
  if (first === undefined || index === undefined || !isStaticKeyWritable(transaction, index)) return null;
  const program = transaction.staticKeys[first.programIdIndex];
  const isSystem = program !== undefined && bytesKey(program) === SYSTEM_KEY;
  const advances =
    isSystem && first.data.length >= 4 && Buffer.from(first.data).readUInt32LE(0) === ADVANCE_NONCE;
  return advances ? (transaction.staticKeys[index] ?? null) : null;
}

/** Durable nonces on a ledger with its own blockhashes: the machine has only a single, constant blockhash. */
export class DurableNonces {
  private readonly machineNonce: Uint8Array;

  constructor(
    private readonly engine: Engine,
    private readonly slots: Slots,
  ) {
    this.machineNonce = getNonce(engine.blockhash());
  }

  /** Returns the value of a nonce that is created or advanced in a slot. */
  private nextIn(slot: number): Uint8Array {
    return getNonce(this.slots.blockhash(this.slots.lastBlockAt(Math.min(slot, this.slots.open - 1))));
  }

  /** Returns whether a transaction names, in place of a blockhash, a nonce that it may use in `slot`. */
  isUsable(
    transaction: WireTransaction,
    slot: number,
    accountAt: (address: Uint8Array) => AccountState | null,
  ): boolean {
    const address = getNonceAccount(transaction);
    const account = address && accountAt(address);
    const held = account && readNonce(account);
    if (!held || !isSame(held.nonce, transaction.recentBlockhash)) return false;
    // A nonce that was created or advanced in this block has no next value yet.
    if (isSame(held.nonce, this.nextIn(slot))) return false;
    const signers = transaction.staticKeys.slice(0, transaction.requiredSignatures);
    return signers.some((key) => isSame(key, held.authority));
  }

  /** Returns the account with this ledger's nonce if the machine has written its own. */
  renewed(account: AccountState, slot: number): AccountState {
    const held = readNonce(account);
    return held && isSame(held.nonce, this.machineNonce) ? withNonce(account, this.nextIn(slot)) : account;
  }

  /** Completes a transaction's changes of nonces. A failed transaction also uses up its own nonce. */
  settle(transaction: WireTransaction, slot: number, run: { failed: boolean; written: Uint8Array[] }): void {
    if (run.failed) this.consume(transaction, slot);
    else this.renew(run.written, slot);
  }

  private renew(written: Uint8Array[], slot: number): void {
    for (const address of written) {
      const account = this.engine.account(address);
      const renewed = account && this.renewed(account, slot);
      if (renewed !== account) this.engine.setAccount(address, renewed);
    }
  }

  private consume(transaction: WireTransaction, slot: number): void {
    const address = getNonceAccount(transaction);
    const account = address && this.engine.account(address);
    const held = account && readNonce(account);
    if (!address || !held || !isSame(held.nonce, transaction.recentBlockhash)) return;
    this.engine.setAccount(address, withNonce(account, this.nextIn(slot)));
  }
}

function withNonce(account: AccountState, nonce: Uint8Array): AccountState {
  const data = Uint8Array.from(account.data);
  data.set(nonce, NONCE_AT);
  return { ...account, data };
}
