// @vitest-environment happy-dom

import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { NetworkProvider } from "@/components/shell/network";
import { TokenName } from "@/components/ui/values/token";
import { type TokenNames, toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { identifyNetwork } from "@/lib/core/solana/networks";

const MINT = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const MAINNET = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const NAMES: TokenNames = { symbol: "ACME", name: "Acme Token", imitates: null, hasLogo: false };

afterEach(cleanup);

const shown = (
  names: TokenNames | undefined,
  props: { whole?: boolean; brief?: boolean } = {},
  genesis = MAINNET,
) => {
  const within = ({ children }: { children: ReactNode }) => (
    <NetworkProvider network={identifyNetwork(genesis)}>{children}</NetworkProvider>
  );
  return render(<TokenName token={toToken(MINT, 6, names)} {...props} />, { wrapper: within }).container;
};

test("shows a token with its mint, a copy button, a search link and an explorer link", () => {
  expect(shown(NAMES).textContent).toMatch(/^ACME, Acme Token 7xKX…gAsU/);
  expect(screen.getByRole("button", { name: `Copy mint ${MINT}` })).toBeDefined();
  expect(screen.getByRole("link", { name: `View mint ${MINT} in the explorer` })).toBeDefined();
  expect(screen.getByText("7xKX…gAsU").closest("a")?.getAttribute("href")).toBe(`/campaigns?mint=${MINT}`);
});

test("shows the symbol in short form, the mint in full form, and only the mint of an unnamed token", () => {
  expect(shown(NAMES, { brief: true }).textContent).toMatch(/^ACME 7xKX…gAsU/);
  cleanup();
  expect(shown(NAMES, { whole: true }).textContent).toContain(MINT);
  cleanup();
  expect(shown(undefined).textContent).toBe("7xKX…gAsU");
  cleanup();
  expect(render(<TokenName token={toToken(NATIVE_MINT, null)} />).container.textContent).toBe("SOL");
});

test("marks a look-alike, with each network's wording", () => {
  const look = { ...NAMES, symbol: "USDC", imitates: "USDC" };
  expect(shown(look, { brief: true }).textContent).toContain(
    "This token uses the name USDC, but is not the USDC mint.",
  );
  cleanup();
  expect(shown(look, {}, DEVNET).textContent).toMatch(
    /This token uses the name USDC\. Anyone can create such a token on Solana devnet\./,
  );
  cleanup();
  expect(shown(look, {}, MINT).textContent).toMatch(/Anyone can create such a token on this network/);
});

test("isolates letters that run from right to left", () => {
  const container = shown({ ...NAMES, symbol: "שקל", name: null });
  expect(container.querySelector("bdi")?.textContent).toBe("שקל");
});

test("loads its logo from this service, if there may be one", () => {
  const urls = (hasLogo: boolean) => shown({ ...NAMES, hasLogo }).innerHTML.match(/url\([^)]*\)/g) ?? [];
  expect(urls(true)).toHaveLength(1);
  expect(urls(true)[0]).toContain(`/api/tokens/${MINT}/logo`);
  expect(urls(false)).toEqual([]);
});
