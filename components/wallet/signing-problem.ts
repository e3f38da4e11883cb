import type { Translator } from "@/lib/core/i18n/translator";

/**
 * Errors of wallets when the user declines: the code of EIP-1193, which Solana wallets adopted, or only a
 * message.
 */
const DECLINED_CODE = 4001;
const DECLINED_WORDS = /reject|declin|denied|cancel/i;

/** Converts a signing error of a wallet to a sentence for the user. */
export function signingProblem(t: Translator, error: unknown, wallet: string): Error {
  const cause = error instanceof Error && "error" in error ? error.error : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  const message = error instanceof Error ? error.message : "";
  if (code === DECLINED_CODE || DECLINED_WORDS.test(message)) {
    return new Error(
      t("You declined the request in {wallet}. Nothing was signed. Try again when you are ready.", {
        wallet,
      }),
      { cause: error },
    );
  }
  return new Error(
    message
      ? t("{wallet} did not sign: {message}. Open the wallet and try again.", { wallet, message })
      : t("{wallet} did not sign. Open the wallet and try again.", { wallet }),
    { cause: error },
  );
}
