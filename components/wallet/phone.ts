/** What a browser says of the device it is on. */
export type Device = { userAgent: string; maxTouchPoints: number };

/** Whether it is Android's, where wallet apps are reached by the Mobile Wallet Adapter. */
export const isAndroid = ({ userAgent }: Pick<Device, "userAgent">): boolean => /android/i.test(userAgent);

/** Whether it is a phone or a tablet; an iPad says that it is a Mac, which has no touch screen. */
export const isPhone = (device: Device): boolean =>
  isAndroid(device) ||
  /iphone|ipad|ipod/i.test(device.userAgent) ||
  (/macintosh/i.test(device.userAgent) && device.maxTouchPoints > 1);

/**
 * Opens a page in the browser of a wallet's app, which brings the wallet along. Sources:
 * https://docs.phantom.com/phantom-deeplinks/other-methods/browse
 * https://docs.solflare.com/solflare/technical/deeplinks/other-methods/browse
 * https://docs.backpack.app/deeplinks/other-methods/browse
 */
const BROWSE = [
  { name: "Phantom", base: "https://phantom.app/ul/browse/" },
  { name: "Solflare", base: "https://solflare.com/ul/v1/browse/" },
  { name: "Backpack", base: "https://backpack.app/ul/v1/browse/" },
] as const;

/** Links that open `page` inside well-known wallets. */
export function walletLinks(page: string): { name: string; href: string }[] {
  const url = encodeURIComponent(page);
  const ref = encodeURIComponent(new URL(page).origin);
  return BROWSE.map(({ name, base }) => ({ name, href: `${base}${url}?ref=${ref}` }));
}
