/** The information of the browser about its device. */
export type Device = { userAgent: string; maxTouchPoints: number };

/** Returns whether the device runs Android, where the Mobile Wallet Adapter connects to wallet apps. */
export const isAndroid = ({ userAgent }: Pick<Device, "userAgent">): boolean => /android/i.test(userAgent);

/**
 * Returns whether the device is a phone or a tablet. An iPad identifies as a Mac, but Macs have no touch
 * screen.
 */
export const isPhone = (device: Device): boolean =>
  isAndroid(device) ||
  /iphone|ipad|ipod/i.test(device.userAgent) ||
  (/macintosh/i.test(device.userAgent) && device.maxTouchPoints > 1);

/**
 * Universal links that open a page in the browser of a wallet app, where the wallet is available. Sources:
 * https://docs.phantom.com/phantom-deeplinks/other-methods/browse
 * https://docs.solflare.com/solflare/technical/deeplinks/other-methods/browse
 * https://docs.backpack.app/deeplinks/other-methods/browse
 */
const BROWSE = [
  { name: "Phantom", base: "https://phantom.app/ul/browse/" },
  { name: "Solflare", base: "https://solflare.com/ul/v1/browse/" },
  { name: "Backpack", base: "https://backpack.app/ul/v1/browse/" },
] as const;

/** Returns links that open `page` inside well-known wallets. */
export function walletLinks(page: string): { name: string; href: string }[] {
  const url = encodeURIComponent(page);
  const ref = encodeURIComponent(new URL(page).origin);
  return BROWSE.map(({ name, base }) => ({ name, href: `${base}${url}?ref=${ref}` }));
}
