import { customErrorCode, programError } from "@/lib/core/solana/errors";

const SENTENCES: Record<string, string> = {
  "Attempt to debit an account but found no record":
    "The wallet that signs has no SOL yet, so it cannot pay the network fee.",
  AccountNotFound: "The wallet that signs has no SOL yet, so it cannot pay the network fee.",
  InsufficientFundsForFee: "The wallet that signs does not hold enough SOL for the network fee.",
  BlockhashNotFound: "The transaction was not sent in time. Try again.",
  AlreadyProcessed: "This transaction was processed already.",
};

/** A transaction error of the ledger as one sentence that helps. `logs` tell failures of other programs apart. */
export function explainFailure(error: unknown, logs: readonly string[] = []): string {
  const code = customErrorCode(error);
  const known = code === null ? null : programError(code);
  if (known) return known.message;
  const text = typeof error === "string" ? error : JSON.stringify(error);
  const named = Object.entries(SENTENCES).find(([name]) => text.includes(name));
  if (named) return named[1];
  if (text.includes("InsufficientFundsForRent")) {
    return "The wallet would not keep the SOL that its accounts need as rent. Add some SOL and try again.";
  }
  if (code === 1 || logs.some((line) => /insufficient (funds|lamports)/i.test(line))) {
    return "The wallet does not hold enough tokens or SOL for this. Check its balance and try again.";
  }
  return `The ledger refused the transaction: ${text}.`;
}

/** A node's refusal to take a transaction, which it puts into words of its own, as one sentence that helps. */
export function explainRefusal(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const code = /custom program error: 0x([0-9a-f]+)/i.exec(text)?.[1];
  const custom = code === undefined ? text : { InstructionError: [0, { Custom: Number.parseInt(code, 16) }] };
  return explainFailure(custom, [text]);
}
