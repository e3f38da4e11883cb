/** A network as people call it; `cluster` is its name in block explorers, null where none shows it. */
export type Network = { name: string; cluster: "mainnet-beta" | "devnet" | "testnet" | null };

/** By the hash of the first block, which no other network can have. */
const PUBLIC: Readonly<Record<string, Network["cluster"]>> = {
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "mainnet-beta",
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "devnet",
  "4uhcVJyU9pJkvQyS88uRDiswHScsgZKuXYiKcAFAhKkF": "testnet",
};

/** Which network a ledger is, by the genesis hash that it answers. */
export function networkOf(genesisHash: string): Network {
  const cluster = PUBLIC[genesisHash] ?? null;
  if (cluster) return { name: `Solana ${cluster}`, cluster };
  return { name: `local or private ledger (genesis ${genesisHash.slice(0, 8)}…)`, cluster };
}

/** The page of a block explorer on a transaction; null for a ledger that only its own service shows. */
export function transactionPage({ cluster }: Network, signature: string): string | null {
  if (!cluster) return null;
  const query = cluster === "mainnet-beta" ? "" : `?cluster=${cluster}`;
  return `https://explorer.solana.com/tx/${signature}${query}`;
}
