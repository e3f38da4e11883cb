import bs58 from "bs58";
import { z } from "zod";
import type { Bank } from "../../bank/bank";
import type { AccountState } from "../../bank/engine";
import { type AccountView, encodeAccount } from "../encode/encode-account";
import { u64Json } from "../encode/json";
import { type ContextConfig, contextSlot, type Method, method, withContext } from "../method";
import {
  accountConfig,
  accountEncoding,
  address,
  config,
  contextConfig,
  dataSlice,
  optional,
} from "../params";
import { invalidParams } from "../rpc-error";

const MAX_ACCOUNTS = 100;
const MAX_FILTERS = 4;
const MAX_MEMCMP_BYTES = 128;

const memcmp = z.object({
  offset: z.int().min(0),
  bytes: z.union([z.string(), z.array(z.int().min(0).max(255))]),
  encoding: optional(z.enum(["base58", "base64", "bytes"])),
});
export const accountFilter = z.union([
  z.object({ dataSize: z.int().min(0) }),
  z.object({ memcmp }),
  z.object({ tokenAccountState: z.null().optional() }).strict(),
]);
export type AccountFilter = z.output<typeof accountFilter>;

const programAccountsConfig = config({
  ...contextConfig,
  encoding: accountEncoding,
  dataSlice,
  withContext: optional(z.boolean()),
  sortResults: optional(z.boolean()),
  filters: optional(z.array(accountFilter).max(MAX_FILTERS)),
});

export function accountMethods(bank: Bank): Record<string, Method> {
  const read = (key: Uint8Array, view: AccountView, slot: number) => {
    const account = bank.accountAt(key, slot);
    return account && encodeAccount({ address: key, account }, view, (mint) => bank.accountAt(mint, slot));
  };
  const withSlot = <Config extends ContextConfig>(options: Config, answer: (slot: number) => unknown) => {
    const slot = contextSlot(bank, options);
    return withContext(slot, answer(slot));
  };
  return {
    getAccountInfo: method(z.tuple([address, config(accountConfig)]), ([key, options]) =>
      withSlot(options, (slot) => read(key, options, slot)),
    ),
    getMultipleAccounts: method(
      z.tuple([z.array(address).max(MAX_ACCOUNTS), config(accountConfig)]),
      ([keys, options]) => withSlot(options, (slot) => keys.map((key) => read(key, options, slot))),
    ),
    getBalance: method(z.tuple([address, config(contextConfig)]), ([key, options]) =>
      withSlot(options, (slot) => u64Json(bank.accountAt(key, slot)?.lamports ?? 0n)),
    ),
    getProgramAccounts: method(z.tuple([address, programAccountsConfig]), ([program, options]) => {
      const matches = accountMatcher(options.filters ?? []);
      const answer = withSlot(options, (slot) =>
        bank
          .programAccountsAt(program, slot)
          .filter(({ account }) => matches(account))
          .map((entry) => ({
            pubkey: bs58.encode(entry.address),
            account: encodeAccount(entry, options, (mint) => bank.accountAt(mint, slot)),
          })),
      );
      return options.withContext ? answer : answer.value;
    }),
    getMinimumBalanceForRentExemption: method(
      z.tuple([z.int().min(0).max(10_485_760), config(contextConfig)]),
      ([bytes]) => u64Json(bank.engine.rentExemptMinimum(BigInt(bytes))),
    ),
  };
}

/** A test for every filter at once; wrong filter bytes are an invalid-params error. */
export function accountMatcher(filters: AccountFilter[]): (account: AccountState) => boolean {
  const tests = filters.map(filterTest);
  return (account) => tests.every((test) => test(account.data));
}

function filterTest(filter: AccountFilter): (data: Uint8Array) => boolean {
  if ("dataSize" in filter) return (data) => data.length === filter.dataSize;
  if (!("memcmp" in filter)) return (data) => data.length >= 165 && data[108] !== 0;
  const { offset } = filter.memcmp;
  const wanted = memcmpBytes(filter.memcmp);
  return (data) => Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0;
}

function memcmpBytes({ bytes, encoding }: z.output<typeof memcmp>): Uint8Array {
  const decoded = Array.isArray(bytes)
    ? Uint8Array.from(bytes)
    : encoding === "base64"
      ? Buffer.from(bytes, "base64")
      : bs58.decodeUnsafe(bytes.slice(0, 2 * MAX_MEMCMP_BYTES));
  if (decoded === undefined) throw invalidParams("Invalid param: memcmp bytes are not valid base58");
  if (decoded.length > MAX_MEMCMP_BYTES) throw invalidParams("Invalid param: encoded memcmp data too large");
  return decoded;
}
