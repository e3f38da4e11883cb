import { english, type Translator } from "@/lib/core/i18n/translator";
import { getChain, type Network } from "@/lib/core/solana/networks";
import { type Device, isAndroid } from "./phone";
import { updateWallet } from "./wallet-store";

let registered: Promise<void> | undefined;

/**
 * Registers the wallet apps of an Android phone, once. The code loads only on Android, over HTTPS and for a
 * public network, because wallet apps cannot sign elsewhere.
 */
export function registerMobileWallets(
  network: Network | null,
  device: Device = navigator,
  t: Translator = english,
): Promise<void> {
  const chain = network && getChain(network);
  if (!chain || !isAndroid(device) || !window.isSecureContext) return Promise.resolve();
  registered ??= register(t, chain as `solana:${string}`);
  return registered;
}

async function register(t: Translator, chain: `solana:${string}`): Promise<void> {
  const { createDefaultAuthorizationCache, createDefaultChainSelector, registerMwa } = await import(
    "@solana-mobile/wallet-standard-mobile"
  );
  registerMwa({
    appIdentity: { name: applicationName(), uri: window.location.origin, icon: "icon.svg" },
    authorizationCache: createDefaultAuthorizationCache(),
    chains: [chain],
    chainSelector: createDefaultChainSelector(),
    onWalletNotFound: async () =>
      updateWallet({
        problem: t(
          "No wallet app on this phone responded. Install a wallet app, or open this page in a wallet’s browser.",
        ),
        connecting: false,
      }),
  });
}

/** The name that a wallet app shows for this site: the operator's own, as the page's metadata states it. */
const applicationName = () =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Vesting Index";
