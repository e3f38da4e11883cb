import type { Idl } from "@coral-xyz/anchor";

type Fields = Idl["instructions"][number]["args"];

/** The program's accounts and their discriminators. Source: program interface, Accounts. */
export const ACCOUNTS = [
  { name: "VestingTree", discriminator: [163, 188, 152, 220, 86, 159, 144, 88] },
  { name: "ClaimRecord", discriminator: [57, 229, 0, 9, 65, 62, 96, 7] },
] as const satisfies Idl["accounts"];

const vestingTreeFields = [
  { name: "creator", type: "pubkey" },
  { name: "mint", type: "pubkey" },
  { name: "vault", type: "pubkey" },
  { name: "vault_authority", type: "pubkey" },
  { name: "campaign_id", type: "u64" },
  { name: "merkle_root", type: { array: ["u8", 32] } },
  { name: "leaf_count", type: "u32" },
  { name: "total_supply", type: "u64" },
  { name: "total_claimed", type: "u64" },
  { name: "cancellable", type: "bool" },
  { name: "cancel_authority", type: { option: "pubkey" } },
  { name: "cancelled_at", type: { option: "i64" } },
  { name: "paused", type: "bool" },
  { name: "pause_authority", type: { option: "pubkey" } },
  { name: "created_at", type: "i64" },
  { name: "milestone_released_flags", type: { array: ["u8", 32] } },
] as const satisfies Fields;

const scheduleFields = [
  { name: "release_type", type: "u8" },
  { name: "start_time", type: "i64" },
  { name: "cliff_time", type: "i64" },
  { name: "end_time", type: "i64" },
  { name: "milestone_idx", type: "u8" },
] as const satisfies Fields;

const authorityFields = [
  { name: "cancellable", type: "bool" },
  { name: "cancel_authority", type: { option: "pubkey" } },
  { name: "pause_authority", type: { option: "pubkey" } },
] as const satisfies Fields;

/** Returns a struct with named fields. */
export const struct = <const Name extends string, const F extends Fields>(name: Name, fields: F) =>
  ({ name, type: { kind: "struct", fields } }) as const;

/** The structs of accounts and instruction arguments. */
export const TYPES = [
  struct("VestingTree", [
    ...vestingTreeFields,
    { name: "min_cliff_time", type: "i64" },
    { name: "instant_refunded", type: "bool" },
    { name: "bump", type: "u8" },
  ]),
  // Accounts that were created before the program had the minimum cliff time and instant refunds.
  struct("LegacyVestingTree", [...vestingTreeFields, { name: "bump", type: "u8" }]),
  // A fixed C layout: with its padding as fields, Borsh reads the same bytes.
  {
    serialization: "bytemuck",
    repr: { kind: "c" },
    ...struct("ClaimRecord", [
      { name: "beneficiary", type: "pubkey" },
      { name: "tree", type: "pubkey" },
      { name: "claimed_amount", type: "u64" },
      { name: "total_entitled", type: "u64" },
      { name: "milestone_bitmap", type: { array: ["u8", 32] } },
      { name: "last_claim_at", type: "i64" },
      { name: "bump", type: "u8" },
      { name: "version", type: "u8" },
      { name: "padding_a", type: { array: ["u8", 2] } },
      { name: "leaf_claimed_idx", type: { array: ["u32", 8] } },
      { name: "padding_b", type: { array: ["u8", 4] } },
      { name: "leaf_claimed_amt", type: { array: ["u64", 8] } },
    ]),
  },
  struct("VestingLeaf", [
    { name: "leaf_index", type: "u32" },
    { name: "beneficiary", type: "pubkey" },
    { name: "amount", type: "u64" },
    ...scheduleFields,
  ]),
  struct("CreateCampaignArgs", [
    { name: "campaign_id", type: "u64" },
    { name: "merkle_root", type: { array: ["u8", 32] } },
    { name: "leaf_count", type: "u32" },
    { name: "total_supply", type: "u64" },
    { name: "min_cliff_time", type: "i64" },
    ...authorityFields,
  ]),
  struct("CreateStreamArgs", [
    { name: "campaign_id", type: "u64" },
    { name: "beneficiary", type: "pubkey" },
    { name: "amount", type: "u64" },
    ...scheduleFields,
    ...authorityFields,
  ]),
  struct("WithdrawArgs", scheduleFields),
] as const satisfies Idl["types"];
