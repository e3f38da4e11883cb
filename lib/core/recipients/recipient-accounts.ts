import { chunk } from "@/lib/core/chunk";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { MINT_ACCOUNT_BYTES, TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import { unclaimableKind } from "./unclaimable";

/** An account on the network; `data` may be truncated after `ACCOUNT_HEAD_BYTES`. */
export type AccountHead = { owner: string; executable?: boolean; data: Uint8Array };

/** The number of bytes that suffice to determine the kind of an account. */
export const ACCOUNT_HEAD_BYTES = TOKEN_ACCOUNT_BYTES + 1;

/** Offset of the account type in a Token-2022 account with extensions. */
const ACCOUNT_TYPE_AT = TOKEN_ACCOUNT_BYTES;
const [MINT_TYPE, TOKEN_ACCOUNT_TYPE] = [1, 2];

/** Kinds of accounts other than a wallet. */
type AccountKind = "program" | "mint" | "token account" | "token program" | "program account";

export type UnusualAccount = { kind: AccountKind; owner: string };

/** Returns the kind of an account that is not a wallet; null if it can be a wallet. */
export function unusualAccount({ owner, executable, data }: AccountHead): UnusualAccount | null {
  if (executable) return { kind: "program", owner };
  if (owner === SYSTEM_PROGRAM_ID) return null;
  if (owner === TOKEN_PROGRAM_ID || owner === TOKEN_2022_PROGRAM_ID) return { kind: tokenKind(data), owner };
  return { kind: "program account", owner };
}

function tokenKind(data: Uint8Array): AccountKind {
  const type = data[ACCOUNT_TYPE_AT];
  if (data.length === MINT_ACCOUNT_BYTES || type === MINT_TYPE) return "mint";
  return data.length === TOKEN_ACCOUNT_BYTES || type === TOKEN_ACCOUNT_TYPE
    ? "token account"
    : "token program";
}

/** Returns whether no key can ever sign a claim for such an account, so that its tokens would be lost. */
export const isLost = ({ kind }: UnusualAccount): boolean =>
  kind === "program" || kind === "mint" || kind === "token account";

/** Returns why an account is unusual, as the end of a sentence about its address. */
export function unusualText({ kind, owner }: UnusualAccount, t: Translator = english): string {
  if (kind === "program") return t("it is a program");
  if (kind === "mint") return t("it is a token’s mint");
  if (kind === "token account") return t("it is a token account; enter the wallet that owns it");
  if (kind === "token program") return t("it belongs to a token program");
  return t("it is an account of the program {program}", { program: owner });
}

/** Returns the sentence for an import, a preparation or a terminal. */
export function unusualSentence(unusual: UnusualAccount, t: Translator = english): string {
  const reason = unusualText(unusual, t);
  if (unusual.kind === "token account") return t("This address can never claim: {why}.", { why: reason });
  return isLost(unusual)
    ? t("This address can never claim: {why}. Enter a wallet address.", { why: reason })
    : t("This address may never be able to claim: {why}.", { why: reason });
}

/**
 * Returns the first `max` distinct addresses among recipients, each with all its positions. Known unclaimable
 * addresses need no lookup.
 */
export function distinctRecipients(
  recipients: Iterable<{ beneficiary: string }>,
  max: number,
): { positions: Map<string, number[]>; total: number } {
  const positions = new Map<string, number[]>();
  const seen = new Set<string>();
  let index = 0;
  for (const { beneficiary } of recipients) {
    if (!seen.has(beneficiary) && unclaimableKind(beneficiary) === null) {
      seen.add(beneficiary);
      if (positions.size < max) positions.set(beneficiary, []);
    }
    positions.get(beneficiary)?.push(index);
    index++;
  }
  return { positions: positions, total: seen.size };
}

/**
 * Returns the unusual accounts by address; `accounts` are in the order of the addresses, null for an account
 * that does not exist.
 */
export function unusualByAddress(
  addresses: readonly string[],
  accounts: readonly (AccountHead | null)[],
): Map<string, UnusualAccount> {
  const found = new Map<string, UnusualAccount>();
  for (const [at, address] of addresses.entries()) {
    const account = accounts[at];
    const unusual = account ? unusualAccount(account) : null;
    if (unusual) found.set(address, unusual);
  }
  return found;
}

type ReadAccounts = (addresses: string[]) => Promise<readonly (AccountHead | null)[]>;

/**
 * Looks up accounts in batches and returns the unusual ones by address; `onBatch` receives the number of
 * accounts before each batch.
 */
export async function findUnusualAccounts(
  addresses: readonly string[],
  read: ReadAccounts,
  { batchSize, onBatch }: { batchSize: number; onBatch?: (done: number) => void },
): Promise<Map<string, UnusualAccount>> {
  const found = new Map<string, UnusualAccount>();
  for (const [at, batch] of chunk(addresses, batchSize).entries()) {
    onBatch?.(at * batchSize);
    for (const [address, unusual] of unusualByAddress(batch, await read(batch))) found.set(address, unusual);
  }
  return found;
}
