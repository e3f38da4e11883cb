import bs58 from "bs58";
import * as z from "zod";
import type { Bank } from "../../bank/bank";
import type { AccountState } from "../../bank/engine";
import { decodeBase58, decodeBase64 } from "../encode/decode-text";
import { type AccountView, encodeAccountOrRefuse } from "../encode/encode-account";
import { u64Json } from "../encode/json";
import { type ContextConfig, contextSlot, type Method, method, withContext } from "../method";
import {
  accountConfig,
  accountEncoding,
  address,
  config,
  contextConfig,
  dataSlice,
  limitedList,
  optional,
} from "../params";
import { invalidParams } from "../rpc-error";

const MAX_ACCOUNTS = 100;
const MAX_FILTERS = 4;
const MAX_MEMCMP_BYTES = 128;
const MAX_MEMCMP_BASE58 = 175;
const MAX_MEMCMP_BASE64 = 172;

const memcmp = z.object({
  offset: z.int().min(0),
  bytes: z.union([z.string(), z.array(z.int().min(0).max(255))]),
  encoding: optional(z.enum(["base58", "base64", "bytes"])),
});
const accountFilter = z.union([
  z.object({ dataSize: z.int().min(0) }),
  z.object({ memcmp }),
  z.object({ tokenAccountState: z.null().optional() }).strict(),
]);
export type AccountFilter = z.output<typeof accountFilter>;
export const accountFilters = limitedList(accountFilter, MAX_FILTERS, "filters");

const programAccountsConfig = config({
  ...contextConfig,
  encoding: accountEncoding,
  dataSlice,
  withContext: optional(z.boolean()),
  sortResults: optional(z.boolean()),
  filters: optional(accountFilters),
});

export function accountMethods(bank: Bank): Record<string, Method> {
  const read = (key: Uint8Array, view: AccountView, slot: number) => {
    const account = bank.accountAt(key, slot);
    return (
      account && encodeAccountOrRefuse({ address: key, account }, view, (mint) => bank.accountAt(mint, slot))
    );
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
      z.tuple([limitedList(address, MAX_ACCOUNTS), config(accountConfig)]),
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
            account: encodeAccountOrRefuse(entry, options, (mint) => bank.accountAt(mint, slot)),
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

/** Returns a predicate of all filters; invalid filter bytes are an invalid-params error. */
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
  if (Array.isArray(bytes)) return withinLimit(Uint8Array.from(bytes));
  const isBase64 = encoding === "base64";
  if (bytes.length > (isBase64 ? MAX_MEMCMP_BASE64 : MAX_MEMCMP_BASE58)) throw tooLarge();
  const decoded = isBase64 ? decodeBase64(bytes) : decodeBase58(bytes);
  if ("bytes" in decoded) return withinLimit(decoded.bytes);
  throw invalidParams(`Invalid param: ${isBase64 ? "Base64" : "Base58"}DecodeError(${decoded.error})`);
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_MEMCMP_BYTES) throw tooLarge();
  return bytes;
}

const tooLarge = () => invalidParams("Invalid param: DataTooLarge");
