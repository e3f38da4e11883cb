/** What wallets throw when their user says no: a code of EIP-1193, which Solana wallets took over, or only words. */
const DECLINED_CODE = 4001;
const DECLINED_WORDS = /reject|declin|denied|cancel/i;

/** The failure of a wallet to sign, as a sentence for the person at it. */
export function signingProblem(error: unknown, walletName: string): Error {
  const cause = error instanceof Error && "error" in error ? error.error : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  const said = error instanceof Error ? error.message : "";
  if (code === DECLINED_CODE || DECLINED_WORDS.test(said)) {
    return new Error(`You declined in ${walletName}. Nothing was signed; try again when you are ready.`, {
      cause: error,
    });
  }
  return new Error(`${walletName} did not sign${said ? `: ${said}` : ""}. Open the wallet and try again.`, {
    cause: error,
  });
}
