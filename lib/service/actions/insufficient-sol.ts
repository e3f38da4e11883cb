import { ApiError } from "@/lib/core/errors";
import type { NamedFailure } from "@/lib/core/plans/named-failure";
import { decimalText } from "@/lib/core/recipients/number-text";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { rentExemptMinimum } from "@/lib/core/solana/rent";
import { findAssociatedTokenAddress, TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import type { Chain } from "@/lib/service/chain/chain";

const FEE_LAMPORTS = 5_000n;
const CLAIM_RECORD_BYTES = 232;
const SOL_DECIMALS = 9;

/** Error names of the runtime and the system program for a wallet with too little SOL. */
const NAMES = new Set(["AccountNotFound", "InsufficientFundsForFee", "ResultWithNegativeLamports"]);

/**
 * Returns whether a claim failed because the paying wallet has too little SOL. A campaign without SOL fails
 * in another way.
 */
export function lacksSol(err: unknown, { name }: NamedFailure): boolean {
  if (name !== "InsufficientFundsForRent") return NAMES.has(name);
  // The fee payer is the first account of a transaction.
  return Object(Object(err).InsufficientFundsForRent).account_index === 0;
}

type Claim = { account: string; treeAddress: string; mint: string; programId: string };

/**
 * Returns the error for a wallet that cannot pay its claim, with the lamports that the wallet needs and has.
 */
export async function insufficientSol(
  chain: Chain,
  { account, treeAddress, mint, programId }: Claim,
  options: { deadlineMs: number },
): Promise<ApiError> {
  const record = findClaimRecordAddress({ treeAddress, beneficiary: account, programId }).address;
  const tokens = findAssociatedTokenAddress({ owner: account, mint }).address;
  const { accounts } = await chain.getAccounts([account, record, tokens], options);
  const [wallet, recordAccount, tokenAccount] = accounts;
  const rents = [
    rentExemptMinimum(0),
    ...(recordAccount ? [] : [rentExemptMinimum(CLAIM_RECORD_BYTES)]),
    ...(tokenAccount || mint === NATIVE_MINT ? [] : [rentExemptMinimum(TOKEN_ACCOUNT_BYTES)]),
  ];
  const needed = rents.reduce((sum, rent) => sum + rent, FEE_LAMPORTS);
  const balance = wallet?.lamports ?? 0n;
  const sol = (lamports: bigint) => `${decimalText(lamports, SOL_DECIMALS)} SOL`;
  const message = `The wallet needs ${sol(needed)} for the transaction fee and the deposit (rent), but it holds ${sol(balance)}.`;
  return new ApiError("INSUFFICIENT_SOL", `${message} Send SOL to it first.`, [
    { path: "account", message, neededLamports: needed.toString(), balanceLamports: balance.toString() },
  ]);
}
