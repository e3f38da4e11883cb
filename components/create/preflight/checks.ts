import { PublicKey } from "@solana/web3.js";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { formatAmount } from "@/components/format/amount";
import { ledger } from "@/components/ledger/connection";
import { readNetwork } from "@/components/ledger/read-network";
import { recentBlockhash } from "@/components/ledger/send-plan";
import { CheckFailure, type Movement, tryPlan } from "@/components/ledger/try-plan";
import { serviceApi } from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { nonceView } from "@/lib/client/wallet-session";
import { unsignedTransaction } from "@/lib/core/plans/wire";
import { TREE_ACCOUNT_BYTES } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { Network } from "@/lib/core/solana/networks";
import {
  findAssociatedTokenAddress,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBalance,
} from "@/lib/core/solana/tokens/tokens";
import type { Token } from "@/lib/core/views/names";
import { creationPlans } from "../sign/creation-plans";
import { readMint } from "./mint";

/** What a creation costs the one who signs it; lamports, and base units of the token. */
export type Costs = {
  transactions: number;
  fee: bigint;
  rents: { account: string; lamports: bigint }[];
  sol: Movement;
  tokens: Movement | null;
};

/** A campaign that is about to be created, with the token that it locks. */
export type Subject = { pending: PendingCampaign; token: Token; account: WalletAccount };

const SOL_DECIMALS = 9;
const sol = (lamports: bigint) => `${formatAmount(lamports, SOL_DECIMALS)} SOL`;

export function checkWallet({ account, pending }: Subject): string {
  const { walletName } = account;
  if (account.address !== pending.creator) {
    throw new CheckFailure("Another wallet is connected than the one this was built for. Build it again.");
  }
  if (account.signPlan && !PublicKey.isOnCurve(pending.creator)) {
    throw new CheckFailure(
      "No key signs for this address, and the registration has to be signed by the creator. Create it with a key, and give the vault the rights over it.",
    );
  }
  if (!account.signsTransactions) {
    throw new CheckFailure(
      `${walletName} cannot sign a transaction without sending it at once. Connect a wallet that can, such as Phantom or Solflare.`,
    );
  }
  return account.signMessage
    ? "signs transactions and messages"
    : "signs transactions; it proves who you are by one that no ledger takes";
}

/** Which network it is, and that the program is on it and the service answers. */
export async function checkNetwork({ pending }: Subject): Promise<Network> {
  await serviceApi().request("/api/auth/nonce", { answer: nonceView });
  const [network, program] = await Promise.all([
    readNetwork(),
    ledger().getAccountInfo(new PublicKey(pending.programId)),
  ]);
  if (!program?.executable) {
    throw new CheckFailure(
      `The vesting program ${pending.programId} is not on this network: ${network.name}.`,
    );
  }
  return network;
}

export async function checkMint({ pending, token }: Subject): Promise<string> {
  if (pending.mint === NATIVE_MINT) return "SOL itself, 9 decimals";
  const mint = await readMint(pending.mint);
  if (mint.problem !== null) throw new CheckFailure(mint.problem);
  if (mint.decimals !== token.decimals) {
    throw new CheckFailure(
      `The mint has ${mint.decimals} decimals, and the amounts were read with ${token.decimals}. Build it again.`,
    );
  }
  return `classic SPL token, ${mint.decimals} decimals${mint.canFreeze ? "; its issuer can freeze accounts, also the one that will hold these tokens" : ""}`;
}

/** What it costs, to the lamport. Throws CheckFailure that says how much is missing of what. */
export async function checkBalance({ pending, token }: Subject): Promise<Costs> {
  const isNative = pending.mint === NATIVE_MINT;
  const [held, heldTokens, rents, fees, least] = await Promise.all([
    ledger().getBalance(new PublicKey(pending.creator)),
    isNative ? null : tokensOf(pending),
    newAccounts(isNative),
    feesOf(pending),
    ledger().getMinimumBalanceForRentExemption(0),
  ]);
  const fee = fees.reduce((sum, each) => sum + each, 0n);
  const rent = rents.reduce((sum, { lamports }) => sum + lamports, 0n);
  const locked = isNative ? pending.totalSupply : 0n;
  const before = BigInt(held);
  const after = before - locked - rent - fee;
  if (heldTokens !== null && heldTokens < pending.totalSupply) {
    const amount = (units: bigint) => `${formatAmount(units, token.decimals)} ${token.unit}`;
    throw new CheckFailure(
      `You lock ${amount(pending.totalSupply)} and your wallet’s token account holds ${amount(heldTokens)}. Add ${amount(pending.totalSupply - heldTokens)} or lock less.`,
    );
  }
  // An account that is left with less than its own rent is refused by the ledger; an empty one is not.
  const isLeftShort = after > 0n && after < BigInt(least);
  if (after < 0n || isLeftShort) {
    const parts = [
      ...(isNative ? [`${sol(locked)} to lock`] : []),
      `${sol(rent)} of rent`,
      `${sol(fee)} of fees`,
    ];
    throw new CheckFailure(
      `It takes ${sol(locked + rent + fee)} (${parts.join(", ")}) and your wallet holds ${sol(before)}. ${
        isLeftShort
          ? `The ${sol(after)} left would be less than the ${sol(BigInt(least))} that every account must keep; add ${sol(BigInt(least) - after)}.`
          : `Add at least ${sol(-after)}.`
      }`,
    );
  }
  const tokens = heldTokens === null ? null : { before: heldTokens, after: heldTokens - pending.totalSupply };
  return { transactions: fees.length, fee, rents, sol: { before, after }, tokens };
}

async function tokensOf({ creator, mint }: PendingCampaign): Promise<bigint> {
  const { address } = findAssociatedTokenAddress({ owner: creator, mint });
  const account = await ledger().getAccountInfo(new PublicKey(address));
  return account ? tokenAccountBalance(account.data) : 0n;
}

async function newAccounts(isNative: boolean) {
  const sizes = [
    { account: "the campaign’s account", bytes: TREE_ACCOUNT_BYTES },
    ...(isNative ? [] : [{ account: "the account that holds its tokens", bytes: TOKEN_ACCOUNT_BYTES }]),
  ];
  return Promise.all(
    sizes.map(async ({ account, bytes }) => ({
      account,
      lamports: BigInt(await ledger().getMinimumBalanceForRentExemption(bytes)),
    })),
  );
}

async function feesOf(pending: PendingCampaign): Promise<bigint[]> {
  const recent = await recentBlockhash();
  return Promise.all(
    creationPlans(pending).map(async (plan) => {
      const { value } = await ledger().getFeeForMessage(unsignedTransaction(plan, recent).compileMessage());
      if (value === null) throw new CheckFailure("The ledger does not tell the fee. Check again.");
      return BigInt(value);
    }),
  );
}

/** Runs the first transaction without signatures; a second one builds on it and is tried when its turn comes. */
export async function checkTrial({ pending }: Subject): Promise<string> {
  const [first, ...later] = creationPlans(pending);
  if (first) await tryPlan(first, pending.mint);
  return later.length > 0 ? "the first of two works; the second is tried before it is signed" : "it works";
}
