import {
  BaseMessageSignerWalletAdapter,
  WalletError,
  type WalletName,
  WalletNotConnectedError,
  WalletReadyState,
} from "@solana/wallet-adapter-base";
import { Keypair, type PublicKey, Transaction, type VersionedTransaction } from "@solana/web3.js";
import nacl from "tweetnacl";
import { solanaConnection } from "@/components/network/connection";
import { type DemoAccount, demoAccounts } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { keypairSigner } from "@/lib/client/network/signers";
import { english, type Translator } from "@/lib/core/i18n/translator";

/**
 * A wallet whose key is in the page, so that a new user can act as creator and beneficiary. Used only with
 * the local ledger.
 */
export class DemoWalletAdapter extends BaseMessageSignerWalletAdapter {
  override readonly name: WalletName;
  override readonly url = "https://solana.com/developers";
  override readonly icon = "";
  override readonly supportedTransactionVersions = null;
  override readonly connecting = false;
  private readonly keypair: Keypair;
  private isConnected = false;

  constructor(
    account: DemoAccount,
    /**
     * Runs before connecting, so that the account has funds immediately. A failure does not prevent the
     * connection.
     */
    private readonly prepare: () => Promise<void>,
    private readonly t: Translator,
  ) {
    super();
    this.name = account.name as WalletName;
    this.keypair = Keypair.fromSecretKey(account.secretKey);
  }

  /** Signs a transaction of any version in wire format. */
  signWire(wire: Uint8Array): Uint8Array {
    if (!this.isConnected) throw new WalletNotConnectedError();
    return keypairSigner(this.keypair.secretKey).signTransaction(wire) as Uint8Array;
  }

  /** Known before connecting, because demo accounts are public. */
  get address(): string {
    return this.keypair.publicKey.toBase58();
  }

  override get publicKey(): PublicKey | null {
    return this.isConnected ? this.keypair.publicKey : null;
  }

  override get readyState(): WalletReadyState {
    return WalletReadyState.Installed;
  }

  override async connect(): Promise<void> {
    const { t } = this;
    await this.prepare().catch((error: unknown) => {
      this.emit(
        "error",
        new WalletError(t("The local ledger did not fund this demo account with SOL and tokens."), error),
      );
    });
    this.isConnected = true;
    this.emit("connect", this.keypair.publicKey);
  }

  override async disconnect(): Promise<void> {
    this.isConnected = false;
    this.emit("disconnect");
  }

  override async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    if (!this.isConnected) throw new WalletNotConnectedError();
    if (transaction instanceof Transaction) transaction.partialSign(this.keypair);
    return transaction;
  }

  override async signMessage(message: Uint8Array): Promise<Uint8Array> {
    if (!this.isConnected) throw new WalletNotConnectedError();
    return nacl.sign.detached(message, this.keypair.secretKey);
  }
}

/**
 * Returns the demo accounts of the local ledger as wallets. Each receives its initial funds when it connects.
 */
export async function demoWallets(t: Translator = english): Promise<DemoWalletAdapter[]> {
  const accounts = await demoAccounts();
  return accounts.map(
    (account) => new DemoWalletAdapter(account, () => new DemoLedger(solanaConnection()).fillUp(account), t),
  );
}
