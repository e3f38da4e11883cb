import bs58 from "bs58";
import * as z from "zod";
import { transactionSignature, writableKeys } from "@/lib/core/solana/transaction/wire-transaction";
import type { Bank } from "../../bank/bank";
import { bytesKey } from "../../bank/bytes-key";
import { isClockSysvar } from "../../bank/clock-sysvar";
import type { Commitment } from "../../bank/commitment";
import { NO_ACCOUNT } from "../../bank/engine";
import { accountKeys, type TransactionRecord } from "../../history/transaction-record";
import { encodeAccount } from "../encode/encode-account";
import { withContext } from "../method";
import { accountFilters, accountMatcher } from "../methods/accounts";
import {
  accountEncoding,
  commitment,
  config,
  dataSlice,
  optional,
  parseParams,
  subscribedAddress,
  subscribedSignature,
} from "../params";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error";

/** Sends one notification to the subscriber. */
export type Notify = (result: unknown) => void;

/** The events of a subscription; true from `transaction` ends it. */
export type Subscription = {
  commitment: Commitment;
  /** Receives every transaction as the ledger executes it, before it reaches the commitment. */
  received?: (record: TransactionRecord) => void;
  transaction?: (record: TransactionRecord, slot: number) => boolean | undefined;
  opened?: (slot: number) => void;
  confirmed?: (slot: number) => void;
  finalized?: (slot: number) => void;
  /** Checks the existing state once the subscriber has the subscription's number. */
  begin?: () => boolean | undefined;
};

/** The event of a new block at each commitment. */
const BLOCK_EVENTS = { processed: "opened", confirmed: "confirmed", finalized: "finalized" } as const;

type Make = (bank: Bank, params: readonly unknown[], notify: Notify) => Subscription;

const subscribedPubkey = subscribedAddress("pubkey");
const mentions = z.object({ mentions: z.array(subscribedAddress("mentions")) });
const logsFilter = z.union([z.literal("all"), z.literal("allWithVotes"), mentions]);
const accountView = { commitment, encoding: accountEncoding, dataSlice };

const signatureSubscription: Make = (bank, params, notify) => {
  const schema = z.tuple([
    subscribedSignature,
    config({ commitment, enableReceivedNotification: optional(z.boolean()) }),
  ]);
  const [bytes, options] = parseParams(schema, params);
  const level = options.commitment ?? "finalized";
  const notifyOnce = (record: TransactionRecord, slot: number) => {
    notify(withContext(slot, { err: record.outcome.err }));
    return true;
  };
  const isIt = (record: TransactionRecord) => Buffer.compare(transactionSignature(record.wire), bytes) === 0;
  const received = (record: TransactionRecord | null) => {
    if (record === null || !options.enableReceivedNotification || !isIt(record)) return;
    notify(withContext(record.slot, "receivedSignature"));
  };
  return {
    commitment: level,
    received,
    transaction: (record, slot) => (isIt(record) ? notifyOnce(record, slot) : undefined),
    begin: () => {
      const record = bank.history.find(bytes);
      received(record);
      const slot = bank.slotAt(level);
      return record !== null && record.slot <= slot ? notifyOnce(record, slot) : undefined;
    },
  };
};

const logsSubscription: Make = (_bank, params, notify) => {
  const [filter, options] = parseParams(z.tuple([logsFilter, config({ commitment })]), params);
  const mentioned = typeof filter === "object" ? filter.mentions : null;
  if (mentioned !== null && mentioned.length !== 1) {
    throw invalidParams("Invalid Request: Only 1 address supported");
  }
  const wanted = mentioned?.[0] && bytesKey(mentioned[0]);
  return {
    commitment: options.commitment ?? "finalized",
    transaction: (record, slot) => {
      if (wanted !== undefined && !accountKeys(record).some((key) => bytesKey(key) === wanted)) return;
      const { err, logs } = record.outcome;
      notify(withContext(slot, { signature: bs58.encode(transactionSignature(record.wire)), err, logs }));
    },
  };
};

/** Returns the accounts that a transaction may have changed: a failed one changed only its fee payer. */
function changedKeys(record: TransactionRecord): Uint8Array[] {
  const writable = writableKeys(record.wire, record.loaded);
  return record.outcome.err === null ? writable : writable.slice(0, 1);
}

const accountSubscription: Make = (bank, params, notify) => {
  const [key, options] = parseParams(z.tuple([subscribedPubkey, config(accountView)]), params);
  const wanted = bytesKey(key);
  const level = options.commitment ?? "finalized";
  const send = (slot: number) => {
    const found = { address: key, account: bank.accountAt(key, slot) ?? NO_ACCOUNT };
    notify(
      withContext(
        slot,
        encodeAccount(found, options, (mint) => bank.accountAt(mint, slot)),
      ),
    );
  };
  // Each block changes the clock, with or without a transaction.
  if (isClockSysvar(key)) return { commitment: level, [BLOCK_EVENTS[level]]: send };
  return {
    commitment: level,
    transaction: (record, slot) => {
      if (changedKeys(record).some((changed) => bytesKey(changed) === wanted)) send(slot);
      return undefined;
    },
  };
};

const programSubscription: Make = (bank, params, notify) => {
  const schema = z.tuple([subscribedPubkey, config({ ...accountView, filters: optional(accountFilters) })]);
  const [program, options] = parseParams(schema, params);
  const matches = accountMatcher(options.filters ?? []);
  return {
    commitment: options.commitment ?? "finalized",
    transaction: (record, slot) => {
      for (const key of changedKeys(record)) {
        const account = bank.accountAt(key, slot);
        if (account === null || Buffer.compare(account.owner, program) !== 0 || !matches(account)) continue;
        const encoded = encodeAccount({ address: key, account }, options, (mint) =>
          bank.accountAt(mint, slot),
        );
        notify(withContext(slot, { pubkey: bs58.encode(key), account: encoded }));
      }
    },
  };
};

const slotSubscription: Make = (bank, params, notify) => {
  parseParams(z.tuple([]), params);
  return {
    commitment: "processed",
    opened: (slot) =>
      notify({ slot, parent: bank.slots.lastBlockAt(slot - 1), root: bank.slotAt("finalized") }),
  };
};

const rootSubscription: Make = (_bank, params, notify) => {
  parseParams(z.tuple([]), params);
  return { commitment: "finalized", finalized: notify };
};

/** The stages of each slot. Nodes also report shreds, which a ledger of one process does not have. */
const slotsUpdatesSubscription: Make = (bank, params, notify) => {
  parseParams(z.tuple([]), params);
  const update = (type: string, slot: number, more: object = {}) =>
    notify({ type, slot, timestamp: Date.now(), ...more });
  return {
    commitment: "processed",
    opened: (slot) => {
      const parent = bank.slots.lastBlockAt(slot - 1);
      update("frozen", parent, { stats: blockStats(bank, parent) });
      update("createdBank", slot, { parent });
    },
    confirmed: (slot) => update("optimisticConfirmation", slot),
    finalized: (slot) => update("root", slot),
  };
};

function blockStats({ history }: Bank, slot: number) {
  const { start, end } = history.rangeOfSlots(slot, slot);
  const errors = Array.from({ length: end - start }, (_, index) => history.headAt(start + index).err);
  const failed = errors.filter((err) => err !== null).length;
  return {
    numTransactionEntries: errors.length,
    numSuccessfulTransactions: errors.length - failed,
    numFailedTransactions: failed,
    maxTransactionsPerEntry: Math.min(errors.length, 1),
  };
}

const KINDS = new Map<string, Make>([
  ["signatureSubscribe", signatureSubscription],
  ["logsSubscribe", logsSubscription],
  ["accountSubscribe", accountSubscription],
  ["programSubscribe", programSubscription],
  ["slotSubscribe", slotSubscription],
  ["rootSubscribe", rootSubscription],
  ["slotsUpdatesSubscribe", slotsUpdatesSubscription],
]);

/**
 * Creates the subscription that a method requests. @throws RpcError for an unknown method or wrong parameters
 */
export function makeSubscription(
  bank: Bank,
  request: { method: string; params: readonly unknown[] },
  notify: Notify,
): Subscription {
  const make = KINDS.get(request.method);
  if (make === undefined) throw new RpcError(RPC_CODES.methodNotFound, "Method not found");
  return make(bank, request.params, notify);
}

export function isUnsubscribe(method: string): boolean {
  return method.endsWith("Unsubscribe") && KINDS.has(`${method.slice(0, -"Unsubscribe".length)}Subscribe`);
}
