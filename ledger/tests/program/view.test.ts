import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { type ArgumentsOf, buildInstruction } from "@/lib/core/solana/instructions";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import vectors from "@/tests/vectors/vesting.json";
import { Svm } from "../support/svm";

const svm = new Svm(0n);

type Leaf = ArgumentsOf<"get_vested_amount">["leaf"];
type Question = { cancelledAt?: bigint | null; now: bigint; flags?: string | null };

function question(leaf: Partial<Leaf>, { cancelledAt = null, now, flags = null }: Question) {
  const whole = {
    leafIndex: 0,
    beneficiary: SYSTEM_PROGRAM_ID,
    amount: 1000n,
    releaseType: ReleaseType.Linear,
    startTime: 100n,
    cliffTime: 100n,
    endTime: 200n,
    milestoneIdx: 0,
    ...leaf,
  };
  return buildInstruction("get_vested_amount", {
    accounts: {},
    args: { leaf: whole, cancelledAt, now, milestoneReleasedFlags: flags },
  });
}

/** Returns the program's results of several queries in one transaction, or its error. */
function query(leaf: Partial<Leaf>, ...questions: Question[]): bigint[] | string {
  const { error, logs } = svm.send(questions.map((each) => question(leaf, each)));
  const prefix = `Program return: ${DEFAULT_PROGRAM_ID} `;
  const answers = logs.filter((line) => line.startsWith(prefix));
  return error ?? answers.map((line) => Buffer.from(line.slice(prefix.length), "base64").readBigUInt64LE());
}

test("agrees with the known answers on cliffs and linear leaves", () => {
  for (const known of vectors.cases.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone)) {
    const leaf = {
      amount: BigInt(known.amount),
      releaseType: known.releaseType,
      startTime: BigInt(known.startTime),
      cliffTime: BigInt(known.cliffTime),
      endTime: BigInt(known.endTime),
    };
    const cancelledAt = known.cancelledAt === null ? null : BigInt(known.cancelledAt);
    const questions = known.at.map(({ now }) => ({ cancelledAt, now: BigInt(now) }));
    expect(query(leaf, ...questions)).toEqual(known.at.map(({ vested }) => BigInt(vested)));
  }
});

test("is exact for any u64 and i64", () => {
  const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const nearby = fc.bigInt({ min: 1_700_000_000n, max: 1_700_000_100n });
  const times = fc.oneof(fc.tuple(time, time, time), fc.tuple(nearby, nearby, nearby));
  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constant(2n ** 64n - 1n));
  const property = fc.property(times, amount, (unordered, total) => {
    const [cliffTime, now, endTime] = [...unordered].sort((a, b) => (a < b ? -1 : 1)) as [
      bigint,
      bigint,
      bigint,
    ];
    const elapsed = now - cliffTime;
    fc.pre(now >= endTime || endTime - cliffTime < 2n ** 63n);
    const expected = now >= endTime ? total : elapsed === 0n ? 0n : (total * elapsed) / (endTime - cliffTime);
    expect(query({ amount: total, startTime: cliffTime, cliffTime, endTime }, { now })).toEqual([expected]);
  });
  fc.assert(property, { numRuns: 300 });
});

test("follows a milestone's flag, and returns zero without flags", () => {
  const leaf = { releaseType: ReleaseType.Milestone, milestoneIdx: 129 };
  const only129 = `${"00".repeat(16)}02${"00".repeat(15)}`;
  expect(query(leaf, { now: 0n, flags: only129 })).toEqual([1000n]);
  expect(query({ ...leaf, milestoneIdx: 128 }, { now: 500n, flags: only129 })).toEqual([0n]);
  expect(query(leaf, { now: 500n })).toEqual([0n]);
});

test("evaluates a schedule that no campaign accepts", () => {
  expect(query({ startTime: 201n }, { now: 150n })).toEqual([500n]);
  expect(query({ releaseType: ReleaseType.Cliff, cliffTime: 201n }, { now: 201n })).toEqual([1000n]);
  expect(query({ releaseType: 3 }, { now: 500n })).toEqual([0n]);
});

test("fails when the difference of two times does not fit 64 bits", () => {
  const first = -(2n ** 63n);
  expect(query({ startTime: first, cliffTime: first }, { now: 150n })).toContain("ProgramFailedToComplete");
  expect(query({ startTime: first, cliffTime: first }, { now: 200n })).toEqual([1000n]);
});
