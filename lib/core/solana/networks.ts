/** A network as its service and its people know it. */
export type Network = {
  /** The hash of its first block, which no other network can have. */
  genesis: string;
  name: string;
  /** What explorers and wallets call it; null for a local or private ledger. */
  cluster: "mainnet-beta" | "devnet" | "testnet" | null;
  /** Where a block explorer shows it: a URL with `{kind}` (`tx` or `address`) and `{id}`; null where none does. */
  explorer: string | null;
};

const PUBLIC: Readonly<Record<string, Network["cluster"]>> = {
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "mainnet-beta",
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "devnet",
  "4uhcVJyU9pJkvQyS88uRDiswHScsgZKuXYiKcAFAhKkF": "testnet",
};

const EXPLORER = "https://explorer.solana.com/{kind}/{id}?cluster={cluster}";

type Told = { name?: string | undefined; explorer?: string | undefined };

/** Which network a ledger is, by the genesis hash that it answers, and by what its operator says of it. */
export function networkOf(genesis: string, told: Told = {}): Network {
  const cluster = PUBLIC[genesis] ?? null;
  const explorer = told.explorer ?? (cluster ? EXPLORER : null);
  return {
    genesis,
    // A public network has one name, or a wrong setting would pass one off as another.
    name: cluster
      ? `Solana ${cluster}`
      : (told.name ?? `local or private ledger (genesis ${genesis.slice(0, 8)}…)`),
    cluster,
    explorer: explorer?.replaceAll("{cluster}", cluster ?? "custom") ?? null,
  };
}

/** The page of the network's block explorer on an address or a transaction's signature. */
export const explorerPage = ({ explorer }: Network, kind: "tx" | "address", id: string): string | null =>
  explorer?.replaceAll("{kind}", kind).replaceAll("{id}", id) ?? null;

/** The network as wallets name it among an account's chains. Source: Wallet Standard, Solana chains. */
export const chainOf = ({ cluster }: Network): string | null =>
  cluster && `solana:${cluster === "mainnet-beta" ? "mainnet" : cluster}`;
