import type { Keypair, TransactionInstruction } from "@solana/web3.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Campaign } from "@/ledger/tests/program/campaign";
import { DAY, GRACE, KINDS, type Kind, START } from "@/ledger/tests/program/campaign-plan";
import { PLANS } from "@/ledger/tests/program/model/random-actions";
import { LONG } from "@/ledger/tests/support/long";
import type { Outcome } from "@/ledger/tests/support/svm";
import { caseCount } from "@/ledger/tests/support/thorough";
import { addImpostor, impostorInstruction, RecordedSvm } from "@/tests/indexer/support/recorded-svm";
import { checkEveryCut, truth } from "./cut-logs";

/** The form of a call in a transaction: direct, or invoked by another program, which may print around it. */
type Wrapping = "plain" | "noisy" | "invoked";

/** Combines the instructions that campaigns send into transactions of several calls. */
class BatchingSvm extends RecordedSvm {
  private batch: { instructions: TransactionInstruction[]; signers: Set<Keypair> } | null = null;
  wrapping: Wrapping = "plain";

  override send(instructions: TransactionInstruction[], signers: Keypair[] = []): Outcome {
    if (this.batch === null) return super.send(instructions, signers);
    for (const instruction of instructions) this.batch.instructions.push(...this.wrap(instruction));
    for (const signer of signers) this.batch.signers.add(signer);
    return { error: null, logs: [], events: [], returnData: new Uint8Array(), units: 0n };
  }

  private wrap(call: TransactionInstruction): TransactionInstruction[] {
    if (this.wrapping === "plain") return [call];
    if (this.wrapping === "noisy") return [impostorInstruction([{ lines: 2 }]), call];
    return [impostorInstruction([{ lines: 1 }, { call }, { data: new Uint8Array(8) }])];
  }

  /** Sends the instructions from `collect` in one transaction. Returns false when it fails. */
  sendTogether(collect: () => void): boolean {
    const batch = { instructions: [], signers: new Set<Keypair>() };
    this.batch = batch;
    collect();
    this.batch = null;
    try {
      return super.send(batch.instructions, [...batch.signers]).error === null;
    } catch (error) {
      // The transaction is larger than a packet.
      if (error instanceof RangeError || /too large/.test(String(error))) return false;
      throw error;
    }
  }
}

type Act =
  | { do: "claim"; leaf: number }
  | { do: "release"; milestone: number }
  | { do: "closeRecord"; who: number }
  | { do: "fund"; amount: bigint }
  | { do: "updateRoot"; set: number }
  | {
      do: "pause" | "unpause" | "cancel" | "cancelStream" | "withdraw" | "withdrawUnvested" | "instantRefund";
    }
  | { do: "create" | "createStream" };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant("claim" as const), leaf: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("release" as const), milestone: fc.constantFrom(3, 9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("closeRecord" as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fund" as const), amount: fc.constantFrom(1n, 7n) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("updateRoot" as const), set: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "unpause" as const, "withdraw" as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel" as const, "cancelStream" as const, "instantRefund" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("withdrawUnvested" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("create" as const, "createStream" as const) }) },
);

const lifecycle = fc.record({
  set: fc.nat(4),
  isStream: fc.boolean(),
  transactions: fc.array(
    fc.record({
      after: fc.constantFrom(0n, 3_600n, DAY, 4n * DAY, GRACE),
      wrapping: fc.constantFrom<Wrapping>("plain", "noisy", "invoked"),
      acts: fc.array(act, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 12, maxLength: 25, size: "max" },
  ),
});

type Lifecycle = typeof lifecycle extends fc.Arbitrary<infer Value> ? Value : never;

const getLifecycle = (set: number, after: bigint, ...acts: Act[]): [Lifecycle] => [
  {
    set,
    isStream: set > 2,
    transactions: acts.map((item) => ({ after, wrapping: "invoked", acts: [item] })),
  },
];

/** Final states of a campaign that random actions seldom reach. */
const ENDS = [
  getLifecycle(3, GRACE, { do: "cancelStream" }),
  getLifecycle(0, GRACE, { do: "cancel" }, { do: "withdrawUnvested" }),
  getLifecycle(0, 0n, { do: "instantRefund" }),
];

async function make(svm: BatchingSvm, kind: Kind, set: number): Promise<Campaign> {
  const campaign = new Campaign(svm, kind);
  if (kind === "token") for (const who of [0, 1, 2]) svm.mintTo(campaign.mint, campaign.address(who), 0n);
  await campaign.plan(PLANS[set] ?? []);
  return campaign;
}

function perform(campaign: Campaign, input: Act, sets: Campaign[]): void {
  if (input.do === "claim") campaign.claim(input.leaf % campaign.leaves.length);
  else if (input.do === "release") campaign.release(input.milestone);
  else if (input.do === "closeRecord") campaign.closeRecord(input.who);
  else if (input.do === "fund") campaign.fund(input.amount);
  else if (input.do === "updateRoot") {
    const { leaves, merkle } = sets[input.set] ?? campaign;
    Object.assign(campaign, { leaves, merkle });
    campaign.updateRoot();
  } else campaign[input.do]();
}

const CHECKED = { transactions: 0, answers: 0, lost: 0, names: new Set<string>() };

test.each(KINDS)(
  "rebuilds the events of random transactions on %s campaigns wherever the log is truncated",
  LONG,
  async (kind) => {
    const svm = new BatchingSvm(START);
    addImpostor(svm);
    const sets = [await make(svm, kind, 0), await make(svm, kind, 1)];
    await fc.assert(
      fc.asyncProperty(lifecycle, async ({ set, isStream, transactions }) => {
        svm.now = START;
        const campaign = await make(svm, kind, set);
        svm.ledger.transactions.length = 0;
        svm.sendTogether(() => {
          if (isStream && set > 2) campaign.createStream();
          else {
            campaign.create();
            campaign.fund(campaign.supply());
          }
        });
        for (const { after, wrapping, acts } of transactions) {
          svm.now += after;
          svm.wrapping = wrapping;
          svm.sendTogether(() => {
            for (const one of acts) perform(campaign, one, sets);
          });
        }
        svm.wrapping = "plain";
        for (const reported of svm.ledger.transactions.filter(({ failed }) => !failed)) {
          const answers = checkEveryCut(reported);
          CHECKED.transactions += 1;
          CHECKED.answers += answers.length;
          CHECKED.lost += answers.filter(({ lostAccounts }) => lostAccounts !== null).length;
          for (const { name } of truth(reported)) CHECKED.names.add(name);
        }
      }),
      { numRuns: caseCount(14) + ENDS.length, seed: 31, examples: ENDS },
    );
    expect(CHECKED.lost).toBe(0);
  },
);

test("covers every kind of event", () => {
  expect(CHECKED.names.size).toBe(12);
});
