import { WalletSignTransactionError } from "@solana/wallet-adapter-base";
import { expect, test } from "vitest";
import { signingProblem } from "@/components/wallet/signing-problem";
import { english } from "@/lib/core/i18n/translator";

test.each([
  ["its words", new WalletSignTransactionError("User rejected the request.")],
  ["an error's message", new Error("Transaction declined")],
  ["the code inside", new WalletSignTransactionError("Unexpected error", { code: 4001 })],
])("recognizes a refusal by %s, and states that nothing happened", (_by, error) => {
  expect(signingProblem(english, error, "Phantom").message).toBe(
    "You declined the request in Phantom. Nothing was signed. Try again when you are ready.",
  );
});

test.each([
  [
    new Error("Ledger device is locked"),
    "Phantom did not sign: Ledger device is locked. Open the wallet and try again.",
  ],
  ["no error at all", "Phantom did not sign. Open the wallet and try again."],
  [undefined, "Phantom did not sign. Open the wallet and try again."],
])("keeps the wallet's message for any other failure", (error, message) => {
  const problem = signingProblem(english, error, "Phantom");
  expect(problem.message).toBe(message);
  expect(problem.cause).toBe(error);
});
