import type { Idl } from "@coral-xyz/anchor";
import { struct } from "@/lib/core/solana/idl/types";

/** The program's events and their discriminators. Source: program interface, Events. */
export const EVENTS = [
  { name: "CampaignCreated", discriminator: [9, 98, 69, 61, 53, 131, 64, 152] },
  { name: "CampaignFunded", discriminator: [46, 83, 210, 201, 110, 227, 24, 212] },
  { name: "Claimed", discriminator: [217, 192, 123, 72, 108, 150, 248, 33] },
  { name: "CampaignCancelled", discriminator: [121, 171, 21, 55, 56, 234, 121, 44] },
  { name: "CampaignPaused", discriminator: [175, 201, 65, 236, 104, 165, 240, 42] },
  { name: "CampaignUnpaused", discriminator: [222, 104, 100, 142, 76, 9, 67, 223] },
  { name: "RootUpdated", discriminator: [94, 53, 22, 128, 141, 113, 98, 231] },
  { name: "UnvestedWithdrawn", discriminator: [185, 61, 217, 58, 101, 3, 104, 60] },
  { name: "MilestoneReleased", discriminator: [49, 225, 91, 223, 34, 165, 109, 181] },
  { name: "StreamCancelled", discriminator: [91, 215, 29, 237, 194, 6, 184, 92] },
  { name: "InstantRefunded", discriminator: [220, 50, 18, 207, 183, 232, 218, 25] },
  { name: "ClaimRecordClosed", discriminator: [67, 182, 134, 71, 250, 113, 40, 232] },
] as const satisfies Idl["events"];

/** The Borsh fields of each event, after its discriminator. */
export const EVENT_TYPES = [
  struct("CampaignCreated", [
    { name: "tree", type: "pubkey" },
    { name: "creator", type: "pubkey" },
    { name: "mint", type: "pubkey" },
    { name: "total_supply", type: "u64" },
    { name: "leaf_count", type: "u32" },
    { name: "cancellable", type: "bool" },
  ]),
  struct("CampaignFunded", [
    { name: "tree", type: "pubkey" },
    { name: "amount", type: "u64" },
    { name: "vault_balance_after", type: "u64" },
  ]),
  struct("Claimed", [
    { name: "tree", type: "pubkey" },
    { name: "beneficiary", type: "pubkey" },
    { name: "leaf_index", type: "u32" },
    { name: "amount", type: "u64" },
    { name: "total_claimed_by_user", type: "u64" },
    { name: "total_claimed_overall", type: "u64" },
    { name: "milestone_idx", type: { option: "u8" } },
  ]),
  struct("CampaignCancelled", [
    { name: "tree", type: "pubkey" },
    { name: "cancelled_at", type: "i64" },
    { name: "claimed_at_cancel", type: "u64" },
  ]),
  struct("CampaignPaused", [{ name: "tree", type: "pubkey" }]),
  struct("CampaignUnpaused", [{ name: "tree", type: "pubkey" }]),
  struct("RootUpdated", [
    { name: "tree", type: "pubkey" },
    { name: "old_root", type: { array: ["u8", 32] } },
    { name: "new_root", type: { array: ["u8", 32] } },
    { name: "new_leaf_count", type: "u32" },
  ]),
  struct("UnvestedWithdrawn", [
    { name: "tree", type: "pubkey" },
    { name: "amount", type: "u64" },
  ]),
  struct("MilestoneReleased", [
    { name: "tree", type: "pubkey" },
    { name: "milestone_idx", type: "u8" },
    { name: "released_by", type: "pubkey" },
  ]),
  struct("StreamCancelled", [
    { name: "tree", type: "pubkey" },
    { name: "cancelled_at", type: "i64" },
    { name: "amount_to_beneficiary", type: "u64" },
    { name: "amount_to_creator", type: "u64" },
  ]),
  struct("InstantRefunded", [
    { name: "tree", type: "pubkey" },
    { name: "cancelled_at", type: "i64" },
    { name: "refunded_to", type: "pubkey" },
    { name: "amount", type: "u64" },
  ]),
  struct("ClaimRecordClosed", [
    { name: "tree", type: "pubkey" },
    { name: "beneficiary", type: "pubkey" },
  ]),
] as const satisfies Idl["types"];
