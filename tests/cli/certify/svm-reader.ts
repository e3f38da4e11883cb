import { readFileSync } from "node:fs";
import type { AccountReader } from "@/cli/certify/read-campaign";
import { PROGRAM_FILE } from "@/ledger/program/compile";
import type { Svm } from "@/ledger/tests/support/svm";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";

const CLOCK = "SysvarC1ock11111111111111111111111111111111";
const LOADER = "BPFLoader2111111111111111111111111111111111";
const SYSVARS = "Sysvar1111111111111111111111111111111111111";
const code = Uint8Array.from(readFileSync(PROGRAM_FILE));

/** The slot of every answer. */
const SLOT = 4_321n;
const GENESIS = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";

/** Reads accounts of a test's machine as a node would return them. */
export function svmReader(svm: Svm): AccountReader & { reads: string[][] } {
  const reads: string[][] = [];
  const read = (at: string) => {
    if (at === CLOCK) return { owner: SYSVARS, lamports: 1n, executable: false, data: clockData(svm.now) };
    if (at === DEFAULT_PROGRAM_ID) return { owner: LOADER, lamports: 1n, executable: true, data: code };
    const account = svm.account(at);
    return account && { ...account, executable: false };
  };
  return {
    reads,
    getAccounts: async (addresses) => {
      reads.push([...addresses]);
      return { slot: SLOT, accounts: addresses.map(read) };
    },
    getGenesisHash: async () => GENESIS,
  };
}

function clockData(now: bigint): Uint8Array {
  const data = new Uint8Array(40);
  new DataView(data.buffer).setBigInt64(32, now, true);
  return data;
}
