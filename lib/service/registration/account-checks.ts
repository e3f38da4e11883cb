import { type AmountSummary, type MintAccount, mintWarnings } from "@/lib/core/recipients/mint-warnings";
import {
  ACCOUNT_HEAD_BYTES,
  type UnusualAccount,
  unusualByAddress,
} from "@/lib/core/recipients/recipient-accounts";
import type { Chain, RpcAccount } from "@/lib/service/chain/chain";
import { isNetworkUnavailable, RpcRejectionError } from "@/lib/service/chain/errors";

/** Maximum recipients that one request looks up: twenty RPC calls in one batch. */
export const MAX_LOOKUPS = 2_000;
/** Timeout of the lookup, after which the list is returned without these checks. */
const LOOKUP_MS = 4_000;

/**
 * The part of a list that is looked up on the network; `total` counts all distinct recipients of the list.
 */
export type Lookup = {
  addresses: readonly string[];
  total: number;
  mint?: string | undefined;
  amounts: AmountSummary | null;
};

export type CheckedAccounts = {
  unusual: ReadonlyMap<string, UnusualAccount>;
  /** Null if no mint was given or the network did not respond. */
  mint: MintAccount | null;
  warnings: string[];
};

/**
 * Looks up the recipients and the mint of a list on the network. If the network does not respond, the result
 * contains a warning.
 */
export async function checkAccounts(
  chain: Pick<Chain, "getAccounts"> | null,
  { addresses, total, mint, amounts }: Lookup,
  signal?: AbortSignal,
): Promise<CheckedAccounts> {
  const wanted = mint === undefined ? addresses : [...addresses, mint];
  const accounts = chain && (await readHeads(chain, wanted, signal));
  if (!accounts) return { unusual: new Map(), mint: null, warnings: [NOT_CHECKED] };
  const unusual = unusualByAddress(addresses, accounts);
  const answer = mint === undefined ? null : { mint, account: accounts[addresses.length] ?? null };
  const warnings = [
    ...(addresses.length < total ? [partlyChecked(addresses.length, total)] : []),
    ...(answer ? mintWarnings(answer, amounts) : []),
  ];
  return { unusual, mint: answer, warnings };
}

/** Reads the first bytes of accounts; returns null if the network does not respond in time. */
async function readHeads(
  chain: Pick<Chain, "getAccounts">,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<(RpcAccount | null)[] | null> {
  const options = { headBytes: ACCOUNT_HEAD_BYTES, deadlineMs: LOOKUP_MS, attempts: 2, signal };
  try {
    return (await chain.getAccounts(addresses, options)).accounts;
  } catch (error) {
    if (isNetworkUnavailable(error) || error instanceof RpcRejectionError) return null;
    throw error;
  }
}

const NOT_CHECKED =
  "The network did not respond, so the recipients were not checked. Programs, mints and token accounts among them are not detected.";

const partlyChecked = (checked: number, total: number) =>
  `Only the first ${checked} of ${total} recipients were checked on the network.`;
