import { PublicKey } from "@solana/web3.js";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { solanaConnection } from "@/components/network/connection";
import { CheckFailedError } from "@/components/network/simulate-plan";
import type { Translator } from "@/lib/core/i18n/translator";
import { unusualAccount, unusualText } from "@/lib/core/recipients/recipient-accounts";
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";

/** The rights of an authority. */
type Right = "cancel" | "pause" | "both";

/** An authority other than the creator that could be a mistake, and the reason. */
export type UnusualAuthority = { address: string; right: Right; why: string };

export type AuthorityFindings = { note: string; unusual: readonly UnusualAuthority[] };

type Rights = Pick<PendingCampaign, "creator" | "cancelAuthority" | "pauseAuthority">;

/**
 * Checks the accounts of the authorities on the Solana network.
 * @throws CheckFailedError if an authority can never sign
 */
export async function checkAuthorities(t: Translator, rights: Rights): Promise<AuthorityFindings> {
  const others = getRights(rights);
  if (others.length === 0) {
    return {
      note:
        rights.cancelAuthority || rights.pauseAuthority
          ? t("you hold these rights")
          : t("no authority can cancel or pause"),
      unusual: [],
    };
  }
  const accounts = await solanaConnection().getMultipleAccountsInfo(
    others.map(({ address }) => new PublicKey(address)),
  );
  const notes: string[] = [];
  const unusual: UnusualAuthority[] = [];
  for (const [at, other] of others.entries()) {
    const { address } = other;
    const account = accounts[at] ?? null;
    const hasKey = PublicKey.isOnCurve(address);
    if (account) refuseImpossible(t, address, account);
    const why = authorityWarning(t, account, hasKey);
    if (why) unusual.push({ ...other, why });
    else
      notes.push(
        t(hasKey ? "{address} has a key" : "{address} has no key, like a multisig vault", { address }),
      );
  }
  return { note: notes.join("; ") || t("needs review"), unusual };
}

/** Returns each authority other than the creator once, with its rights. */
function getRights({ creator, cancelAuthority, pauseAuthority }: Rights) {
  const addresses = new Set([cancelAuthority, pauseAuthority]);
  return [...addresses].flatMap((address): { address: string; right: Right }[] => {
    if (address === null || address === creator) return [];
    if (cancelAuthority === pauseAuthority) return [{ address, right: "both" }];
    return [{ address, right: address === cancelAuthority ? "cancel" : "pause" }];
  });
}

type Account = { owner: PublicKey; executable: boolean; data: Uint8Array };

function refuseImpossible(t: Translator, address: string, account: Account): void {
  const owner = account.owner.toBase58();
  const isOfTokens = owner === TOKEN_PROGRAM_ID || owner === TOKEN_2022_PROGRAM_ID;
  if (!account.executable && !isOfTokens) return;
  const unusual = unusualAccount({ ...account, owner });
  const why = unusual ? unusualText(unusual, t) : "";
  throw new CheckFailedError(
    t("{address} can never sign: {why}. Enter the address of a wallet or a multisig vault.", {
      address,
      why,
    }),
  );
}

function authorityWarning(t: Translator, account: Account | null, hasKey: boolean): string | null {
  if (account === null) {
    return t(
      hasKey
        ? "this address has no account on this network, like a mistyped address"
        : "this address has no key and no account on this network, so it is a new vault or a mistyped address",
    );
  }
  const program = account.owner.toBase58();
  if (program === SYSTEM_PROGRAM_ID) return null;
  return t(
    "this account belongs to the program {program}; a multisig account is not its vault, and only the vault can sign",
    { program },
  );
}
