import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { PublicKey, SystemProgram } from "@solana/web3.js";

/** Returns a transfer of lamports as a kit client encodes it. */
export const transfer = (from: string, to: string, amount: number) => ({
  programAddress: address(SystemProgram.programId.toBase58()),
  accounts: [
    { address: address(from), role: AccountRole.WRITABLE_SIGNER },
    { address: address(to), role: AccountRole.WRITABLE },
  ],
  data: Uint8Array.from(
    SystemProgram.transfer({
      fromPubkey: new PublicKey(from),
      toPubkey: new PublicKey(to),
      lamports: amount,
    }).data,
  ),
});

/** Returns a signed version-1 transaction that moves lamports and pays a priority fee of 77. */
export function signVersion1(input: {
  from: KeyPairSigner;
  to: string;
  amount: number;
  blockhash: Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0];
}) {
  const { from, to, amount, blockhash } = input;
  return pipe(
    createTransactionMessage({ version: 1 }),
    (message) => setTransactionMessageFeePayerSigner(from, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstruction(transfer(from.address, to, amount), message),
    (message) =>
      setTransactionMessageConfig(
        {
          priorityFeeLamports: lamports(77n),
          computeUnitLimit: 10_000,
          loadedAccountsDataSizeLimit: 1_000_000,
        },
        message,
      ),
    (message) => signTransactionMessageWithSigners(message),
  );
}
