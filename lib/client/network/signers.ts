import { Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";
import type { RequestSigner } from "@/lib/client/wallet-session";
import { ALL_VERSIONS } from "@/lib/core/plans/serialize-plan";
import { signTransaction as addSignature } from "@/lib/core/solana/transaction/wire-transaction";

/** Returns the signer of a key: the 64 bytes of a key file, or `secretKey` of a web3.js Keypair. */
export function keypairSigner(secretKey: Uint8Array): Required<RequestSigner> {
  const { publicKey } = nacl.sign.keyPair.fromSeed(secretKey.subarray(0, nacl.sign.seedLength));
  const address = bs58.encode(publicKey);
  if (secretKey.length !== nacl.sign.secretKeyLength || bs58.encode(secretKey.subarray(-32)) !== address)
    throw new RangeError(
      "The secret key is not valid. It must contain the seed and the public key, 64 bytes.",
    );
  const signMessage = (message: Uint8Array) => nacl.sign.detached(message, secretKey);
  return {
    address,
    signMessage,
    transactionVersions: ALL_VERSIONS,
    signTransaction: (wire) => addSignature(wire, publicKey, signMessage),
  };
}

/** The parts of a wallet adapter, or of `useWallet()`, that are used. */
export type WalletAdapter = {
  publicKey: { toBase58(): string } | null;
  signMessage?: ((message: Uint8Array) => Promise<Uint8Array>) | undefined;
  signTransaction?: ((transaction: Transaction) => Promise<Transaction>) | undefined;
};

/** Returns the signer of a connected wallet. Throws if the wallet is not connected. */
export function walletSigner(wallet: WalletAdapter): RequestSigner {
  const { publicKey } = wallet;
  if (!publicKey) throw new Error("The wallet is not connected. Connect it first.");
  // Adapters are classes, so their methods need `this`.
  const signMessage = wallet.signMessage?.bind(wallet);
  const signTransaction = wallet.signTransaction?.bind(wallet);
  return {
    address: publicKey.toBase58(),
    signMessage,
    signTransaction:
      signTransaction && (async (wire) => toWire(await signTransaction(Transaction.from(wire)))),
  };
}

const toWire = (signed: Transaction): Uint8Array =>
  signed.serialize({ requireAllSignatures: false, verifySignatures: false });
