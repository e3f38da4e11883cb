import { expect } from "vitest";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { parseProgramLogs } from "@/lib/core/solana/events";
import {
  type ChainTransaction,
  type DescribedTransaction,
  readTransaction,
} from "@/lib/core/solana/read-transaction";

const CUT = "Log truncated";

/** Returns every way in which a node can truncate a log, including a missing log. */
const getCuts = (logs: readonly string[]): (string[] | null)[] => [
  null,
  ...logs.map((_, at) => [...logs.slice(0, at), CUT]),
];

/** Returns the events that the whole log states. */
export function truth(reported: DescribedTransaction) {
  const log = parseProgramLogs(reported.logs ?? []);
  expect(log).toMatchObject({ truncated: false, inconsistent: false, failed: false, unreadable: [] });
  return log.events;
}

/**
 * Truncates the log of a transaction at every line and compares the reconstruction with the whole log, field
 * by field. Returns the transactions; with lost accounts, only the available events are compared.
 */
export function checkEveryCut(reported: DescribedTransaction): ChainTransaction[] {
  const whole = truth(reported);
  return getCuts(reported.logs ?? []).map((logs) => {
    const read = readTransaction({ ...reported, logs }, DEFAULT_PROGRAM_ID);
    expect(read).toMatchObject({ status: "indexed", readError: null });
    if (read.lostAccounts === null) {
      expect(read.events.map(({ index }) => index)).toEqual(whole.map(({ index }) => index));
    }
    for (const { index, name, data, derived = [] } of read.events) {
      const expected = whole[index];
      const known = new Set(derived as string[]);
      const without = (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([field]) => !known.has(field)));
      expect({ name, data: without(data) }, `${name} ${index} of ${reported.signature}`).toEqual({
        name: expected?.name,
        data: without(expected?.data ?? {}),
      });
    }
    return read;
  });
}
