/** Adapters for programs that use @solana/kit instead of @solana/web3.js. */
import {
  AccountRole,
  type Address,
  address,
  assertIsTransactionWithinSizeLimit,
  createSignableMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  type MessagePartialSigner,
  type TransactionPartialSigner,
} from "@solana/kit";
import type { AccountMeta, TransactionInstruction } from "@solana/web3.js";
import type { RequestSigner } from "@/lib/client/wallet-session";
import { ALL_VERSIONS } from "@/lib/core/plans/serialize-plan";

/** An instruction of a plan for `appendTransactionMessageInstruction`. */
export type KitInstruction = Instruction &
  InstructionWithAccounts<{ address: Address; role: AccountRole }[]> &
  InstructionWithData<Uint8Array>;

/** Converts an instruction of a plan to kit. */
export const toKitInstruction = ({ programId, keys, data }: TransactionInstruction): KitInstruction => ({
  programAddress: address(programId.toBase58()),
  accounts: keys.map((key) => ({ address: address(key.pubkey.toBase58()), role: getRole(key) })),
  data: new Uint8Array(data),
});

function getRole({ isSigner, isWritable }: AccountMeta): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}

/** A kit signer that can sign messages, transactions or both, such as a `KeyPairSigner`. */
export type KitSigner = { address: Address } & Partial<
  Pick<MessagePartialSigner, "signMessages"> & Pick<TransactionPartialSigner, "signTransactions">
>;

/**
 * Returns a signer for the methods of this package that signs with a kit signer. Existing signatures of a
 * transaction are kept.
 */
export function fromKitSigner(signer: KitSigner): RequestSigner {
  const { address: signerAddress } = signer;
  return {
    address: signerAddress,
    signMessage: signer.signMessages && ((message) => signMessage(signer, message)),
    signTransaction: signer.signTransactions && ((wire) => signTransaction(signer, wire)),
    transactionVersions: ALL_VERSIONS,
  };
}

async function signMessage(signer: KitSigner, message: Uint8Array): Promise<Uint8Array> {
  const [signatures] = (await signer.signMessages?.([createSignableMessage(message)])) ?? [];
  const signature = signatures?.[signer.address];
  if (!signature) throw new Error(`${signer.address} did not sign the message.`);
  return new Uint8Array(signature);
}

async function signTransaction(signer: KitSigner, wire: Uint8Array): Promise<Uint8Array> {
  const unsigned = getTransactionDecoder().decode(wire);
  const message = getCompiledTransactionMessageDecoder().decode(unsigned.messageBytes);
  const lifetimeConstraint = await getTransactionLifetimeConstraintFromCompiledTransactionMessage(message);
  const transaction = { ...unsigned, lifetimeConstraint };
  assertIsTransactionWithinSizeLimit(transaction);
  const [signatures] = (await signer.signTransactions?.([transaction])) ?? [];
  if (!signatures?.[signer.address]) throw new Error(`${signer.address} did not sign the transaction.`);
  const signed = { ...unsigned, signatures: { ...unsigned.signatures, ...signatures } };
  return new Uint8Array(getTransactionEncoder().encode(signed));
}
