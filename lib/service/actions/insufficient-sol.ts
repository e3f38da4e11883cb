import { ApiError } from "@/lib/core/errors";
import type { NamedFailure } from "@/lib/core/plans/describe-failure";
import { CLAIM_RECORD_BYTES } from "@/lib/core/plans/sponsored-claim";
import { decimalText } from "@/lib/core/recipients/number-text";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { rentExemptMinimum } from "@/lib/core/solana/rent";
import { findAssociatedTokenAddress, TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import type { Chain } from "@/lib/service/chain/chain";

const FEE_LAMPORTS = 5_000n;
const SOL_DECIMALS = 9;

/** Error names of the runtime and the system program for a wallet with too little SOL. */
const NAMES = new Set(["AccountNotFound", "InsufficientFundsForFee", "ResultWithNegativeLamports"]);

/**
 * Returns whether a claim failed because the wallet at a position of the transaction has too little SOL. A campaign
 * without SOL fails in another way.
 */
export function lacksSol(err: unknown, { name }: NamedFailure, position: 0 | 1): boolean {
  return name === "InsufficientFundsForRent" ? rentIndex(err) === position : NAMES.has(name);
}

/** Returns the position of the account that a transaction would leave without rent; the fee payer is the first. */
const rentIndex = (err: unknown): unknown => Object(Object(err).InsufficientFundsForRent).account_index;

/** Returns whether a sponsored claim failed because the sponsor has too little SOL. */
export const isShortSponsor = (
  err: unknown,
  { name }: NamedFailure,
  { paysRent }: { paysRent: boolean },
): boolean =>
  name === "AccountNotFound" ||
  name === "InsufficientFundsForFee" ||
  (name === "ResultWithNegativeLamports" && paysRent) ||
  (name === "InsufficientFundsForRent" && rentIndex(err) === 0);

type Claim = {
  account: string;
  treeAddress: string;
  mint: string;
  programId: string;
  /** False if a sponsor pays the fee. */
  paysFee: boolean;
};

/**
 * Returns the error for a wallet that cannot pay its claim, with the lamports that the wallet needs and has.
 */
export async function insufficientSol(
  chain: Chain,
  { account, treeAddress, mint, programId, paysFee }: Claim,
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
  const needed = rents.reduce((sum, rent) => sum + rent, paysFee ? FEE_LAMPORTS : 0n);
  const balance = wallet?.lamports ?? 0n;
  const sol = (lamports: bigint) => `${decimalText(lamports, SOL_DECIMALS)} SOL`;
  const message = `The wallet needs ${sol(needed)} for ${paysFee ? "the transaction fee and " : ""}the deposit (rent), but it holds ${sol(balance)}.`;
  return new ApiError("INSUFFICIENT_SOL", `${message} Send SOL to it first.`, [
    { path: "account", message, neededLamports: needed.toString(), balanceLamports: balance.toString() },
  ]);
}
