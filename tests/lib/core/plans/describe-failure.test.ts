import { expect, test } from "vitest";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import { planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ERRORS } from "@/lib/core/solana/idl/errors";
import { CREATOR, MINT } from "@/tests/lib/service/actions/sample-plans";

const { instructions } = planWithdrawUnvested({ treeAddress: CREATOR, creator: CREATOR, mint: MINT });
const failedWith = (err: unknown, logs: string[] = [], programId?: string) =>
  describeFailure({ err, logs, instructions, programId });
/** The second instruction calls the program, after the creation of the token account. */
const custom = (code: number, at = 1) => ({ InstructionError: [at, { Custom: code }] });

test("returns no name for a transaction that succeeded", () => {
  expect(failedWith(null)).toBeNull();
  expect(failedWith(undefined)).toBeNull();
});

test.each(ERRORS)("$code is $name, with a sentence", ({ code, name }) => {
  const failure = failedWith(custom(code));
  expect(failure).toMatchObject({ code, name });
  expect(failure?.message).toMatch(/^[A-Z].+\.$/);
});

test("attributes a code to the innermost program that failed", () => {
  const logs = [
    `Program ${DEFAULT_PROGRAM_ID} invoke [1]`,
    `Program ${TOKEN_PROGRAM_ID} invoke [2]`,
    `Program ${TOKEN_PROGRAM_ID} failed: custom program error: 0x11`,
    `Program ${DEFAULT_PROGRAM_ID} failed: custom program error: 0x11`,
  ];
  expect(failedWith(custom(17), logs)).toMatchObject({ code: 17, name: "AccountFrozen" });
  // Code 6000 of another program is not EmptyRoot.
  const foreign = [`Program ${CREATOR} failed: custom program error: 0x1770`];
  expect(failedWith(custom(6000), foreign)).toMatchObject({ code: 6000, name: "CustomError" });
  expect(failedWith(custom(6000, 0))).toMatchObject({ code: 6000, name: "CustomError" });
});

test("identifies the program by the failed instruction when logs are missing", () => {
  expect(failedWith(custom(6027))).toMatchObject({ name: "GracePeriodActive" });
  expect(failedWith(custom(6027), [], CREATOR)).toMatchObject({ name: "CustomError" });
  const logs = [`Program ${SYSTEM_PROGRAM_ID} failed: custom program error: 0x1`];
  expect(failedWith(custom(1, 0), logs)).toMatchObject({ code: 1, name: "ResultWithNegativeLamports" });
});

test("names a lack of funds for any program only when no log identifies the program", () => {
  expect(failedWith(custom(1))).toMatchObject({ code: 1, name: "InsufficientFunds" });
  const own = [`Program ${DEFAULT_PROGRAM_ID} failed: custom program error: 0x1`];
  expect(failedWith(custom(1), own)).toMatchObject({ code: 1, name: "CustomError" });
});

test.each([
  ["BlockhashNotFound", "BlockhashNotFound"],
  ["AccountNotFound", "AccountNotFound"],
  [{ InsufficientFundsForRent: { account_index: 0 } }, "InsufficientFundsForRent"],
  [{ InstructionError: [1, "MissingRequiredSignature"] }, "MissingRequiredSignature"],
  [{ InstructionError: [0, { BorshIoError: "Unknown" }] }, "BorshIoError"],
  ["SomethingNew", "SomethingNew"],
  [{ InstructionError: "nonsense" }, "InstructionError"],
  [7, "Unknown"],
])("names the runtime's %o", (err, name) => {
  const failure = failedWith(err);
  expect(failure).toMatchObject({ code: null, name });
  expect(failure?.message).toMatch(/^[A-Z].+\.$/);
});
