import { BaseWalletAdapter, type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";

/**
 * Stands in the build for `@solana-mobile/wallet-adapter-mobile`, which the React adapter would bring into every browser.
 * Ours is registered as a wallet of the Wallet Standard, on Android alone (`mobile-wallets.ts`).
 */
export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter" as WalletName;

const nothing = () => undefined;
export const createDefaultAddressSelector = nothing;
export const createDefaultAuthorizationResultCache = nothing;
export const createDefaultWalletNotFoundHandler = nothing;

const refuse = () => Promise.reject(new Error("Wallet apps cannot be reached from this page."));

/** The adapter where ours is not registered: it is listed nowhere. */
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
