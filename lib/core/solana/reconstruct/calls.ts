import { camelCase, decodeInstruction } from "@/lib/core/solana/codec";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { AccountsOf, ArgumentsOf, EventName, InstructionName } from "@/lib/core/solana/idl/idl-types";
import type { Step } from "./transaction-record";

/** The events that each instruction emits, in order. Source: program interface, What each does. */
const EMITTED = {
  create_campaign: ["CampaignCreated"],
  create_campaign_native: ["CampaignCreated"],
  create_stream: ["CampaignCreated", "CampaignFunded"],
  create_stream_native: ["CampaignCreated", "CampaignFunded"],
  fund_campaign: ["CampaignFunded"],
  fund_campaign_native: ["CampaignFunded"],
  claim: ["Claimed"],
  withdraw: ["Claimed"],
  cancel_campaign: ["CampaignCancelled"],
  cancel_stream: ["StreamCancelled"],
  set_milestone_released: ["MilestoneReleased"],
  update_root: ["RootUpdated"],
  withdraw_unvested: ["UnvestedWithdrawn"],
  instant_refund_campaign: ["InstantRefunded"],
  pause_campaign: ["CampaignPaused"],
  unpause_campaign: ["CampaignUnpaused"],
  close_claim_record: ["ClaimRecordClosed"],
  get_vested_amount: [],
} as const satisfies Record<InstructionName, readonly EventName[]>;

/** Instructions that emit events. All of them have a tree account. */
type EmittingName = Exclude<InstructionName, "get_vested_amount">;

type CallOf<Name extends EmittingName> = {
  name: Name;
  /** Index of its first event among the program's events of the transaction. */
  eventIndex: number;
  emits: readonly EventName[];
  step: Step;
  args: ArgumentsOf<Name>;
  /** Absent optional accounts are null. */
  accounts: { [Account in keyof AccountsOf<Name>]: AccountsOf<Name>[Account] };
};

/** An invocation of the program that emitted events. */
export type Call = { [Name in EmittingName]: CallOf<Name> }[EmittingName];

/**
 * Decodes the program's invocations in execution order. Returns null if an invocation is unknown to this
 * version: the number of its events, and thus the index of every later event, is then unknown.
 */
export function readCalls(steps: readonly Step[], programId: string): Call[] | null {
  const calls: Call[] = [];
  let eventIndex = 0;
  for (const step of steps) {
    if (step.program !== programId) continue;
    const call = readCall(step, { programId, eventIndex });
    if (call === null) return null;
    if (call.emits.length > 0) calls.push(call);
    eventIndex += call.emits.length;
  }
  return calls;
}

function readCall(
  step: Step,
  { programId, eventIndex }: { programId: string; eventIndex: number },
): Call | null {
  const definition = IDL.instructions.find(({ discriminator }) =>
    discriminator.every((byte, at) => step.data[at] === byte),
  );
  if (definition === undefined || step.accounts.length < definition.accounts.length) return null;
  const { name } = definition;
  const read = decodeInstruction(step.data);
  if (read === null && name !== "get_vested_amount") return null;
  const accounts = Object.fromEntries(
    definition.accounts.map((account, at) => {
      const isOptional = "optional" in account && account.optional;
      const address = step.accounts[at] ?? "";
      return [camelCase(account.name), isOptional && address === programId ? null : address];
    }),
  );
  // A single struct argument is flattened, as in the encoder.
  const args = read?.arguments.args ?? read?.arguments ?? {};
  return { name, eventIndex, emits: EMITTED[name], step, args, accounts } as unknown as Call;
}
