import { PublicKey } from "@solana/web3.js";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { ledger } from "@/components/ledger/connection";
import { CheckFailure } from "@/components/ledger/try-plan";
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { whyUnusual } from "./recipients";

/** Another address than the creator's that is given rights, what they are, and why it may be a slip. */
export type UnusualAuthority = { address: string; rights: string; why: string };

export type AuthorityFindings = { note: string; unusual: readonly UnusualAuthority[] };

type Rights = Pick<PendingCampaign, "creator" | "cancelAuthority" | "pauseAuthority">;

/** What the ledger knows of those who may cancel and pause. Throws CheckFailure for one that can never sign. */
export async function checkAuthorities(of: Rights): Promise<AuthorityFindings> {
  const others = rightsOf(of);
  if (others.length === 0) {
    return {
      note: of.cancelAuthority || of.pauseAuthority ? "you hold these rights yourself" : "nobody can",
      unusual: [],
    };
  }
  const accounts = await ledger().getMultipleAccountsInfo(
    others.map(({ address }) => new PublicKey(address)),
  );
  const notes: string[] = [];
  const unusual: UnusualAuthority[] = [];
  for (const [at, other] of others.entries()) {
    const { address } = other;
    const account = accounts[at] ?? null;
    const hasKey = PublicKey.isOnCurve(address);
    if (account) refuseImpossible(address, account);
    const why = doubt(account, hasKey);
    if (why) unusual.push({ ...other, why });
    else notes.push(`${address} ${hasKey ? "has a key" : "has no key, as a multisig’s vault"}`);
  }
  return { note: notes.join("; ") || "to be looked at", unusual };
}

/** Every other address with its rights, once. */
function rightsOf({ creator, cancelAuthority, pauseAuthority }: Rights) {
  const rights = [
    { address: cancelAuthority, right: "cancel and change it" },
    { address: pauseAuthority, right: "pause claims" },
  ];
  const addresses = new Set(rights.map(({ address }) => address));
  return [...addresses].flatMap((address) => {
    if (address === null || address === creator) return [];
    const own = rights.filter((right) => right.address === address);
    return [{ address, rights: own.map(({ right }) => right).join(" and ") }];
  });
}

type Account = Parameters<typeof whyUnusual>[0];

function refuseImpossible(address: string, account: Account): void {
  const owner = account.owner.toBase58();
  const isOfTokens = owner === TOKEN_PROGRAM_ID || owner === TOKEN_2022_PROGRAM_ID;
  if (account.executable || isOfTokens) {
    throw new CheckFailure(
      `${address} can never sign: ${whyUnusual(account)}. Give a wallet or a multisig’s vault.`,
    );
  }
}

function doubt(account: Account | null, hasKey: boolean): string | null {
  if (account === null) {
    return hasKey
      ? "this network has never seen it, as it would a mistyped address"
      : "no key signs for it and this network has never seen it, so it is a new vault or a mistyped address";
  }
  const owner = account.owner.toBase58();
  if (owner === SYSTEM_PROGRAM_ID) return null;
  return `it is an account of the program ${owner}; a multisig’s own account is not its vault, and only the vault signs`;
}
