import { PublicKey } from "@solana/web3.js";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { solanaConnection } from "@/components/network/connection";
import { type PayablePlan, readRecentPrices } from "@/components/network/priority-fee";
import { readNetwork } from "@/components/network/read-network";
import { recentBlockhash } from "@/components/network/send-plan";
import { CheckFailedError, type PlanCosts, simulateEffect } from "@/components/network/simulate-plan";
import { formatExactAmount, SOL } from "@/components/review/costs";
import { serviceApi } from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import { nonceView } from "@/lib/contract/nonce";
import type { Translator } from "@/lib/core/i18n/translator";
import { lookupTableBytes } from "@/lib/core/plans/lookup-table";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { Network } from "@/lib/core/solana/networks";
import { TREE_ACCOUNT_BYTES } from "@/lib/core/solana/rent";
import {
  findAssociatedTokenAddress,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBalance,
} from "@/lib/core/solana/tokens/tokens";
import { creationPlans, makesTable, readTableSlot } from "../sign/creation-plans";
import { readMint } from "./mint";

/** The costs that the creator pays for all transactions of a creation. */
export type Costs = PlanCosts & { transactions: number };

/** A campaign to create, with the token that it locks. */
export type Subject = { t: Translator; pending: PendingCampaign; token: Token; account: WalletAccount };

export function checkWallet({ t, account, pending }: Subject): string {
  const { walletName } = account;
  if (account.address !== pending.creator) {
    throw new CheckFailedError(
      t(
        "The connected wallet is not the one that this campaign was prepared for. Review the campaign again.",
      ),
    );
  }
  if (account.signPlan && !account.vault && !PublicKey.isOnCurve(pending.creator)) {
    throw new CheckFailedError(
      t(
        "This address has no key. For a Squads vault, connect the wallet of a member and act as the vault. Otherwise, create the campaign with a wallet that has a key.",
      ),
    );
  }
  if (!account.signsTransactions) {
    throw new CheckFailedError(
      t(
        "{wallet} cannot sign a transaction without sending it immediately. Connect a wallet that can, such as Phantom or Solflare.",
        { wallet: walletName },
      ),
    );
  }
  if (account.vault) return t("a Squads vault; its members approve the transaction");
  return account.signMessage
    ? t("signs transactions and messages")
    : t("signs transactions; it proves your identity with a transaction that no network accepts");
}

/** Checks that the program is on the network and that the service responds. Returns the network. */
export async function checkNetwork({ t, pending }: Subject): Promise<Network> {
  await serviceApi().request("/api/auth/nonce", { schema: nonceView });
  const [network, program] = await Promise.all([
    readNetwork(t),
    solanaConnection().getAccountInfo(new PublicKey(pending.programId)),
  ]);
  if (!program?.executable) {
    throw new CheckFailedError(
      t("The vesting program {program} is not deployed on this network: {network}.", {
        program: pending.programId,
        network: network.name,
      }),
    );
  }
  return network;
}

export async function checkMint({ t, pending, token }: Subject): Promise<string> {
  if (pending.mint === NATIVE_MINT) return t("SOL, 9 decimals");
  const mint = await readMint(pending.mint);
  if (mint.problem !== null) throw new CheckFailedError(t(mint.problem));
  if (mint.decimals !== token.decimals) {
    throw new CheckFailedError(
      t(
        "The mint has {decimals, plural, one {# decimal} other {# decimals}}, but the amounts were read with {read}. Review the campaign again.",
        { decimals: mint.decimals, read: token.decimals },
      ),
    );
  }
  const { decimals, canFreeze } = mint;
  return t(
    canFreeze
      ? "classic SPL token, {decimals, plural, one {# decimal} other {# decimals}}; its issuer can freeze accounts, including the account that will hold these tokens"
      : "classic SPL token, {decimals, plural, one {# decimal} other {# decimals}}",
    { decimals },
  );
}

/**
 * Returns the costs in lamports.
 * @throws CheckFailedError with the missing amount
 */
export async function checkBalance({ t, pending, token, account }: Subject): Promise<Costs> {
  const isNative = pending.mint === NATIVE_MINT;
  const [held, heldTokens, rents, fees, min] = await Promise.all([
    solanaConnection().getBalance(new PublicKey(pending.creator)),
    isNative ? null : getTokens(pending),
    newAccounts({ t, pending, account }),
    getFees(t, pending),
    solanaConnection().getMinimumBalanceForRentExemption(0),
  ]);
  const fee = fees.reduce((sum, each) => sum + each, 0n);
  const rent = rents.reduce((sum, { lamports }) => sum + lamports, 0n);
  const locked = isNative ? pending.totalSupply : 0n;
  const before = BigInt(held);
  const after = before - locked - rent - fee;
  if (heldTokens !== null && heldTokens < pending.totalSupply) {
    const amount = (units: bigint) => formatExactAmount(units, token, t);
    throw new CheckFailedError(
      t("You lock {locked}, but your wallet’s token account holds {held}. Add {missing} or lock less.", {
        locked: amount(pending.totalSupply),
        held: amount(heldTokens),
        missing: amount(pending.totalSupply - heldTokens),
      }),
    );
  }
  const shortfall = balanceError(t, {
    locked: isNative ? locked : null,
    rent,
    fee,
    before,
    minBalance: BigInt(min),
  });
  if (shortfall !== null) throw new CheckFailedError(shortfall);
  const tokens = heldTokens === null ? null : { before: heldTokens, after: heldTokens - pending.totalSupply };
  return { transactions: fees.length, fee, rents, sol: { before, after }, tokens };
}

async function getTokens({ creator, mint }: PendingCampaign): Promise<bigint> {
  const { address } = findAssociatedTokenAddress({ owner: creator, mint });
  const account = await solanaConnection().getAccountInfo(new PublicKey(address));
  return account ? tokenAccountBalance(account.data) : 0n;
}

/**
 * Values in lamports. `locked` is null if the campaign locks an SPL token. `minBalance` is the minimum balance of
 * an account.
 */
type Spending = { locked: bigint | null; rent: bigint; fee: bigint; before: bigint; minBalance: bigint };

/** Returns a message about the missing SOL, or null if the balance is sufficient. */
function balanceError(t: Translator, { locked, rent, fee, before, minBalance }: Spending): string | null {
  const sol = (lamports: bigint) => formatExactAmount(lamports, SOL, t);
  const total = (locked ?? 0n) + rent + fee;
  const after = before - total;
  // Solana rejects a transaction that leaves an account below its rent-exempt minimum. An empty account is
  // allowed.
  if (after === 0n || after >= minBalance) return null;
  const costs = {
    total: sol(total),
    rent: sol(rent),
    fee: sol(fee),
    held: sol(before),
    locked: sol(locked ?? 0n),
  };
  const costsText = t(
    locked === null
      ? "This requires {total}: a deposit of {rent} and {fee} in transaction fees. Your wallet holds {held}."
      : "This requires {total}: {locked} to lock, a deposit of {rent}, and {fee} in transaction fees. Your wallet holds {held}.",
    costs,
  );
  const advice =
    after > 0n
      ? t(
          "The remaining {left} would be less than the {minimum} that every account must keep. Add {missing}.",
          {
            left: sol(after),
            minimum: sol(minBalance),
            missing: sol(minBalance - after),
          },
        )
      : t("Add at least {missing}.", { missing: sol(-after) });
  return `${costsText} ${advice}`;
}

async function newAccounts({ t, pending, account }: Omit<Subject, "token">) {
  const isNative = pending.mint === NATIVE_MINT;
  const sizes = [
    { account: t("the campaign’s account"), bytes: TREE_ACCOUNT_BYTES },
    ...(isNative ? [] : [{ account: t("the campaign’s token account"), bytes: TOKEN_ACCOUNT_BYTES }]),
    ...(makesTable(pending, account)
      ? [{ account: t("the campaign’s lookup table"), bytes: lookupTableBytes(pending) }]
      : []),
  ];
  return Promise.all(
    sizes.map(async ({ account, bytes }) => ({
      account,
      lamports: BigInt(await solanaConnection().getMinimumBalanceForRentExemption(bytes)),
    })),
  );
}

async function getFees(t: Translator, pending: PendingCampaign): Promise<bigint[]> {
  const recent = await recentBlockhash();
  return Promise.all(
    creationPlans(pending, null).map(async (plan) => {
      const { value } = await solanaConnection().getFeeForMessage(
        unsignedTransaction(plan, recent).compileMessage(),
      );
      if (value === null)
        throw new CheckFailedError(t("The network did not return the transaction fee. Check again."));
      return BigInt(value);
    }),
  );
}

/**
 * Simulates the first transaction without signatures, and returns the values of its priority fee. A second
 * transaction depends on the first, so it is simulated later.
 */
export async function checkSimulation({
  t,
  pending,
  account,
}: Subject): Promise<{ found: PayablePlan[]; note: string }> {
  const tableSlot = await readTableSlot(pending, account);
  const [first, ...later] = creationPlans(pending, tableSlot);
  if (!first) throw new RangeError("A creation has a transaction.");
  const [{ unitsConsumed }, recentPrices] = await Promise.all([
    simulateEffect(first, pending.mint, t),
    readRecentPrices(first),
  ]);
  const unknown = { recentPrices, unitsConsumed: null };
  return {
    found: [{ plan: first, recentPrices, unitsConsumed }, ...later.map((plan) => ({ plan, ...unknown }))],
    note:
      later.length > 0
        ? t("the first of two simulations passed; the second runs before you sign its transaction")
        : t("simulation passed, nothing was sent"),
  };
}
