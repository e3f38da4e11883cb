import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { claimAccounts } from "@/lib/core/plans/claim";
import type { LookupTable } from "@/lib/core/plans/plan";
import { NATIVE_MINT, RECENT_BLOCKHASHES_SYSVAR_ID, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { type DescribedInstruction, splitName } from "@/lib/core/solana/describe-instruction";
import { readName } from "@/lib/core/solana/interface-names";
import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";

const OTHER_TABLES: Message = message(
  "The lookup tables in the file are not those of the transaction. Do not sign it. Export the transaction again.",
);
const ACCOUNT_TWICE: Message = message("The transaction lists the same account twice. Do not sign it.");

/**
 * Returns the accounts of a message in the order of its indexes: those in the message, then those from lookup
 * tables.
 * @throws RangeError if an account occurs twice, or if the tables are not exactly those that the message names
 */
export function accountAddresses(
  { staticKeys, lookups }: WireTransaction,
  tables: readonly LookupTable[],
): string[] {
  const named = lookups.map(({ accountKey }) => readAddress(accountKey, 0));
  const isSame = named.length === tables.length && named.every((each, at) => each === tables[at]?.address);
  if (!isSame) throw new RangeError(OTHER_TABLES);
  const load = (list: "writableIndexes" | "readonlyIndexes") =>
    lookups.flatMap((lookup, at) => [...lookup[list]].map((index) => tables[at]?.addresses[index]));
  const loaded = [...load("writableIndexes"), ...load("readonlyIndexes")];
  const addresses = [...staticKeys.map((key) => readAddress(key, 0)), ...loaded].map((address) => {
    if (address === undefined) throw new RangeError(OTHER_TABLES);
    return address;
  });
  // A node rejects such a transaction.
  if (new Set(addresses).size !== addresses.length) throw new RangeError(ACCOUNT_TWICE);
  return addresses;
}

/** The message contains every other account of a claim: the signer, the claim record and the paid account. */
const LOADABLE_BY_CLAIM: ReadonlySet<string | null> = new Set([
  ...["vesting tree", "vault authority", "vault", "mint"],
  ...["token program", "associated token program", "system program"],
]);

/** An instruction, and for each of its accounts whether a lookup table contains it. */
export type LoadingInstruction = DescribedInstruction & { isLoaded: readonly boolean[] };

/**
 * Checks the accounts that instructions load from lookup tables against addresses in the message itself. The
 * content of a table is not part of a signature, so a file can state another one than the network has.
 *
 * A claim names the claim record and the paid token account, which are derived from campaign, mint and
 * beneficiary. So they prove the campaign and the mint, from which all its other accounts are derived. With
 * another table on the network the program rejects the claim.
 *
 * `loaded` are all addresses from lookup tables.
 * @throws RangeError for an account that contradicts the message, or that nothing in the message proves
 */
export function checkLoadedAccounts(
  t: Translator,
  { instructions, loaded }: { instructions: readonly LoadingInstruction[]; loaded: readonly string[] },
  programId: string,
): void {
  const used = new Set(instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address)));
  const unused = loaded.find((address) => !used.has(address));
  if (unused !== undefined) throw unprovable(t, unused);
  for (const instruction of instructions)
    if (instruction.isLoaded.includes(true))
      checkInstruction(t, instruction, expectedAccounts(instruction, programId));
}

function checkInstruction(t: Translator, instruction: LoadingInstruction, expected: Expected | null): void {
  for (const [at, { address, name }] of instruction.accounts.entries()) {
    if (instruction.isLoaded[at] && !expected?.loadable.has(name)) throw unprovable(t, address);
    const wanted = expected?.byName.get(name ?? "");
    if (wanted !== undefined && wanted !== address)
      throw contradiction(t, { name: name ?? "", given: address, expected: wanted });
  }
}

type Expected = { byName: ReadonlyMap<string, string>; loadable: ReadonlySet<string | null> };

function expectedAccounts(instruction: LoadingInstruction, programId: string): Expected | null {
  const { program, name, accounts } = instruction;
  if (program.address === SYSTEM_PROGRAM_ID && name === "advance nonce") {
    const byName = new Map([["recent blockhashes", RECENT_BLOCKHASHES_SYSVAR_ID]]);
    return { byName, loadable: new Set(byName.keys()) };
  }
  if (program.address !== programId || name !== "claim") return null;
  const getAccount = (role: string) => accounts.find((account) => account.name === role)?.address ?? "";
  const mint = getAccount("mint");
  // The program represents an absent account by its own address.
  const campaign = { treeAddress: getAccount("vesting tree"), mint: mint === programId ? NATIVE_MINT : mint };
  const derived = claimAccounts({ ...campaign, programId }, getAccount("beneficiary"));
  const byName = Object.entries({ ...derived, systemProgram: SYSTEM_PROGRAM_ID }).map(
    ([role, address]) => [splitName(role), address ?? programId] as const,
  );
  return { byName: new Map(byName), loadable: LOADABLE_BY_CLAIM };
}

const unprovable = (t: Translator, address: string) =>
  new RangeError(
    t(
      "The transaction takes the account {address} from a lookup table, and nothing in it proves that account. Do not sign it.",
      { address },
    ),
  );

const contradiction = (
  t: Translator,
  { name, given, expected }: { name: string; given: string; expected: string },
) =>
  new RangeError(
    t(
      "The lookup table in the file contradicts the transaction: {name} is {given}, but must be {expected}. Do not sign it.",
      { name: readName(t, name), given, expected },
    ),
  );
