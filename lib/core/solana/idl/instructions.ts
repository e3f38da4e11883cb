import type { Idl } from "@coral-xyz/anchor";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  RENT_SYSVAR_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";

const creator = { name: "creator", writable: true, signer: true } as const;
const signingCreator = { name: "creator", signer: true } as const;
const beneficiary = { name: "beneficiary", writable: true, signer: true } as const;
const paidBeneficiary = { name: "beneficiary", writable: true } as const;
const cancelAuthority = { name: "cancel_authority", signer: true } as const;
const pauseAuthority = { name: "pause_authority", signer: true } as const;
const vestingTree = { name: "vesting_tree", writable: true } as const;
const readVestingTree = { name: "vesting_tree" } as const;
const claimRecord = { name: "claim_record", writable: true } as const;
const mint = { name: "mint" } as const;
const vaultAuthority = { name: "vault_authority" } as const;
const vault = { name: "vault", writable: true } as const;
const sourceAta = { name: "source_ata", writable: true } as const;
const tokenProgram = { name: "token_program", address: TOKEN_PROGRAM_ID } as const;
const associatedTokenProgram = {
  name: "associated_token_program",
  address: ASSOCIATED_TOKEN_PROGRAM_ID,
} as const;
const systemProgram = { name: "system_program", address: SYSTEM_PROGRAM_ID } as const;
const rent = { name: "rent", address: RENT_SYSVAR_ID } as const;

// Absent in a campaign of native SOL, which has no vault: the tree account itself holds the lamports.
const optionalMint = { name: "mint", optional: true } as const;
const optionalVaultAuthority = { name: "vault_authority", optional: true } as const;
const optionalVault = { name: "vault", writable: true, optional: true } as const;
const optionalBeneficiaryAta = { name: "beneficiary_ata", writable: true, optional: true } as const;
const optionalCreatorAta = { name: "creator_ata", writable: true, optional: true } as const;
const optionalTokenProgram = { ...tokenProgram, optional: true } as const;
const optionalAssociatedTokenProgram = { ...associatedTokenProgram, optional: true } as const;

/**
 * All instructions of the program with their accounts in order. Each list is written in full, although some
 * overlap, so that each instruction can be compared with the program's interface. Source: program interface,
 * Instructions.
 */
export const INSTRUCTIONS = [
  {
    name: "create_campaign",
    discriminator: [111, 131, 187, 98, 160, 193, 114, 244],
    accounts: [
      creator,
      mint,
      vestingTree,
      vaultAuthority,
      vault,
      tokenProgram,
      associatedTokenProgram,
      systemProgram,
      rent,
    ],
    args: [{ name: "args", type: { defined: { name: "CreateCampaignArgs" } } }],
  },
  {
    name: "create_campaign_native",
    discriminator: [95, 250, 254, 224, 254, 29, 131, 157],
    accounts: [creator, vestingTree, systemProgram, rent],
    args: [{ name: "args", type: { defined: { name: "CreateCampaignArgs" } } }],
  },
  {
    name: "create_stream",
    discriminator: [71, 188, 111, 127, 108, 40, 229, 158],
    accounts: [
      creator,
      mint,
      vestingTree,
      vaultAuthority,
      vault,
      sourceAta,
      tokenProgram,
      associatedTokenProgram,
      systemProgram,
      rent,
    ],
    args: [{ name: "args", type: { defined: { name: "CreateStreamArgs" } } }],
  },
  {
    name: "create_stream_native",
    discriminator: [164, 231, 118, 209, 162, 57, 55, 43],
    accounts: [creator, vestingTree, systemProgram, rent],
    args: [{ name: "args", type: { defined: { name: "CreateStreamArgs" } } }],
  },
  {
    name: "fund_campaign",
    discriminator: [109, 57, 56, 239, 99, 111, 221, 121],
    accounts: [creator, vestingTree, vault, sourceAta, tokenProgram],
    args: [{ name: "amount", type: "u64" }],
  },
  {
    name: "fund_campaign_native",
    discriminator: [239, 234, 36, 240, 76, 241, 102, 97],
    accounts: [creator, vestingTree, systemProgram],
    args: [{ name: "amount", type: "u64" }],
  },
  {
    name: "claim",
    discriminator: [62, 198, 214, 193, 213, 159, 108, 210],
    accounts: [
      beneficiary,
      vestingTree,
      claimRecord,
      optionalVaultAuthority,
      optionalVault,
      optionalBeneficiaryAta,
      optionalMint,
      optionalTokenProgram,
      optionalAssociatedTokenProgram,
      systemProgram,
    ],
    args: [
      { name: "leaf", type: { defined: { name: "VestingLeaf" } } },
      { name: "proof", type: { vec: { array: ["u8", 32] } } },
    ],
  },
  {
    name: "withdraw",
    discriminator: [183, 18, 70, 156, 148, 109, 161, 34],
    accounts: [
      beneficiary,
      vestingTree,
      claimRecord,
      optionalVaultAuthority,
      optionalVault,
      optionalMint,
      optionalBeneficiaryAta,
      optionalTokenProgram,
      optionalAssociatedTokenProgram,
      systemProgram,
    ],
    args: [{ name: "args", type: { defined: { name: "WithdrawArgs" } } }],
  },
  {
    name: "cancel_campaign",
    discriminator: [66, 10, 32, 138, 122, 36, 134, 202],
    accounts: [cancelAuthority, vestingTree],
    args: [],
  },
  {
    name: "cancel_stream",
    discriminator: [218, 221, 38, 25, 177, 207, 188, 91],
    accounts: [
      creator,
      paidBeneficiary,
      vestingTree,
      claimRecord,
      systemProgram,
      optionalVaultAuthority,
      optionalVault,
      optionalBeneficiaryAta,
      optionalCreatorAta,
      optionalTokenProgram,
    ],
    args: [{ name: "args", type: { defined: { name: "WithdrawArgs" } } }],
  },
  {
    name: "set_milestone_released",
    discriminator: [11, 152, 139, 241, 111, 92, 243, 46],
    accounts: [signingCreator, vestingTree],
    args: [{ name: "milestone_idx", type: "u8" }],
  },
  {
    name: "update_root",
    discriminator: [58, 195, 57, 246, 116, 198, 170, 138],
    accounts: [cancelAuthority, vestingTree],
    args: [
      { name: "new_root", type: { array: ["u8", 32] } },
      { name: "new_leaf_count", type: "u32" },
      { name: "new_min_cliff_time", type: "i64" },
    ],
  },
  {
    name: "withdraw_unvested",
    discriminator: [211, 51, 30, 54, 10, 96, 116, 28],
    accounts: [
      creator,
      vestingTree,
      optionalVaultAuthority,
      optionalVault,
      optionalCreatorAta,
      optionalTokenProgram,
      systemProgram,
    ],
    args: [],
  },
  {
    name: "instant_refund_campaign",
    discriminator: [204, 100, 177, 11, 207, 3, 9, 85],
    accounts: [
      creator,
      vestingTree,
      optionalVaultAuthority,
      optionalVault,
      optionalCreatorAta,
      optionalTokenProgram,
      systemProgram,
    ],
    args: [],
  },
  {
    name: "pause_campaign",
    discriminator: [62, 247, 54, 192, 240, 158, 8, 161],
    accounts: [pauseAuthority, vestingTree],
    args: [],
  },
  {
    name: "unpause_campaign",
    discriminator: [177, 111, 91, 206, 169, 242, 87, 95],
    accounts: [pauseAuthority, vestingTree],
    args: [],
  },
  {
    name: "close_claim_record",
    discriminator: [250, 193, 24, 86, 13, 34, 66, 240],
    accounts: [beneficiary, readVestingTree, claimRecord],
    args: [],
  },
  {
    name: "get_vested_amount",
    discriminator: [89, 97, 185, 152, 211, 78, 203, 193],
    accounts: [],
    args: [
      { name: "leaf", type: { defined: { name: "VestingLeaf" } } },
      { name: "cancelled_at", type: { option: "i64" } },
      { name: "now", type: "i64" },
      { name: "milestone_released_flags", type: { option: { array: ["u8", 32] } } },
    ],
    returns: "u64",
  },
] as const satisfies Idl["instructions"];
