import { storeViewer } from "@/components/wallet/viewer-cookie";
import { updateWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import { findSquadsVaultAddress, type SquadsVault } from "@/lib/core/squads/addresses";
import { deleteActingVault, findActingVault, storeActingVault } from "./acting-vault-store";
import { requestVaultSigning } from "./vault-signing-store";

/** The wallets of members that act as a vault, by the account of the vault. */
const members = new WeakMap<WalletAccount, WalletAccount>();

/** Returns the account of a vault. The member's wallet proposes and executes its transactions. */
function vaultAccount(t: Translator, member: WalletAccount, vault: SquadsVault): WalletAccount {
  const account: WalletAccount = {
    address: findSquadsVaultAddress(vault),
    walletName: t("Squads vault"),
    signsTransactions: member.signsTransactions,
    chains: member.chains,
    vault: { ...vault, member: member.address },
    signTransaction: async () => {
      throw new Error(t("A vault has no key and cannot sign this. Connect a wallet with a key for it."));
    },
    signPlan: (plan, intent) => requestVaultSigning({ plan, intent, vault, member }),
  };
  members.set(account, member);
  return account;
}

/** Returns the vault as which this wallet acts, or the wallet itself. */
export function shownAccount(t: Translator, member: WalletAccount): WalletAccount {
  const vault = findActingVault();
  return vault?.member === member.address ? vaultAccount(t, member, vault) : member;
}

/** Lets a member's wallet act as a vault, also after a reload. */
export function actAsVault(
  t: Translator,
  member: WalletAccount,
  { multisig, vaultIndex }: SquadsVault,
): void {
  storeActingVault({ multisig, vaultIndex, member: member.address });
  show(shownAccount(t, member));
}

/** Returns to the wallet of the member. */
export function stopActingAsVault(account: WalletAccount): void {
  deleteActingVault();
  const member = members.get(account);
  if (member) show(member);
}

function show(account: WalletAccount): void {
  updateWallet({ account });
  storeViewer(account.address);
}
