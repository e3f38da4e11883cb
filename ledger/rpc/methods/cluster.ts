import * as z from "zod";
import type { Bank } from "../../bank/bank";
import { SLOTS_PER_EPOCH } from "../../bank/engine";
import { BLOCKHASH_WINDOW } from "../../bank/slots";
import { u64Json } from "../encode/json";
import { API_VERSION, contextSlot, type Method, method, withContext } from "../method";
import { address, blockhash, config, contextConfig, limitedList, optional } from "../params";
import { RPC_CODES, RpcError } from "../rpc-error";

const GENESIS_SLOT = 0;
const MAX_ACCOUNT_LOCKS = 128;
const TOTAL_LAMPORTS = 500_000_000_000_000_000n;

const noParams = z.tuple([]);
const contextOnly = z.tuple([config(contextConfig)]);

export function clusterMethods(
  bank: Bank,
  identity: string,
  isHealthy: () => boolean,
): Record<string, Method> {
  const { slots } = bank;
  // The open block has no hash yet, so a processed reader receives its parent's.
  const hashSlot = (slot: number) => slots.lastBlockAt(Math.min(slot, slots.open - 1));
  return {
    getHealth: method(noParams, () => {
      if (!isHealthy()) throw new RpcError(RPC_CODES.nodeUnhealthy, "Node is unhealthy");
      return "ok";
    }),
    getVersion: method(noParams, () => ({ "solana-core": API_VERSION, "feature-set": 0 })),
    getIdentity: method(noParams, () => ({ identity })),
    getGenesisHash: method(noParams, () => slots.blockhash(GENESIS_SLOT)),
    getFirstAvailableBlock: method(noParams, () => GENESIS_SLOT),
    minimumLedgerSlot: method(noParams, () => GENESIS_SLOT),
    getSlot: method(contextOnly, ([options]) => contextSlot(bank, options)),
    getBlockHeight: method(contextOnly, ([options]) => slots.height(contextSlot(bank, options))),
    getTransactionCount: method(contextOnly, ([options]) =>
      transactionCount(bank, contextSlot(bank, options)),
    ),
    getSlotLeader: method(contextOnly, () => identity),
    getEpochInfo: method(contextOnly, ([options]) => {
      const absoluteSlot = contextSlot(bank, options);
      const slotsInEpoch = Number(SLOTS_PER_EPOCH);
      return {
        absoluteSlot,
        blockHeight: slots.height(absoluteSlot),
        epoch: Math.floor(absoluteSlot / slotsInEpoch),
        slotIndex: absoluteSlot % slotsInEpoch,
        slotsInEpoch,
        transactionCount: transactionCount(bank, absoluteSlot),
      };
    }),
    getEpochSchedule: method(noParams, () => ({
      slotsPerEpoch: Number(SLOTS_PER_EPOCH),
      leaderScheduleSlotOffset: Number(SLOTS_PER_EPOCH),
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    })),
    getLatestBlockhash: method(contextOnly, ([options]) => {
      const slot = contextSlot(bank, options);
      const hashed = hashSlot(slot);
      return withContext(slot, {
        blockhash: slots.blockhash(hashed),
        lastValidBlockHeight: slots.height(hashed) + BLOCKHASH_WINDOW,
      });
    }),
    isBlockhashValid: method(z.tuple([blockhash, config(contextConfig)]), ([hash, options]) => {
      const slot = contextSlot(bank, options);
      return withContext(slot, bank.blockhashes.isValid(hash, slot));
    }),
    getRecentPrioritizationFees: method(
      z.tuple([optional(limitedList(address, MAX_ACCOUNT_LOCKS))]),
      ([keys]) =>
        bank.prioritizationFees
          .upTo(bank.slotAt("confirmed"), keys ?? [])
          .map(({ slot, price }) => ({ slot, prioritizationFee: u64Json(price) })),
    ),
    getSupply: method(
      z.tuple([config({ ...contextConfig, excludeNonCirculatingAccountsList: optional(z.boolean()) })]),
      ([options]) =>
        withContext(contextSlot(bank, options), {
          total: u64Json(TOTAL_LAMPORTS),
          circulating: u64Json(TOTAL_LAMPORTS),
          nonCirculating: 0,
          nonCirculatingAccounts: [],
        }),
    ),
    getVoteAccounts: method(z.tuple([optional(z.unknown())]), () => ({ current: [], delinquent: [] })),
    getClusterNodes: method(noParams, () => []),
  };
}

function transactionCount(bank: Bank, slot: number): number {
  return bank.history.rangeOfSlots(0, slot).end;
}
