/**
 * The account list of each instruction, copied verbatim from the program's interface page: w = writable, s =
 * signer, ? = optional. The list is independent of the IDL, so that a mistake there shows.
 */
export const ACCOUNT_LISTS: Readonly<Record<string, string>> = {
  create_campaign:
    "creator ws, mint, vesting_tree w, vault_authority, vault w, token_program, associated_token_program, system_program, rent",
  create_campaign_native: "creator ws, vesting_tree w, system_program, rent",
  create_stream:
    "creator ws, mint, vesting_tree w, vault_authority, vault w, source_ata w, token_program, associated_token_program, system_program, rent",
  create_stream_native: "creator ws, vesting_tree w, system_program, rent",
  fund_campaign: "creator ws, vesting_tree w, vault w, source_ata w, token_program",
  fund_campaign_native: "creator ws, vesting_tree w, system_program",
  claim:
    "beneficiary ws, vesting_tree w, claim_record w, vault_authority ?, vault w?, beneficiary_ata w?, mint ?, token_program ?, associated_token_program ?, system_program",
  withdraw:
    "beneficiary ws, vesting_tree w, claim_record w, vault_authority ?, vault w?, mint ?, beneficiary_ata w?, token_program ?, associated_token_program ?, system_program",
  cancel_campaign: "cancel_authority s, vesting_tree w",
  cancel_stream:
    "creator ws, beneficiary w, vesting_tree w, claim_record w, system_program, vault_authority ?, vault w?, beneficiary_ata w?, creator_ata w?, token_program ?",
  set_milestone_released: "creator s, vesting_tree w",
  update_root: "cancel_authority s, vesting_tree w",
  withdraw_unvested:
    "creator ws, vesting_tree w, vault_authority ?, vault w?, creator_ata w?, token_program ?, system_program",
  instant_refund_campaign:
    "creator ws, vesting_tree w, vault_authority ?, vault w?, creator_ata w?, token_program ?, system_program",
  pause_campaign: "pause_authority s, vesting_tree w",
  unpause_campaign: "pause_authority s, vesting_tree w",
  close_claim_record: "beneficiary ws, vesting_tree, claim_record w",
};

export type ListedAccount = { name: string; isWritable: boolean; isSigner: boolean; isOptional: boolean };

/** Returns one instruction's accounts in order, with names as this code spells them. */
export function listedAccounts(instruction: string): ListedAccount[] {
  const list = ACCOUNT_LISTS[instruction];
  if (list === undefined) throw new Error(`The interface page has no ${instruction}.`);
  return list.split(", ").map((entry) => {
    const [name = "", flags = ""] = entry.split(" ");
    return {
      name: name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      isWritable: flags.includes("w"),
      isSigner: flags.includes("s"),
      isOptional: flags.includes("?"),
    };
  });
}
