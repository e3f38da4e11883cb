import { ApiError } from "@/lib/core/errors";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import { isLedgerUnavailable } from "@/lib/service/chain/errors";
import type { Env } from "@/lib/service/env";

/** What the account states; when it was created and how it is described is the creator's to say. */
const CONFIRMED = [
  "creator",
  "mint",
  "campaignId",
  "merkleRoot",
  "leafCount",
  "totalSupply",
  "cancellable",
  "cancelAuthority",
  "pauseAuthority",
] as const satisfies (keyof VestingTree)[];

/** What a registration says of a campaign that its account on the ledger says too. */
export type Claims = Pick<VestingTree, (typeof CONFIRMED)[number]> & { treeAddress: string };

/** What the check needs of the chain client; it throws LedgerUnavailable when no endpoint answers. */
type TreeReader = {
  getVestingTree(
    treeAddress: string,
    options?: { deadlineMs: number },
  ): Promise<{ tree: VestingTree } | null>;
};

/** `dryRun`: asked before the campaign or its new root is on the ledger, so what is missing there is expected. */
export type RegistrationMode = {
  dryRun: boolean;
  /** Ends the work once nobody waits for its outcome; what has begun to be stored is stored. */
  signal?: AbortSignal;
};

/** How far the ledger has to confirm a registration is the setting REGISTRATION_CHECK. */
export type LedgerAccess = {
  chain: TreeReader | null;
  env: Pick<Env, "VESTING_PROGRAM_ID" | "REGISTRATION_CHECK">;
};

/** What the ledger said: the account that confirms, or null where nothing could be confirmed. */
export type Confirmation = VestingTree | null;

/**
 * Asks the ledger whether it confirms a registration. `ledger` refuses what is not confirmed: VALIDATION_ERROR for an
 * address that is not derived from creator, mint and id, CONFLICT for an account that is missing or differs,
 * LEDGER_UNAVAILABLE when it cannot be asked. `lenient` only refuses what the ledger contradicts, and a dry run expects
 * the account to be missing under either.
 */
export async function confirmOnLedger(
  claims: Claims,
  { chain, env }: LedgerAccess,
  { dryRun }: RegistrationMode,
): Promise<Confirmation> {
  const derived = derivedAddress(claims, env);
  if (derived !== claims.treeAddress) {
    if (env.REGISTRATION_CHECK === "lenient") return null;
    throw new ApiError(
      "VALIDATION_ERROR",
      `treeAddress is not the address of creator, mint and campaignId; that is ${derived}.`,
      [{ path: "treeAddress", message: `Expected ${derived}.` }],
    );
  }
  const account = await readCheckedTree(claims.treeAddress, { chain, env }, { mayBeMissing: dryRun });
  if (account === null) return null;
  const differing = differences(claims, account);
  if (differing.length === 0) return account;
  throw new ApiError(
    "CONFLICT",
    `The ledger holds this campaign with another ${differing.map(({ path }) => path).join(", ")}; register what it holds.`,
    differing,
  );
}

/** The address that the program gives a campaign with this creator, mint and id. */
export const derivedAddress = (claims: Claims, env: LedgerAccess["env"]): string =>
  findVestingTreeAddress({ ...claims, programId: env.VESTING_PROGRAM_ID }).address;

/** The account of a tree; null where `lenient` lets it be missing or unasked, or where it `mayBeMissing`. */
export async function readCheckedTree(
  treeAddress: string,
  { chain, env }: LedgerAccess,
  { mayBeMissing = false }: { mayBeMissing?: boolean } = {},
): Promise<VestingTree | null> {
  const mode = env.REGISTRATION_CHECK;
  const unavailable = new ApiError(
    "LEDGER_UNAVAILABLE",
    "The ledger cannot be asked whether this campaign exists; try again in a moment.",
  );
  if (!chain && mode === "ledger") throw unavailable;
  if (!chain) return null;
  const found = await chain.getVestingTree(treeAddress, REQUEST_DEADLINE).catch((error: unknown) => {
    if (mode === "lenient" && isLedgerUnavailable(error)) return null;
    throw error;
  });
  if (found) return found.tree;
  if (mode === "lenient" || mayBeMissing) return null;
  throw new ApiError(
    "CONFLICT",
    "The ledger holds no campaign at this treeAddress yet; wait until its creation is confirmed.",
  );
}

function differences(claims: Claims, account: VestingTree) {
  return CONFIRMED.filter((name) => claims[name] !== account[name]).map((path) => ({
    path,
    message: `The ledger says ${account[path]}.`,
  }));
}
