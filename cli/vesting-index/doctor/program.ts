import type { Chain } from "@/lib/service/chain/chain";
import { fetchProgram } from "@/lib/service/chain/program";
import { type Check, failed, passed, warning } from "./check";

const LIMITS = { deadlineMs: 5_000, attempts: 2 } as const;
/** Number of newest transactions whose instructions are compared with those of the vesting program. */
const SAMPLES = 5;

type ProgramCheck = { name: string; chain: Chain; programId: string };
type Examined = { checks: Check[]; deployedSlot: bigint | null };

/** Checks that the program id of the settings is a vesting program, and returns its upgrade authority. */
export async function examineProgram({ name, chain, programId }: ProgramCheck): Promise<Examined> {
  const program = await fetchProgram(chain, programId, LIMITS);
  const fix = "Set VESTING_PROGRAM_ID to the vesting program on this network.";
  if (!program) {
    const { accounts } = await chain.getAccounts([programId], { headBytes: 0, ...LIMITS });
    const found = accounts[0] ? "is an account that is not a program" : "does not exist on it";
    return { checks: [failed(name, `VESTING_PROGRAM_ID ${programId} ${found}.`, fix)], deployedSlot: null };
  }
  const deployedSlot = program.deployedSlot === null ? null : BigInt(program.deployedSlot);
  const authority = program.authority ? `${program.authority} can upgrade it` : "immutable";
  const deployed = deployedSlot === null ? "" : `, last deployed at slot ${deployedSlot}`;
  const facts = `${programId}: ${authority}${deployed}`;
  if (program.tested) return { checks: [passed("program", `${facts}; the tested build`)], deployedSlot };
  if (await isOther(chain, programId)) {
    const found = `the transactions of VESTING_PROGRAM_ID ${programId} have no instruction of the vesting program.`;
    return { checks: [failed("program", found, fix)], deployedSlot };
  }
  const found = `${facts}; not the tested build (SHA-256 ${program.sha256}).`;
  const comparison =
    "Compare the hash with the one from the program's publisher (solana-verify get-program-hash).";
  return { checks: [warning("program", found, comparison)], deployedSlot };
}

/** Returns whether a program has transactions, and none of the newest has an instruction of the vesting program. */
async function isOther(chain: Chain, programId: string): Promise<boolean> {
  const listed = await chain.getSignatures(programId, { limit: SAMPLES, ...LIMITS });
  const details = await Promise.all(
    listed.map(({ signature }) => chain.getTransactionDetail(signature, LIMITS).catch(() => null)),
  );
  const own = details
    .flatMap((detail) => detail?.instructions ?? [])
    .flatMap((instruction) => [instruction, ...instruction.inner])
    .filter(({ program }) => program.address === programId);
  return own.length > 0 && own.every(({ name }) => name === null);
}
