// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerMobileWallets } from "@/components/wallet/mobile-wallets";
import { isAndroid, isPhone, walletLinks } from "@/components/wallet/phone";
import { WalletButton } from "@/components/wallet/wallet-button";
import { updateWallet, type WalletOption } from "@/components/wallet/wallet-store";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { show } from "../show";

const registered = vi.hoisted(
  () => [] as { chains: readonly string[]; appIdentity: object; onWalletNotFound(): Promise<void> }[],
);
vi.mock("@solana-mobile/wallet-standard-mobile", () => ({
  registerMwa: (config: (typeof registered)[number]) => registered.push(config),
  createDefaultAuthorizationCache: () => ({}),
  createDefaultChainSelector: () => ({}),
}));

const AGENTS = {
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
  linux: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
};
const device = (userAgent: string, maxTouchPoints = 0) => ({ userAgent, maxTouchPoints });

beforeEach(() => vi.spyOn(navigator, "userAgent", "get").mockReturnValue(AGENTS.linux));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  updateWallet({ phase: "idle", options: [], problem: null });
});

test("distinguishes phones and tablets from desktops", () => {
  expect(isAndroid(device(AGENTS.android))).toBe(true);
  expect(isAndroid(device(AGENTS.iphone))).toBe(false);
  expect(isPhone(device(AGENTS.android))).toBe(true);
  expect(isPhone(device(AGENTS.iphone))).toBe(true);
  expect(isPhone(device(AGENTS.mac, 5))).toBe(true);
  expect(isPhone(device(AGENTS.mac))).toBe(false);
  expect(isPhone(device(AGENTS.linux, 10))).toBe(false);
});

const PAGE = "https://vesting.example/campaigns/abc?view=claims&x=a b#top";

test("links open the same page inside each wallet, with any address", () => {
  for (const { name, href } of walletLinks(PAGE)) {
    const url = new URL(href);
    expect(url.protocol, name).toBe("https:");
    const [, path = ""] = /\/browse\/([^/?]+)$/.exec(url.pathname) ?? [];
    expect(decodeURIComponent(path), name).toBe(PAGE);
    expect(url.searchParams.get("ref"), name).toBe("https://vesting.example");
  }
  expect(walletLinks(PAGE).map(({ href }) => new URL(href).host)).toEqual([
    ...["phantom.app", "solflare.com", "backpack.app"],
  ]);
});

function openDialog(options: WalletOption[] = []): void {
  updateWallet({ choosing: false });
  show(<WalletButton />);
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  updateWallet({ phase: "ready", options });
}

const extension = { name: "Extension", icon: "", isDemo: false, address: null };

test("offers the links in the connect dialog on a phone without a wallet, and nowhere else", async () => {
  openDialog();
  expect(await screen.findByText(/No Solana wallet was found in this browser/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Phantom" })).toBeNull();
  cleanup();
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(AGENTS.iphone);
  openDialog();
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.textContent?.trim())).toEqual(["Phantom", "Solflare", "Backpack"]);
  cleanup();
  openDialog([extension]);
  expect(await screen.findByRole("button", { name: "Extension" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Phantom" })).toBeNull();
});

test("registers wallet apps once, on Android, over HTTPS, for the network of the page", async () => {
  const devnet = identifyNetwork("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG");
  const phone = device(AGENTS.android, 5);
  Object.defineProperty(window, "isSecureContext", { configurable: true, value: true });
  await registerMobileWallets(devnet, device(AGENTS.linux));
  await registerMobileWallets(devnet, device(AGENTS.iphone, 5));
  await registerMobileWallets(identifyNetwork("private"), phone);
  await registerMobileWallets(null, phone);
  Object.defineProperty(window, "isSecureContext", { configurable: true, value: false });
  await registerMobileWallets(devnet, phone);
  expect(registered).toEqual([]);
  Object.defineProperty(window, "isSecureContext", { configurable: true, value: true });
  document.head.innerHTML = '<meta name="application-name" content="Atlas vesting">';
  await registerMobileWallets(devnet, phone);
  await registerMobileWallets(devnet, phone);
  expect(registered).toMatchObject([{ chains: ["solana:devnet"], appIdentity: { name: "Atlas vesting" } }]);
});
