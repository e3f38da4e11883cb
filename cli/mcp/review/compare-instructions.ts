import type { TransactionInstruction } from "@solana/web3.js";
import type { MessageDescription } from "@/lib/core/offline/describe-message";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { describeInstruction, splitName } from "@/lib/core/solana/describe-instruction";
import { equalBytes } from "@/lib/core/solana/hex";

type Read = MessageDescription["instructions"][number];

const getAddresses = ({ keys }: TransactionInstruction) => keys.map(({ pubkey }) => pubkey.toBase58());

/** Returns whether a decoded instruction has the program, the accounts and the data of a planned one. */
function isSame({ program, accounts, data }: Read, planned: TransactionInstruction): boolean {
  const addresses = getAddresses(planned);
  return (
    program.address === planned.programId.toBase58() &&
    accounts.length === addresses.length &&
    accounts.every(({ address }, at) => address === addresses[at]) &&
    equalBytes(data, planned.data)
  );
}

/** Returns whether the instructions from a position on are those of a plan, in order. */
export const startsWithPlan = (read: readonly Read[], at: number, { instructions }: TransactionPlan) =>
  instructions.every((planned, offset) => {
    const actual = read[at + offset];
    return actual !== undefined && isSame(actual, planned);
  });

/** Returns a sentence about the first difference between a decoded instruction and the nearest planned one. */
export function describeDifference(read: Read, plans: readonly TransactionPlan[], programId: string): string {
  const name = read.name ?? "an unknown instruction";
  const title = `“${name}” of ${read.program.name ?? "the program"} ${read.program.address}`;
  const planned = plans.flatMap(({ instructions }) => instructions);
  const sameProgram = planned.filter((each) => each.programId.toBase58() === read.program.address);
  if (sameProgram.length === 0) return `It contains ${title}, a program that the plan does not call.`;
  const described = sameProgram.map((each) => describePlanned(each, programId));
  const sameName = described.filter((each) => each.name === read.name && read.name !== null);
  const [nearest] = [...sameName].sort((a, b) => differences(a, read).length - differences(b, read).length);
  if (!nearest) return `It contains ${title}, which is not in the plan.`;
  const [first] = differences(nearest, read);
  return first ? `In ${title}, ${first}.` : `${title} has other bytes than the plan, such as another proof.`;
}

type Described = ReturnType<typeof describeInstruction>;

function describePlanned(planned: TransactionInstruction, programId: string): Described {
  const program = planned.programId.toBase58();
  return describeInstruction({ program, accounts: getAddresses(planned), data: planned.data }, programId);
}

function differences(planned: Described, read: Read): string[] {
  const values = new Map(read.arguments);
  return [
    ...planned.accounts.flatMap(({ name, address }, at) => {
      const actual = read.accounts[at]?.address ?? "missing";
      return actual === address ? [] : [`the account “${name}” is ${actual} instead of ${address}`];
    }),
    ...planned.arguments.flatMap(([name, value]) => {
      const actual = values.get(name) ?? "missing";
      return actual === value ? [] : [`“${splitName(name)}” is ${actual} instead of ${value}`];
    }),
  ];
}
