import { ToolRefusedError } from "@/cli/mcp/context";
import { describeMessage, type MessageDescription } from "@/lib/core/offline/describe-message";
import { fromBase64 } from "@/lib/core/offline/export-file";
import { MAX_USUAL_PRIORITY_FEE } from "@/lib/core/offline/network-fee";
import { readMessage, splitWire } from "@/lib/core/offline/wire-parts";
import { joinPlans, type LookupTable, type TransactionPlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { equalBytes } from "@/lib/core/solana/hex";
import { describeDifference, startsWithPlan } from "./compare-instructions";

/** The plans and addresses that a transaction may have. */
type Expected = {
  /** Plans that were made locally. The transaction may contain each of them once, and nothing else. */
  plans: readonly TransactionPlan[];
  /** The only signer, who pays the fee. */
  signer: string;
  programId: string;
  /** The only addresses that a lookup table may contain, in order. */
  lookupAddresses: readonly string[];
};

/** A transaction that does what was planned. `included` are positions in the plans, in the transaction's order. */
export type Reviewed = { wire: Uint8Array; description: MessageDescription; included: number[] };

/**
 * Decodes an unsigned transaction in base64 with the offline reader and compares it with local plans, instruction by
 * instruction. At the end the transaction is built again from the plans: all its bytes except the blockhash must be
 * equal.
 * @throws ToolRefusedError with the first difference
 */
export function reviewTransaction(transaction: string, expected: Expected): Reviewed {
  const { plans, signer, programId } = expected;
  const { wire, message, lookupTables } = decode(transaction, expected);
  const description = describe(message, { programId, lookupTables });
  checkFrame(description, signer);
  const instructions = description.instructions.filter(
    ({ program }) => program.address !== COMPUTE_BUDGET_PROGRAM_ID,
  );
  const included: number[] = [];
  for (let at = 0; at < instructions.length; ) {
    const found = plans.findIndex((plan, index) => {
      return !included.includes(index) && startsWithPlan(instructions, at, plan);
    });
    const plan = plans[found];
    if (!plan) throw refusal(getReason(instructions, at, expected));
    included.push(found);
    at += plan.instructions.length;
  }
  const [first, ...others] = included.flatMap((index) => plans[index] ?? []);
  if (!first) throw refusal("It contains none of the planned instructions.");
  const plan = { ...others.reduce(joinPlans, first), lookupTables };
  const paid = description.computeBudget ? withPriorityFee(plan, description.computeBudget) : plan;
  const recent = { blockhash: description.lifetime.value, lastValidBlockHeight: 0 };
  if (!equalBytes(unsignedBytes(paid, recent, description.version), wire))
    throw refusal("Its bytes differ from those of the plan, such as the rights of an account.");
  return { wire, description, included };
}

function getReason(
  instructions: MessageDescription["instructions"],
  at: number,
  { plans, programId }: Expected,
): string {
  const read = instructions[at];
  if (!read) return "It is not complete.";
  const isIncludedAlready = plans.some((plan) => startsWithPlan(instructions, at, plan));
  return isIncludedAlready ? "It contains an instruction twice." : describeDifference(read, plans, programId);
}

function decode(transaction: string, { lookupAddresses }: Expected) {
  const wire = toBytes(transaction);
  const { signatures, message } = asRefusal(() => splitWire(wire));
  if (signatures.some((signature) => signature !== null)) throw refusal("It has a signature already.");
  const { lookups } = readMessage(message);
  if (lookups.length > 1) throw refusal("It names more than one lookup table.");
  const lookupTables: LookupTable[] = lookups.map(({ accountKey }) => ({
    address: readAddress(accountKey, 0),
    addresses: lookupAddresses,
  }));
  return { wire, message, lookupTables };
}

const describe = (
  message: Uint8Array,
  input: { programId: string; lookupTables: LookupTable[] },
): MessageDescription =>
  asRefusal(() => describeMessage(message, input.programId, { lookupTables: input.lookupTables }));

type Checked = MessageDescription & { lifetime: { kind: "blockhash"; value: string } };

/** Checks everything outside the instructions. */
function checkFrame(description: MessageDescription, signer: string): asserts description is Checked {
  const { signers, lifetime, fee, version } = description;
  const [feePayer, ...others] = signers;
  if (feePayer !== signer) throw refusal(`Its fee payer is ${feePayer} instead of ${signer}.`);
  if (others.length > 0) throw refusal(`It needs the signature of ${others.join(" and ")} too.`);
  if (version === 1) throw refusal("It has version 1, which was not requested.");
  if (lifetime.kind !== "blockhash") throw refusal("It has a durable nonce or no lifetime.");
  if (fee && fee.priority > MAX_USUAL_PRIORITY_FEE)
    throw refusal(`Its priority fee is ${fee.priority} lamports, more than ${MAX_USUAL_PRIORITY_FEE}.`);
}

function toBytes(transaction: string): Uint8Array {
  try {
    return fromBase64(transaction);
  } catch {
    throw refusal("It is not base64.");
  }
}

function asRefusal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw refusal(error.message);
    throw error;
  }
}

const refusal = (reason: string) =>
  new ToolRefusedError(`The transaction is not the planned one, so it is not returned. ${reason}`);
