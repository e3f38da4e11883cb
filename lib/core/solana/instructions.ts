import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { addressBytes, DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { camelCase, encodeInstruction } from "@/lib/core/solana/codec";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { AccountsOf, ArgumentsOf, InstructionName } from "@/lib/core/solana/idl/idl-types";

export type { AccountsOf, ArgumentsOf, InstructionName } from "@/lib/core/solana/idl/idl-types";

type AccountItem = {
  name: string;
  writable?: boolean;
  signer?: boolean;
  optional?: boolean;
  address?: string;
};

function accountMeta(item: AccountItem, given: string | null | undefined, programId: string) {
  const address = given ?? (item.optional ? null : item.address);
  // Anchor's mark for an optional account that is absent: the program's own id, without rights.
  if (address === null) {
    return { pubkey: new PublicKey(programId), isSigner: false, isWritable: false };
  }
  if (address === undefined) throw new RangeError(`The account ${camelCase(item.name)} is missing.`);
  return {
    pubkey: new PublicKey(addressBytes(address)),
    isSigner: item.signer === true,
    isWritable: item.writable === true,
  };
}

/**
 * The builder of one program instruction: accounts in the IDL's order, an optional account given as null absent.
 * The builder throws RangeError naming an account or argument that is missing or out of range.
 */
function instruction<N extends InstructionName>(name: N) {
  const items: readonly AccountItem[] = IDL.instructions.find((entry) => entry.name === name)?.accounts ?? [];
  return (accounts: AccountsOf<N>, args: ArgumentsOf<N>, programId: string = DEFAULT_PROGRAM_ID) => {
    const given: Record<string, string | null | undefined> = { ...accounts };
    return new TransactionInstruction({
      programId: new PublicKey(addressBytes(programId)),
      keys: items.map((item) => accountMeta(item, given[camelCase(item.name)], programId)),
      data: encodeInstruction(name, args),
    });
  };
}

export const createCampaignInstruction = instruction("create_campaign");
export const createCampaignNativeInstruction = instruction("create_campaign_native");
export const createStreamInstruction = instruction("create_stream");
export const createStreamNativeInstruction = instruction("create_stream_native");
export const fundCampaignInstruction = instruction("fund_campaign");
export const fundCampaignNativeInstruction = instruction("fund_campaign_native");
export const claimInstruction = instruction("claim");
export const withdrawInstruction = instruction("withdraw");
export const cancelCampaignInstruction = instruction("cancel_campaign");
export const cancelStreamInstruction = instruction("cancel_stream");
export const setMilestoneReleasedInstruction = instruction("set_milestone_released");
export const updateRootInstruction = instruction("update_root");
export const withdrawUnvestedInstruction = instruction("withdraw_unvested");
export const instantRefundCampaignInstruction = instruction("instant_refund_campaign");
export const pauseCampaignInstruction = instruction("pause_campaign");
export const unpauseCampaignInstruction = instruction("unpause_campaign");
export const closeClaimRecordInstruction = instruction("close_claim_record");
export const getVestedAmountInstruction = instruction("get_vested_amount");
