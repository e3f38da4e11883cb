import { ApiError } from "@/lib/core/errors";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import { isNetworkUnavailable } from "@/lib/service/chain/errors";
import type { Env } from "@/lib/service/env";

/** Fields that the account confirms. The creator alone states the creation time and the metadata. */
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

/** The fields of a registration that the on-chain account also contains. */
export type Claims = Pick<VestingTree, (typeof CONFIRMED)[number]> & { treeAddress: string };

/** The chain client methods that the check needs; they throw NetworkUnavailableError if no endpoint responds. */
type TreeReader = {
  getVestingTree(
    treeAddress: string,
    options?: { deadlineMs: number },
  ): Promise<{ tree: VestingTree } | null>;
};

/** With `dryRun`, the campaign or its new root is not on chain yet, so a missing account is expected. */
export type RegistrationMode = {
  dryRun: boolean;
  /** Ends the work when the client is gone; a write in progress completes. */
  signal?: AbortSignal;
};

/**
 * The network connection; the setting REGISTRATION_CHECK selects how strictly a registration is confirmed.
 */
export type ChainAccess = {
  chain: TreeReader | null;
  env: Pick<Env, "VESTING_PROGRAM_ID" | "REGISTRATION_CHECK">;
};

/** The account that confirms a registration, or null if the registration could not be confirmed. */
export type Confirmation = VestingTree | null;

/**
 * Checks a registration against the on-chain account. Mode `lenient` rejects only contradictions, and a dry
 * run accepts a missing account in both modes. Mode `ledger` rejects every unconfirmed registration:
 *
 * - VALIDATION_ERROR for an address that is not derived from creator, mint and id
 * - CONFLICT for an account that is missing or differs
 * - LEDGER_UNAVAILABLE if the network cannot be reached
 */
export async function confirmOnNetwork(
  claims: Claims,
  { chain, env }: ChainAccess,
  { dryRun }: RegistrationMode,
): Promise<Confirmation> {
  const derived = derivedAddress(claims, env);
  if (derived !== claims.treeAddress && env.REGISTRATION_CHECK === "ledger") {
    throw new ApiError(
      "VALIDATION_ERROR",
      `treeAddress does not match creator, mint and campaignId. Their address is ${derived}.`,
      [{ path: "treeAddress", message: `Expected ${derived}.` }],
    );
  }
  const account = await readCheckedTree(claims.treeAddress, { chain, env }, { mayBeMissing: dryRun });
  if (account === null) return null;
  const differing = differences(claims, account);
  if (differing.length === 0) return account;
  throw new ApiError(
    "CONFLICT",
    `The network has a different ${differing.map(({ path }) => path).join(", ")} for this campaign. Register the values of the network.`,
    differing,
  );
}

/** Derives the program address of a campaign from its creator, mint and id. */
export const derivedAddress = (claims: Claims, env: ChainAccess["env"]): string =>
  findVestingTreeAddress({ ...claims, programId: env.VESTING_PROGRAM_ID }).address;

/**
 * Returns the account of a tree. Returns null if `mayBeMissing` allows a missing account, or if `lenient`
 * allows it to be missing or unavailable.
 */
export async function readCheckedTree(
  treeAddress: string,
  { chain, env }: ChainAccess,
  { mayBeMissing = false }: { mayBeMissing?: boolean } = {},
): Promise<VestingTree | null> {
  const mode = env.REGISTRATION_CHECK;
  const unavailable = new ApiError(
    "LEDGER_UNAVAILABLE",
    "The network cannot be reached to confirm this campaign. Try again in a moment.",
  );
  if (!chain && mode === "ledger") throw unavailable;
  if (!chain) return null;
  const found = await chain.getVestingTree(treeAddress, REQUEST_DEADLINE).catch((error: unknown) => {
    if (mode === "lenient" && isNetworkUnavailable(error)) return null;
    throw error;
  });
  if (found) return found.tree;
  if (mode === "lenient" || mayBeMissing) return null;
  throw new ApiError(
    "CONFLICT",
    "The network has no campaign at this treeAddress yet. Wait until its creation is confirmed.",
  );
}

function differences(claims: Claims, account: VestingTree) {
  return CONFIRMED.filter((name) => claims[name] !== account[name]).map((path) => ({
    path,
    message: `The network has ${account[path]}.`,
  }));
}
