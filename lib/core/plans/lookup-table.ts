import { AddressLookupTableAccount, AddressLookupTableProgram, PublicKey } from "@solana/web3.js";
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM_ID,
  RECENT_BLOCKHASHES_SYSVAR_ID,
  SYSTEM_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import {
  type CampaignKeys,
  isNativeMint,
  type LookupTable,
  mintAccounts,
  type SendablePlan,
  type TransactionPlan,
  vaultAccounts,
} from "./plan";

/** Leaves of a tree of 16 levels, up to which every claim has room for the instructions that wallets add. */
const MAX_LEAVES_WITHOUT_TABLE = 2 ** 16;

/** Returns whether claims from a campaign need a lookup table. Claims of native SOL name fewer accounts. */
export const needsLookupTable = ({ mint, leafCount }: { mint: string; leafCount: number }): boolean =>
  leafCount > MAX_LEAVES_WITHOUT_TABLE && !isNativeMint(mint);

/**
 * Returns the accounts that every claim from a campaign names, in the order of its lookup table. The last one
 * is for the advance of a durable nonce.
 */
export function campaignLookupAddresses(campaign: CampaignKeys): string[] {
  const { vaultAuthority, vault, tokenProgram } = vaultAccounts(campaign);
  const { mint, associatedTokenProgram } = mintAccounts(campaign);
  const ofTokens = [vaultAuthority, vault, mint, tokenProgram, associatedTokenProgram];
  return [
    campaign.treeAddress,
    ...ofTokens.filter((address) => address !== null),
    SYSTEM_PROGRAM_ID,
    RECENT_BLOCKHASHES_SYSVAR_ID,
  ];
}

const TABLE_HEADER_BYTES = 56;
const ADDRESS_BYTES = 32;

/** Returns the size of a campaign's lookup table in bytes, which determines its rent. */
export const lookupTableBytes = (campaign: CampaignKeys): number =>
  TABLE_HEADER_BYTES + ADDRESS_BYTES * campaignLookupAddresses(campaign).length;

/** The state of a lookup table. Slots are block slots; `deactivatedAt` is null while it is in use. */
export type LookupTableState = LookupTable & { authority: string | null; deactivatedAt: bigint | null };

const NEVER = 2n ** 64n - 1n;

/** Reads a lookup table; null for another account. */
export function readLookupTable(
  address: string,
  account: { owner: string; data: Uint8Array } | null,
): LookupTableState | null {
  if (account?.owner !== ADDRESS_LOOKUP_TABLE_PROGRAM_ID || account.data.length < TABLE_HEADER_BYTES)
    return null;
  try {
    const state = AddressLookupTableAccount.deserialize(account.data);
    return {
      address,
      addresses: state.addresses.map((each) => each.toBase58()),
      authority: state.authority?.toBase58() ?? null,
      deactivatedAt: state.deactivationSlot === NEVER ? null : state.deactivationSlot,
    };
  } catch {
    return null;
  }
}

/**
 * Returns the lookup table of an account if claims from the campaign can use it: it is active and holds exactly
 * the campaign's addresses. The content of a table can never be replaced, so it still applies when a
 * transaction executes; a table that was closed in the meantime only makes the transaction fail.
 */
export function readCampaignTable(
  address: string,
  account: Parameters<typeof readLookupTable>[1],
  campaign: CampaignKeys,
): LookupTableState | null {
  const table = readLookupTable(address, account);
  if (table === null || table.deactivatedAt !== null) return null;
  const expected = campaignLookupAddresses(campaign);
  const isExact =
    table.addresses.length === expected.length && expected.every((each, at) => table.addresses[at] === each);
  return isExact ? table : null;
}

/**
 * Plans the creation of a campaign's lookup table, which the creator pays and can close. The address derives
 * from the creator and `recentSlot`, a slot of the last three minutes with a block.
 */
export function planCreateLookupTable(
  campaign: CampaignKeys & { creator: string },
  recentSlot: number,
): { plan: SendablePlan; table: LookupTable } {
  const { creator } = campaign;
  const authority = new PublicKey(creator);
  const by = { authority, payer: authority };
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ ...by, recentSlot });
  const addresses = campaignLookupAddresses(campaign);
  const extend = AddressLookupTableProgram.extendLookupTable({
    ...{ ...by, lookupTable },
    addresses: addresses.map((each) => new PublicKey(each)),
  });
  const address = lookupTable.toBase58();
  return {
    plan: tablePlan(creator, address, [create, extend]),
    table: { address, addresses },
  };
}

/**
 * Returns the plan of a campaign's creation with the creation of its lookup table, which needs no further
 * signature. The program's own instruction stays the last one.
 */
export function withNewLookupTable(
  plan: TransactionPlan,
  campaign: CampaignKeys & { creator: string },
  recentSlot: number,
): TransactionPlan {
  const { plan: table } = planCreateLookupTable(campaign, recentSlot);
  return {
    ...plan,
    instructions: [...table.instructions, ...plan.instructions],
    accounts: { ...plan.accounts, ...table.accounts },
  };
}

/** Plans the deactivation of a lookup table. Its account can be closed about 513 slots later. */
export function planDeactivateLookupTable({ creator, address }: TableToClose): SendablePlan {
  const deactivate = AddressLookupTableProgram.deactivateLookupTable({
    lookupTable: new PublicKey(address),
    authority: new PublicKey(creator),
  });
  return tablePlan(creator, address, [deactivate]);
}

/** Plans the closing of a deactivated lookup table: its rent goes to the creator. */
export function planCloseLookupTable({ creator, address }: TableToClose): SendablePlan {
  const authority = new PublicKey(creator);
  const close = AddressLookupTableProgram.closeLookupTable({
    lookupTable: new PublicKey(address),
    authority,
    recipient: authority,
  });
  return tablePlan(creator, address, [close]);
}

/** The steps that close a lookup table. */
export type LookupTableStep = "deactivate" | "close";

/** Slots whose hashes the network keeps; a table can be closed once its deactivation is not among them. */
const SLOT_HASHES = 512n;

/** Returns the next step to close a lookup table at `slot`, and the slots until it is possible; 0 for now. */
export function tableStep(
  { deactivatedAt }: Pick<LookupTableState, "deactivatedAt">,
  slot: bigint,
): { step: LookupTableStep; waitSlots: number } {
  if (deactivatedAt === null) return { step: "deactivate", waitSlots: 0 };
  const wait = deactivatedAt + SLOT_HASHES + 1n - slot;
  return { step: "close", waitSlots: wait > 0n ? Number(wait) : 0 };
}

type TableToClose = { creator: string; address: string };

const tablePlan = (
  creator: string,
  lookupTable: string,
  instructions: SendablePlan["instructions"],
): SendablePlan => ({ instructions, feePayer: creator, signers: [creator], accounts: { lookupTable } });
