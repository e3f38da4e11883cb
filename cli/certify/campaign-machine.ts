import { randomBytes } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import { type PreparedRun, type RunOutcome, StateCopy } from "@vesting-index/ledger";
import type { Keccak } from "@/lib/core/merkle/keccak";
import { encodeLeaf } from "@/lib/core/merkle/leaf-bytes";
import { treeProof } from "@/lib/core/merkle/proof";
import { LEAF_PREFIX, type MerkleTree } from "@/lib/core/merkle/tree";
import { planClaim } from "@/lib/core/plans/claim";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import { planReleaseMilestone, planUnpause, planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import {
  type CampaignKeys,
  mintAccounts,
  payoutAccount,
  type SendablePlan,
  vaultAccounts,
} from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { programError } from "@/lib/core/solana/errors";
import { decodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import { toHex } from "@/lib/core/solana/hex";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { TOKEN_BALANCE_OFFSET, tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import type { CampaignCopy } from "./read-campaign";

/** Offset of `total_claimed` in a vesting tree. Source: program interface, Accounts. */
const TOTAL_CLAIMED_OFFSET = 188;
/** Pays the rent of claim records and token accounts. */
const WALLET_LAMPORTS = 1_000_000_000n;
const EVENT_LINE = "Program data: ";
const HASH_BYTES = 32;
/** Times of a leaf that has vested long ago; 0 is not a valid minimum cliff. */
const LONG_AGO = 1n;

/** An executed claim: the amount that left the campaign, or the name of the program's error. */
export type ClaimOutcome = { paid: bigint } | { error: string };

/** A campaign's accounts in a machine of their own, and the instructions of its program. */
export class CampaignMachine {
  readonly isNative: boolean;
  private readonly machine: StateCopy;
  private readonly keys: CampaignKeys & { programId: string };
  private readonly vault: string;
  /** The accounts of every claim: deriving an address takes longer than executing a claim. */
  private readonly sharedAccounts: ReturnType<typeof vaultAccounts> & ReturnType<typeof mintAccounts>;
  private readonly payoutAccounts = new Map<string, string | null>();
  private readonly claims = new Map<number, PreparedRun>();
  /** The balance after the last change, which a rollback keeps; null until it is read. */
  private knownBalance: bigint | null = null;

  /** @throws Error for a program that the machine cannot load */
  constructor(
    private readonly copy: CampaignCopy,
    private readonly merkle: MerkleTree,
    private readonly keccak: Keccak,
  ) {
    const { treeAddress, tree, program, code, accounts, now } = copy;
    this.keys = { treeAddress, mint: tree.mint, programId: program.address };
    this.sharedAccounts = { ...vaultAccounts(this.keys), ...mintAccounts(this.keys) };
    this.isNative = tree.mint === NATIVE_MINT;
    this.vault = getVaultAccount(this.keys);
    this.machine = new StateCopy([{ programId: program.address, elf: code }]);
    for (const [address, account] of accounts) this.machine.setAccount(address, account);
    for (const wallet of [tree.creator, tree.cancelAuthority, tree.pauseAuthority])
      if (wallet !== null) this.fundWallet(wallet);
    this.setTime(now);
  }

  fundWallet = (address: string): void => this.machine.fundWallet(address, WALLET_LAMPORTS);

  setTime = (time: bigint): void => this.machine.setTime(time);

  /** Returns the balance for claims, in base units. */
  held(): bigint {
    this.knownBalance ??= vaultBalance(this.machine.account(this.vault), this.keys);
    return this.knownBalance;
  }

  /** Returns whether the last claim of native SOL has emptied the account. */
  isGone = (): boolean => this.isNative && this.machine.account(this.vault) === null;

  private getPayoutAccount(owner: string): string | null {
    const known = this.payoutAccounts.get(owner);
    if (known !== undefined) return known;
    const account = payoutAccount(this.keys, owner);
    this.payoutAccounts.set(owner, account);
    return account;
  }

  /** Returns the tokens that `owner` received claims with; 0 for native SOL. */
  getTokens(owner: string): bigint {
    const at = this.getPayoutAccount(owner);
    const account = at === null ? null : this.machine.account(at);
    return account === null ? 0n : tokenAccountBalance(account.data);
  }

  /** Ends the pause, as the pause authority would. */
  unpause(pauseAuthority: string): void {
    this.run(planUnpause({ ...this.keys, pauseAuthority }));
  }

  release(milestoneIdx: number): void {
    this.run(planReleaseMilestone({ ...this.keys, creator: this.copy.tree.creator, milestoneIdx }));
  }

  claim(leaf: Leaf): ClaimOutcome {
    const before = this.held();
    const outcome = this.machine.run(this.preparedClaim(leaf));
    this.knownBalance = null;
    if (outcome.error) return { error: errorName(outcome) };
    // The last claim of native SOL also empties the account, rent and surplus included.
    if (this.isGone()) return { paid: getAmount(outcome, "Claimed") ?? 0n };
    return { paid: before - this.held() };
  }

  private preparedClaim(leaf: Leaf): PreparedRun {
    const known = this.claims.get(leaf.leafIndex);
    if (known) return known;
    this.fundWallet(leaf.beneficiary);
    const { beneficiary } = leaf;
    const instruction = buildInstruction("claim", {
      accounts: {
        ...{ beneficiary, vestingTree: this.keys.treeAddress, ...this.sharedAccounts },
        claimRecord: findClaimRecordAddress({ ...this.keys, beneficiary }).address,
        beneficiaryAta: this.getPayoutAccount(beneficiary),
      },
      args: { leaf, proof: treeProof(this.merkle, leaf.leafIndex) },
      programId: this.keys.programId,
    });
    const prepared = this.machine.prepare([instruction]);
    this.claims.set(leaf.leafIndex, prepared);
    return prepared;
  }

  /** Changes the balance and the claimed total by `amount`, without executing claims. */
  book(amount: bigint): void {
    const { treeAddress } = this.copy;
    const tree = this.machine.account(treeAddress);
    const vault = this.machine.account(this.vault);
    if (amount === 0n || !tree || !vault) return;
    this.knownBalance = null;
    const data = subtractAt(tree.data, TOTAL_CLAIMED_OFFSET, -amount);
    if (this.isNative) {
      this.machine.setAccount(treeAddress, { ...tree, data, lamports: tree.lamports - amount });
      return;
    }
    this.machine.setAccount(treeAddress, { ...tree, data });
    this.machine.setAccount(this.vault, {
      ...vault,
      data: subtractAt(vault.data, TOKEN_BALANCE_OFFSET, amount),
    });
  }

  /** Returns the amount of an instant refund now; null if the program refuses it. */
  instantRefund(): bigint | null {
    const { creator } = this.copy.tree;
    return this.machine.withRollback(() =>
      getAmount(this.run(planInstantRefund({ ...this.keys, creator })), "InstantRefunded"),
    );
  }

  /** Returns the amount that the creator receives by cancelling the stream of `leaf` now. */
  cancelStream(leaf: Leaf): bigint | null {
    const { creator } = this.copy.tree;
    const plan = planCancelStream({ ...this.keys, creator, beneficiary: leaf.beneficiary, schedule: leaf });
    return this.machine.withRollback(() => getAmount(this.run(plan), "StreamCancelled"));
  }

  /** Returns the amount that the creator withdraws after the grace period of a cancellation at `time`. */
  cancelCampaign(cancelAuthority: string, time: bigint): bigint | null {
    return this.machine.withRollback(() => {
      if (this.run(planCancelCampaign({ ...this.keys, cancelAuthority })).error) return null;
      return this.withdraw(time + GRACE_PERIOD_SECONDS);
    });
  }

  /** Returns the amount that the creator of a cancelled campaign withdraws at `time`. */
  withdrawUnvested = (time: bigint): bigint | null => this.machine.withRollback(() => this.withdraw(time));

  private withdraw(time: bigint): bigint | null {
    this.setTime(time);
    const outcome = this.run(planWithdrawUnvested({ ...this.keys, creator: this.copy.tree.creator }));
    return outcome.error && errorName(outcome) === "NothingToClaim"
      ? 0n
      : getAmount(outcome, "UnvestedWithdrawn");
  }

  /** Returns the amount that a new recipient receives if the cancel authority replaces all recipients with this one. */
  updateRoot(cancelAuthority: string, amount: bigint): bigint | null {
    const times = { startTime: LONG_AGO, cliffTime: LONG_AGO, endTime: LONG_AGO };
    const beneficiary = new PublicKey(randomBytes(HASH_BYTES)).toBase58();
    const schedule = { releaseType: ReleaseType.Cliff, ...times, milestoneIdx: 0 };
    const leaf: Leaf = { leafIndex: 0, beneficiary, amount, ...schedule };
    return this.machine.withRollback(() => {
      this.fundWallet(beneficiary);
      const update = planUpdateRoot({
        ...{ ...this.keys, cancelAuthority, currentRoot: this.copy.tree.merkleRoot },
        ...{ newRoot: this.leafHash(leaf), newLeafCount: 1, newMinCliffTime: LONG_AGO },
      });
      if (this.run(update).error) return null;
      if (amount === 0n) return 0n;
      return getAmount(this.run(planClaim({ ...this.keys, leaf, proof: new Uint8Array() })), "Claimed");
    });
  }

  private leafHash(leaf: Leaf): string {
    const hash = new Uint8Array(HASH_BYTES);
    this.keccak(Uint8Array.from([LEAF_PREFIX, ...encodeLeaf(leaf)]), hash, 0);
    return toHex(hash);
  }

  private run({ instructions }: Pick<SendablePlan, "instructions">): RunOutcome {
    return this.machine.run(this.machine.prepare(instructions));
  }
}

function errorName({ error }: RunOutcome): string {
  if (error === null) return "";
  return (error.code !== null && programError(error.code)?.name) || error.text;
}

/** Returns the amount in an event of a successful run; null after an error. */
function getAmount({ error, logs }: RunOutcome, name: ProgramEvent["name"]): bigint | null {
  if (error) return null;
  const events = logs
    .filter((line) => line.startsWith(EVENT_LINE))
    .map((line) => decodeEvent(Buffer.from(line.slice(EVENT_LINE.length), "base64")));
  const event = events.find((each) => each?.name === name);
  if (event?.name === "StreamCancelled") return event.data.amountToCreator;
  return event && "amount" in event.data ? event.data.amount : null;
}

function subtractAt(data: Uint8Array, offset: number, amount: bigint): Uint8Array {
  const changed = Uint8Array.from(data);
  const view = new DataView(changed.buffer);
  view.setBigUint64(offset, view.getBigUint64(offset, true) - amount, true);
  return changed;
}
