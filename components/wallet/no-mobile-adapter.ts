import { BaseWalletAdapter, type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";

/**
 * Replaces `@solana-mobile/wallet-adapter-mobile` in the build, which the React adapter would load in every
 * browser. `mobile-wallets.ts` registers an adapter through the Wallet Standard, only on Android.
 */
export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter" as WalletName;

const nothing = () => undefined;
export const createDefaultAddressSelector = nothing;
export const createDefaultAuthorizationResultCache = nothing;
export const createDefaultWalletNotFoundHandler = nothing;

const refuse = () => Promise.reject(new Error("Wallet apps cannot be reached from this page."));

/** An unsupported adapter, which no wallet list shows. */
export class SolanaMobileWalletAdapter extends BaseWalletAdapter {
  override readonly name = SolanaMobileWalletAdapterWalletName;
  override readonly url = "https://solanamobile.com/wallets";
  override readonly icon = "";
  override readonly readyState = WalletReadyState.Unsupported;
  override readonly publicKey = null;
  override readonly connecting = false;
  override readonly supportedTransactionVersions = null;
  override readonly connect = refuse;
  override readonly disconnect = async () => undefined;
  override readonly sendTransaction = refuse;
}
