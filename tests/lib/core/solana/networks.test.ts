import { describe, expect, test } from "vitest";
import { explorerPage, getChain, identifyNetwork } from "@/lib/core/solana/networks";

const SIGNATURE = "5".repeat(88);
const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const PRIVATE = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

test.each([
  ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "Solana mainnet-beta", "mainnet-beta", "solana:mainnet"],
  [DEVNET, "Solana devnet", "devnet", "solana:devnet"],
  ["4uhcVJyU9pJkvQyS88uRDiswHScsgZKuXYiKcAFAhKkF", "Solana testnet", "testnet", "solana:testnet"],
])("reads %s as %s", (genesis, name, cluster, chain) => {
  const network = identifyNetwork(genesis);
  expect(network.name).toBe(name);
  expect(getChain(network)).toBe(chain);
  expect(explorerPage(network, "tx", SIGNATURE)).toBe(
    `https://explorer.solana.com/tx/${SIGNATURE}?cluster=${cluster}`,
  );
  expect(explorerPage(network, "address", PRIVATE)).toBe(
    `https://explorer.solana.com/address/${PRIVATE}?cluster=${cluster}`,
  );
});

describe("another genesis hash", () => {
  test("is a local or private network without an explorer or wallet support", () => {
    const network = identifyNetwork(PRIVATE);
    expect(network.name).toBe("local or private ledger (genesis 9xQeWvG8…)");
    expect(explorerPage(network, "tx", SIGNATURE)).toBeNull();
    expect(getChain(network)).toBeNull();
  });

  test("has the name and the explorer that the operator sets", () => {
    const explorer = "https://explorer.example/{cluster}/{kind}/{id}?of={id}";
    const network = identifyNetwork(PRIVATE, { name: "Staging", explorer });
    expect(network.name).toBe("Staging");
    expect(explorerPage(network, "tx", "5gh")).toBe("https://explorer.example/custom/tx/5gh?of=5gh");
  });
});

test("a public network keeps its name and accepts the operator's explorer", () => {
  const network = identifyNetwork(DEVNET, {
    name: "Solana mainnet-beta",
    explorer: "https://x.example/{id}",
  });
  expect(network.name).toBe("Solana devnet");
  expect(explorerPage(network, "address", PRIVATE)).toBe(`https://x.example/${PRIVATE}`);
});
