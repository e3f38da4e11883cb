import { createHash } from "node:crypto";
import { type Assumption, type CertificateBody, certificateBody } from "@/lib/contract/certificate";
import { loadKeccak } from "@/lib/core/merkle/keccak";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { buildTree } from "@/lib/core/merkle/tree";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { mintFacts } from "@/lib/core/solana/tokens/tokens";
import { certificateDates } from "@/lib/core/vesting/certificate/certificate-dates";
import { DueList } from "@/lib/core/vesting/certificate/due-list";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { CampaignMachine } from "./campaign-machine";
import { type ExecutedClaims, executeClaims } from "./execute-claims";
import {
  type AccountReader,
  type CampaignCopy,
  NotCertifiableError,
  readCampaign,
  readTree,
} from "./read-campaign";

/** Leaves whose claims are executed; of a longer list, a sample. */
const MAX_EXECUTED_LEAVES = 10_000;
/** Executed claims of one certificate: a leaf that vests linearly claims on each date. */
const MAX_CLAIMS = 240_000;
const [MIN_DATES, MAX_DATES] = [12, 60];
const SOL_DECIMALS = 9;
/** Bytes of a hash that select a leaf of a sample. */
const SAMPLE_BYTES = 6;

type Certification = {
  chain: AccountReader;
  treeAddress: string;
  programId: string;
  leaves: LeafList;
  issuedAt: Date;
  maxExecuted?: number;
  onProgress?: (done: number, total: number) => void;
};

/**
 * Copies a campaign's accounts into the local machine, lets every leaf claim on each date, and returns the result.
 *
 * @throws NotCertifiableError if the leaves do not have the campaign's root, or the accounts cannot be copied or executed
 * @throws NotACampaignError for another account, and the errors of Chain
 */
export async function certify(certification: Certification): Promise<CertificateBody> {
  const { chain, leaves, treeAddress, programId } = certification;
  const merkle = await buildTree(leaves);
  requireCertifiable(await readTree(chain, certification), merkle.root);
  const executed = chooseExecuted(leaves, merkle.root, certification.maxExecuted ?? MAX_EXECUTED_LEAVES);
  const copy = await readCampaign(chain, {
    ...{ treeAddress, programId },
    beneficiaries: distinctBeneficiaries(leaves),
    payees: [...executed].map(leaves.beneficiary),
  });
  const { tree, now } = copy;
  requireCertifiable(tree, merkle.root);
  const dues = new DueList({ leaves, ...copy, own: { mint: tree.mint, programId } });
  const keccak = await loadKeccak();
  const machine = createMachine(() => new CampaignMachine(copy, merkle, keccak));
  const held = machine.held();
  const left = tree.totalSupply - tree.totalClaimed;
  const available = held < left ? held : left;
  const max = maxDates(leaves, executed);
  const plan = certificateDates(dues, { now, cancelledAt: tree.cancelledAt, available, max });
  const { dates } = plan;
  const run = executeClaims({ machine, dues, tree, dates, executed, onProgress: certification.onProgress });
  const missing = dues.total(dates.at(-1) ?? now) - available;
  return certificateBody.parse({
    ...describe(copy),
    issuedAt: certification.issuedAt.toISOString(),
    executedLeaves: executed.size,
    held: held.toString(),
    ...getResult(run, plan.shortfallTime),
    shortfall: plan.shortfallTime === null ? null : { time: `${plan.shortfallTime}`, missing: `${missing}` },
    assumptions: getAssumptions(copy, dues, executed),
    datesOmitted: plan.omitted,
  } satisfies CertificateBody);
}

function requireCertifiable({ merkleRoot, instantRefunded }: VestingTree, root: string): void {
  if (merkleRoot !== root)
    throw new NotCertifiableError(
      `The leaves have the root ${root}, and the campaign has ${merkleRoot}. Pass the campaign's current leaves.`,
    );
  if (instantRefunded)
    throw new NotCertifiableError("The campaign was refunded to its creator. It no longer pays any claim.");
}

/** Returns the positions of all leaves, or of a sample that depends only on the root. */
export function chooseExecuted(leaves: LeafList, root: string, max: number): ReadonlySet<number> {
  if (leaves.length <= max) return new Set(Array.from({ length: leaves.length }, (_, position) => position));
  const chosen = new Set<number>();
  for (let at = 0; chosen.size < max; at++) {
    const hash = createHash("sha256").update(`${root}:${at}`).digest();
    chosen.add(hash.readUIntBE(0, SAMPLE_BYTES) % leaves.length);
  }
  return new Set([...chosen].sort((a, b) => a - b));
}

function distinctBeneficiaries(leaves: LeafList): string[] {
  const found = new Set<string>();
  for (let position = 0; position < leaves.length; position++) found.add(leaves.beneficiary(position));
  return [...found];
}

/** Returns the dates at which linear leaves together execute at most `MAX_CLAIMS` claims. */
function maxDates(leaves: LeafList, executed: ReadonlySet<number>): number {
  let linear = 0;
  for (const position of executed) if (leaves.releaseType(position) === ReleaseType.Linear) linear++;
  return Math.min(MAX_DATES, Math.max(MIN_DATES, Math.floor(MAX_CLAIMS / Math.max(1, linear))));
}

function createMachine(create: () => CampaignMachine): CampaignMachine {
  try {
    return create();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NotCertifiableError(`The program of the network cannot be executed here: ${reason}`);
  }
}

function describe({ treeAddress, genesis, program, slot, now, tree, accounts }: CampaignCopy) {
  const mint = accounts.get(tree.mint);
  const isNative = tree.mint === NATIVE_MINT;
  const facts = mint && mintFacts(mint);
  if (!isNative && !facts)
    throw new NotCertifiableError(`The account ${tree.mint} is not a mint of the token program.`);
  return {
    ...{ treeAddress, genesis, program, slot: slot.toString(), time: now.toString() },
    ...{ merkleRoot: tree.merkleRoot, leafCount: tree.leafCount, mint: tree.mint, creator: tree.creator },
    decimals: isNative ? SOL_DECIMALS : (facts?.decimals ?? 0),
    cancelAuthority: tree.cancellable ? tree.cancelAuthority : null,
    pauseAuthority: tree.pauseAuthority,
    freezeAuthority: facts?.freezeAuthority ?? null,
    totalSupply: tree.totalSupply.toString(),
    totalClaimed: tree.totalClaimed.toString(),
  };
}

function getResult(
  { dates, failures, failureCount, due, paid, rest }: ExecutedClaims,
  shortfall: bigint | null,
) {
  const result = failureCount === 0 && shortfall === null ? ("paid" as const) : ("fails" as const);
  return {
    ...{ result, failures, failureCount, dates },
    ...{ due: due.toString(), paid: paid.toString(), rest: rest.toString() },
  };
}

function getAssumptions({ tree }: CampaignCopy, dues: DueList, executed: ReadonlySet<number>): Assumption[] {
  let [recorded, waiting] = [0n, false];
  for (let position = 0; position < dues.leaves.length; position++) {
    recorded += dues.recorded(position);
    const index = dues.leaves.milestoneIdx(position);
    const isMilestone = dues.leaves.releaseType(position) === ReleaseType.Milestone;
    waiting ||= isMilestone && !tree.releasedMilestones.includes(index);
  }
  const milestones = tree.cancelledAt === null ? "milestones_released_at_cliff" : "milestones_never_released";
  const holds: [Assumption, boolean][] = [
    [milestones, waiting],
    ["pause_ends_at_once", tree.paused && tree.cancelledAt === null],
    ["sampled", executed.size < dues.leaves.length],
    ["claimed_outside_list", recorded !== tree.totalClaimed],
  ];
  return holds.flatMap(([assumption, isHeld]) => (isHeld ? [assumption] : []));
}
