// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { readNetwork } from "@/components/network/read-network";
import { NetworkProvider } from "@/components/shell/network";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { WalletNetworkNotice } from "@/components/wallet/wallet-network-notice";
import { updateWallet } from "@/components/wallet/wallet-store";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { stubConnection } from "@/tests/support/page-ledger";
import { getWallet, show } from "../show";

const GENESIS = {
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  own: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
};
const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const SIGNATURE = "5".repeat(88);
const DEVNET = identifyNetwork(GENESIS.devnet);
const LOCAL = identifyNetwork(GENESIS.own, { name: "local ledger" });

const answered = { genesis: "" };
stubConnection(() => ({ getGenesisHash: async () => answered.genesis }));

afterEach(() => {
  show(<NetworkProvider network={null}>{null}</NetworkProvider>);
  cleanup();
  updateWallet({ account: null });
});

const buildLinks = (network: typeof DEVNET | null) =>
  [
    ...show(
      <NetworkProvider network={network}>
        <Address address={ADDRESS} name="mint" />
        <Address address="00ff" name="root" />
        <WholeAddress address={SIGNATURE} name="signature" />
        <WholeAddress address={SIGNATURE} name="signature" isHere />
      </NetworkProvider>,
    ).container.querySelectorAll("a"),
  ].map((link) => link.getAttribute("href"));

describe("addresses and signatures", () => {
  test("link to the network's explorer, and signatures to their own page, which does not link to itself", () => {
    const explorer = "https://explorer.solana.com";
    expect(buildLinks(DEVNET)).toEqual([
      `${explorer}/address/${ADDRESS}?cluster=devnet`,
      `/transactions/${SIGNATURE}`,
      `${explorer}/tx/${SIGNATURE}?cluster=devnet`,
      `${explorer}/tx/${SIGNATURE}?cluster=devnet`,
    ]);
  });

  test.each([LOCAL, null])("have no other link when no explorer shows the network", (network) => {
    expect(buildLinks(network)).toEqual([`/transactions/${SIGNATURE}`]);
  });
});

const getNotice = (network: typeof DEVNET, chains: readonly string[]) => {
  updateWallet({ account: { ...getWallet(ADDRESS), chains } });
  return show(
    <NetworkProvider network={network}>
      <WalletNetworkNotice />
    </NetworkProvider>,
  ).text();
};

describe("a wallet's account", () => {
  test("gets a warning when it supports only other networks", () => {
    const text = getNotice(DEVNET, ["solana:mainnet", "solana:testnet", "bitcoin:mainnet"]);
    expect(text).toContain("Test wallet is on another network");
    expect(text).toContain("on Solana devnet, but this wallet account is for mainnet, testnet.");
  });

  test.each([
    ["it supports this network too", DEVNET, ["solana:mainnet", "solana:devnet"]],
    ["it states no networks", DEVNET, []],
    ["the network is unknown to wallets", LOCAL, ["solana:mainnet"]],
  ])("gets no warning: %s", (_, network, chains) => {
    expect(getNotice(network, chains)).toBe("");
  });
});

describe("the network of an action", () => {
  test("is the page's network, under the page's name for it", async () => {
    show(<NetworkProvider network={LOCAL}>{null}</NetworkProvider>);
    answered.genesis = GENESIS.own;
    expect(await readNetwork()).toEqual(LOCAL);
  });

  test("stops a signature when it differs from the indexed one", async () => {
    show(<NetworkProvider network={LOCAL}>{null}</NetworkProvider>);
    answered.genesis = GENESIS.devnet;
    await expect(readNetwork()).rejects.toThrow(
      "connected to Solana devnet, but its campaigns are on local ledger",
    );
  });

  test("is named by its genesis hash when the page does not know its own", async () => {
    show(<NetworkProvider network={null}>{null}</NetworkProvider>);
    answered.genesis = GENESIS.devnet;
    expect((await readNetwork()).name).toBe("Solana devnet");
  });
});
