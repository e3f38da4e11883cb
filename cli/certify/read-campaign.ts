import type { CopiedAccount } from "@vesting-index/ledger";
import type { ProgramView } from "@/lib/contract/program";
import { payoutAccount } from "@/lib/core/plans/plan";
import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readClaimRecord } from "@/lib/core/solana/claim-record";
import { CLOCK_SYSVAR_ID, clockTime } from "@/lib/core/solana/clock";
import { equalBytes } from "@/lib/core/solana/hex";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { NotACampaignError, readTreeAccount } from "@/lib/core/solana/tree-account";
import { getVaultAccount } from "@/lib/core/solana/vault";
import type { Chain } from "@/lib/service/chain/chain";
import { fetchProgramCode } from "@/lib/service/chain/program";

/** A campaign that cannot be certified; the message states why. */
export class NotCertifiableError extends Error {
  override readonly name = "NotCertifiableError";
}

export type AccountReader = Pick<Chain, "getAccounts" | "getGenesisHash">;

/** A campaign's accounts at one slot, and the program that owns them. */
export type CampaignCopy = {
  treeAddress: string;
  genesis: string;
  program: ProgramView;
  code: Uint8Array;
  slot: bigint;
  /** Unix seconds of the slot. */
  now: bigint;
  tree: VestingTree;
  accounts: ReadonlyMap<string, CopiedAccount>;
  /** By beneficiary. */
  records: ReadonlyMap<string, ClaimRecord>;
};

/** Attempts to read all accounts between two claims. */
const ATTEMPTS = 4;
const LIMITS = { deadlineMs: 60_000, attempts: 4 } as const;

type Campaign = { treeAddress: string; programId: string };

/** @throws NotACampaignError, and the errors of Chain */
export async function readTree(
  chain: AccountReader,
  { treeAddress, programId }: Campaign,
): Promise<VestingTree> {
  const { accounts } = await chain.getAccounts([treeAddress], LIMITS);
  return treeIn(accounts[0] ?? null, { treeAddress, programId });
}

function treeIn(account: CopiedAccount | null, { treeAddress, programId }: Campaign): VestingTree {
  if (!account || account.data.length === 0)
    throw new NotACampaignError(`The account ${treeAddress} does not exist on the network.`);
  return readTreeAccount({ address: treeAddress, ...account }, programId);
}

/**
 * Reads a campaign's tree, vault, mint, claim records and the token accounts of `payees`. The tree and the vault are
 * read again at the end: if both are unchanged, no claim happened in between, and all accounts belong to one state.
 *
 * @throws NotCertifiableError if the campaign keeps changing, or the program cannot be read
 */
export async function readCampaign(
  chain: AccountReader,
  campaign: Campaign & { beneficiaries: readonly string[]; payees: readonly string[] },
): Promise<CampaignCopy> {
  const { treeAddress, programId } = campaign;
  const deployed = await fetchProgramCode(chain, programId, LIMITS);
  if (!deployed) throw new NotCertifiableError(`The network has no program at ${programId}.`);
  const genesis = await chain.getGenesisHash(LIMITS);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await readOnce(chain, campaign);
    if (read) return { treeAddress, genesis, program: deployed.program, code: deployed.code, ...read };
  }
  throw new NotCertifiableError("The campaign changed while its accounts were read. Try again.");
}

async function readOnce(
  chain: AccountReader,
  campaign: Campaign & { beneficiaries: readonly string[]; payees: readonly string[] },
) {
  const { treeAddress, programId } = campaign;
  const { creator, mint } = await readTree(chain, campaign);
  const keys = { treeAddress, mint, programId };
  const vault = getVaultAccount(keys);
  const token = mint === NATIVE_MINT ? [] : [mint, payoutAccount(keys, creator) ?? ""];
  const head = await readMap(chain, [CLOCK_SYSVAR_ID, treeAddress, vault, ...token]);
  const tree = treeIn(head.accounts.get(treeAddress) ?? null, campaign);
  const options = { minContextSlot: head.slot };
  const recordAddresses = new Map(
    campaign.beneficiaries.map((beneficiary) => [
      findClaimRecordAddress({ ...keys, beneficiary }).address,
      beneficiary,
    ]),
  );
  const records = await readMap(chain, [...recordAddresses.keys()], options);
  const payees = campaign.payees.flatMap((payee) => payoutAccount(keys, payee) ?? []);
  const payeeAccounts = await readMap(chain, payees, options);
  const again = await readMap(chain, [treeAddress, vault], { minContextSlot: records.slot });
  const isSame = [treeAddress, vault].every((at) => isEqual(head.accounts.get(at), again.accounts.get(at)));
  if (!isSame) return null;
  const clock = head.accounts.get(CLOCK_SYSVAR_ID);
  const now = clock ? clockTime(clock.data) : null;
  if (now === null) throw new NotCertifiableError("The network does not provide its clock.");
  head.accounts.delete(CLOCK_SYSVAR_ID);
  return {
    tree,
    slot: head.slot,
    now,
    accounts: new Map([...payeeAccounts.accounts, ...records.accounts, ...head.accounts]),
    records: decodeRecords(records.accounts, recordAddresses, programId),
  };
}

async function readMap(
  chain: AccountReader,
  addresses: readonly string[],
  options: { minContextSlot?: bigint } = {},
) {
  const unique = [...new Set(addresses)];
  if (unique.length === 0) return { slot: 0n, accounts: new Map<string, CopiedAccount>() };
  const { slot, accounts } = await chain.getAccounts(unique, { ...LIMITS, ...options });
  const found = unique.flatMap((address, at) => {
    const account = accounts[at];
    return account ? [[address, account] as const] : [];
  });
  return { slot, accounts: new Map<string, CopiedAccount>(found) };
}

const isEqual = (a: CopiedAccount | undefined, b: CopiedAccount | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.lamports === b.lamports && equalBytes(a.data, b.data);

function decodeRecords(
  accounts: ReadonlyMap<string, CopiedAccount>,
  beneficiaries: ReadonlyMap<string, string>,
  programId: string,
): Map<string, ClaimRecord> {
  const records = new Map<string, ClaimRecord>();
  for (const [address, account] of accounts) {
    const beneficiary = beneficiaries.get(address);
    const record = readClaimRecord(account, programId);
    if (beneficiary !== undefined && record) records.set(beneficiary, record);
  }
  return records;
}
