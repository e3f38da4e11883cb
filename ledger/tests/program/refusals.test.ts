import { AnchorError } from "@coral-xyz/anchor";
import { beforeEach, describe, expect, test } from "vitest";
import { IDL } from "@/lib/core/solana/idl/idl";
import { Svm } from "../support/svm";
import { Campaign } from "./campaign";
import { KINDS, START } from "./campaign-plan";
import { CLAIM_REFUSALS } from "./refusals/claim";
import { CREATE_REFUSALS } from "./refusals/create";
import { END_REFUSALS } from "./refusals/end";
import { FUND_REFUSALS } from "./refusals/fund";
import { GOVERN_REFUSALS } from "./refusals/govern";
import { PAYMENT_REFUSALS } from "./refusals/payment";
import { STREAM_REFUSALS } from "./refusals/stream";

const REFUSALS = [
  ...CREATE_REFUSALS,
  ...FUND_REFUSALS,
  ...CLAIM_REFUSALS,
  ...PAYMENT_REFUSALS,
  ...STREAM_REFUSALS,
  ...END_REFUSALS,
  ...GOVERN_REFUSALS,
];

/** Errors of the runtime, not of the program or its framework; the log line shows that. */
const RUNTIME_ERRORS = new Set(["InvalidAccountData", "UninitializedAccount"]);

const svm = new Svm(START);

beforeEach(() => {
  svm.now = START;
});

describe.each(KINDS)("a %s campaign", (kind) => {
  const refusals = REFUSALS.filter(({ kinds }) => kinds.includes(kind)).map(
    (refusal) => [`${refusal.instruction}: ${refusal.error}, as ${refusal.because}`, refusal] as const,
  );

  test.each(refusals)("%s", async (_, { error, attempt }) => {
    const { error: answer, logs } = await attempt(new Campaign(svm, kind));
    expect(answer, logs.join("\n")).toBe(error);
    // Clients that parse Anchor's log line read the same error.
    if (RUNTIME_ERRORS.has(error))
      expect(logs.join("\n")).toMatch(new RegExp(`ProgramError .*Error Code: ${error}\\.`));
    else expect(AnchorError.parse(logs)?.error.errorCode.code).toBe(error);
  });
});

test("every error of the interface is reached, except those behind an account's type or rule", () => {
  const reached = new Set(REFUSALS.map(({ error }) => error));
  const unreached = ["NativeSolVaultNotEmpty", "NativeSolRentViolation", "UnsupportedMint"];
  expect(IDL.errors.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual(unreached);
});
