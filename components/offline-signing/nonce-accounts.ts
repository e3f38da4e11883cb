import { PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { sendPlan } from "@/components/network/send-plan";
import { simulateEffect } from "@/components/network/simulate-plan";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import {
  type DurableNonce,
  MAX_NONCES,
  NONCE_ACCOUNT_BYTES,
  nonceAddress,
  planCloseNonce,
  planCreateNonce,
  readNonceAccount,
} from "@/lib/core/plans/durable-nonce";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { removeNonce, storeNonce } from "./known-nonces";

/** A nonce account that a wallet created, with its balance in lamports. */
export type OwnNonce = DurableNonce & { lamports: bigint };

export type OwnNonces = {
  nonces: OwnNonce[];
  /** The number for the next nonce account; null at the maximum per wallet. */
  free: number | null;
  /** The rent of a nonce account in lamports, which is returned on close. */
  rent: bigint;
};

/**
 * Reads the nonce accounts that a wallet created here. Their addresses derive from the wallet and a number.
 */
export async function readOwnNonces(wallet: string): Promise<OwnNonces> {
  const numbers = Array.from({ length: MAX_NONCES }, (_, at) => at + 1);
  const addresses = await Promise.all(numbers.map((number) => nonceAddress(wallet, number)));
  const [accounts, rent] = await Promise.all([
    solanaConnection().getMultipleAccountsInfo(addresses.map((address) => new PublicKey(address))),
    solanaConnection().getMinimumBalanceForRentExemption(NONCE_ACCOUNT_BYTES),
  ]);
  const nonces = addresses.flatMap((address, at) => {
    const account = accounts[at];
    const nonce =
      account && readNonceAccount(address, { owner: account.owner.toBase58(), data: account.data });
    return nonce ? [{ ...nonce, lamports: BigInt(account.lamports) }] : [];
  });
  const free = numbers.find((_, at) => !accounts[at]) ?? null;
  return { nonces, free, rent: BigInt(rent) };
}

/** Creates a nonce account for an authority and returns its address. */
export async function createNonce(t: Translator, account: WalletAccount, authority: string): Promise<string> {
  const { free: number, rent } = await readOwnNonces(account.address);
  if (number === null)
    throw new Error(t("This wallet has reached the maximum number of nonce accounts. Close one first."));
  const plan = await planCreateNonce({ wallet: account.address, number, authority, lamports: rent });
  const address = await nonceAddress(account.address, number);
  await send(t, plan, account, { address, what: "make-nonce" });
  storeNonce(address, authority);
  return address;
}

/** Closes a nonce account whose authority is the wallet, which receives the rent. */
export async function closeNonce(t: Translator, account: WalletAccount, nonce: OwnNonce): Promise<void> {
  const plan = planCloseNonce({ nonce, to: account.address, lamports: nonce.lamports });
  await send(t, plan, account, { address: nonce.address, what: "close-nonce" });
  removeNonce(nonce.address);
}

type NonceAction = { address: string; what: string };

async function send(
  t: Translator,
  plan: SendablePlan,
  account: WalletAccount,
  { address, what }: NonceAction,
): Promise<void> {
  await simulateEffect(plan, NATIVE_MINT, t);
  const intent = { signer: account.address, treeAddress: address, what };
  await sendPlan(plan, { account, intent, onPhase: () => undefined, t });
}
