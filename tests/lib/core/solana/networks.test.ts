import { expect, test } from "vitest";
import { networkOf, transactionPage } from "@/lib/core/solana/networks";

const SIGNATURE = "5".repeat(88);

test.each([
  ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "Solana mainnet-beta", ""],
  ["EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", "Solana devnet", "?cluster=devnet"],
  ["4uhcVJyU9pJkvQyS88uRDiswHScsgZKuXYiKcAFAhKkF", "Solana testnet", "?cluster=testnet"],
])("%s is %s", (genesis, name, query) => {
  expect(networkOf(genesis).name).toBe(name);
  expect(transactionPage(networkOf(genesis), SIGNATURE)).toBe(
    `https://explorer.solana.com/tx/${SIGNATURE}${query}`,
  );
});

test("another genesis is a local or private ledger, which no explorer shows", () => {
  const network = networkOf("9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin");
  expect(network.name).toBe("local or private ledger (genesis 9xQeWvG8…)");
  expect(transactionPage(network, SIGNATURE)).toBeNull();
});
