import bs58 from "bs58";
import * as z from "zod";
import type { Bank } from "../../bank/bank";
import { SLOTS_PER_EPOCH } from "../../bank/engine";
import { u64Json } from "../encode/json";
import { contextSlot, type Method, method, withContext } from "../method";
import { address, config, contextConfig, optional, slotNumber } from "../params";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error";

const EPOCH = Number(SLOTS_PER_EPOCH);
/** The slots of an epoch, shared by all responses. */
const EPOCH_SLOTS = Object.freeze(Array.from({ length: EPOCH }, (_, index) => index));
const MAX_LEADERS = 5_000;
const MAX_SAMPLES = 720;
/** A sample covers the blocks of a minute at their usual rate. */
const SAMPLE_SECONDS = 60;
const SAMPLE_SLOTS = 150;
const LARGEST_SHOWN = 20;

const identityConfig = { ...contextConfig, identity: optional(z.string()) };
const productionRange = z.object({ firstSlot: slotNumber, lastSlot: optional(slotNumber) });
const circulation = optional(z.enum(["circulating", "nonCirculating"]));

/** Returns a node's methods about leaders: this ledger has one leader for every block. */
export function leaderMethods(bank: Bank, identity: string): Record<string, Method> {
  return {
    getSlotLeaders: method(z.tuple([slotNumber, z.int().min(0)]), ([, limit]) => {
      if (limit > MAX_LEADERS) throw invalidParams(`Invalid limit; max ${MAX_LEADERS}`);
      return new Array<string>(limit).fill(identity);
    }),
    getLeaderSchedule: method(
      z.tuple([z.union([optional(slotNumber), config(identityConfig)]), config(identityConfig)]),
      ([at, options]) => {
        const wanted = typeof at === "object" ? at.identity : options.identity;
        const slot = typeof at === "number" ? at : contextSlot(bank, options);
        // Schedules are known up to the end of the next epoch.
        if (Math.floor(slot / EPOCH) > Math.floor(bank.slots.open / EPOCH) + 1) return null;
        if (wanted !== undefined && wanted !== identity) return {};
        return { [identity]: EPOCH_SLOTS };
      },
    ),
    getBlockProduction: method(
      z.tuple([config({ ...identityConfig, range: optional(productionRange) })]),
      ([options]) => {
        const slot = contextSlot(bank, options);
        const firstSlot = options.range?.firstSlot ?? slot - (slot % EPOCH);
        const lastSlot = options.range?.lastSlot ?? slot;
        if (lastSlot < firstSlot || lastSlot > slot)
          throw invalidParams(`Invalid slot range; last ${lastSlot}`);
        const made = bank.slots.height(lastSlot) - bank.slots.height(firstSlot - 1);
        const isRequested = options.identity === undefined || options.identity === identity;
        const byIdentity = isRequested ? { [identity]: [lastSlot - firstSlot + 1, made] } : {};
        return withContext(slot, { byIdentity, range: { firstSlot, lastSlot } });
      },
    ),
  };
}

/**
 * Returns a node's methods about votes, rewards and the network: this ledger has no votes and no inflation.
 */
export function networkMethods(bank: Bank): Record<string, Method> {
  return {
    getBlockCommitment: method(z.tuple([slotNumber]), () => ({ commitment: null, totalStake: 0 })),
    getRecentPerformanceSamples: method(z.tuple([optional(z.int().min(0))]), ([limit = MAX_SAMPLES]) => {
      if (limit > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
      return performanceSamples(bank, limit);
    }),
    getInflationGovernor: method(z.tuple([config(contextConfig)]), () => ({
      initial: 0,
      terminal: 0,
      taper: 0,
      foundation: 0,
      foundationTerm: 0,
    })),
    getInflationRate: method(z.tuple([]), () => ({
      total: 0,
      validator: 0,
      foundation: 0,
      epoch: Math.floor(bank.slotAt("processed") / EPOCH),
    })),
    getInflationReward: method(
      z.tuple([z.array(address), config({ ...contextConfig, epoch: optional(z.int().min(0)) })]),
      ([addresses, options]) => {
        const slot = contextSlot(bank, options);
        const epoch = options.epoch ?? Math.max(0, Math.floor(slot / EPOCH) - 1);
        const rewarded = (epoch + 1) * EPOCH;
        if (rewarded > slot) {
          throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${rewarded}`);
        }
        return addresses.map(() => null);
      },
    ),
    getStakeMinimumDelegation: method(z.tuple([config(contextConfig)]), ([options]) =>
      withContext(contextSlot(bank, options), 1),
    ),
    getLargestAccounts: method(
      z.tuple([config({ ...contextConfig, filter: circulation, sortResults: optional(z.boolean()) })]),
      ([options]) => {
        const slot = contextSlot(bank, options);
        return withContext(slot, options.filter === "nonCirculating" ? [] : largestAccounts(bank, slot));
      },
    ),
    getHighestSnapshotSlot: method(z.tuple([]), () => {
      throw new RpcError(RPC_CODES.noSnapshot, "No snapshot");
    }),
    getMaxRetransmitSlot: method(z.tuple([]), () => bank.slotAt("processed")),
    getMaxShredInsertSlot: method(z.tuple([]), () => bank.slotAt("processed")),
  };
}

function performanceSamples(bank: Bank, limit: number) {
  const count = Math.min(limit, Math.floor(bank.slotAt("processed") / SAMPLE_SLOTS));
  return Array.from({ length: count }, (_, index) => {
    const slot = bank.slotAt("processed") - index * SAMPLE_SLOTS;
    const { start, end } = bank.history.rangeOfSlots(slot - SAMPLE_SLOTS + 1, slot);
    const transactions = end - start;
    return {
      slot,
      numSlots: SAMPLE_SLOTS,
      samplePeriodSecs: SAMPLE_SECONDS,
      numTransactions: transactions,
      numNonVoteTransactions: transactions,
    };
  });
}

function largestAccounts(bank: Bank, slot: number) {
  return [...bank.knownAccounts]
    .map((key) => ({ address: bs58.encode(key), lamports: bank.accountAt(key, slot)?.lamports ?? 0n }))
    .sort((a, b) => (a.lamports < b.lamports ? 1 : -1))
    .slice(0, LARGEST_SHOWN)
    .filter(({ lamports }) => lamports > 0n)
    .map((entry) => ({ ...entry, lamports: u64Json(entry.lamports) }));
}
