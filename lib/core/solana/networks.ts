/** A Solana network. */
export type Network = {
  /** The hash of its first block, which is unique to the network. */
  genesis: string;
  name: string;
  /** The name in explorers and wallets; null for a local or private ledger. */
  cluster: "mainnet-beta" | "devnet" | "testnet" | null;
  /**
   * The URL of a block explorer with the placeholders `{kind}` (`tx` or `address`) and `{id}`; null if there
   * is none.
   */
  explorer: string | null;
};

const PUBLIC: Readonly<Record<string, Network["cluster"]>> = {
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "mainnet-beta",
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "devnet",
  "4uhcVJyU9pJkvQyS88uRDiswHScsgZKuXYiKcAFAhKkF": "testnet",
};

const EXPLORER = "https://explorer.solana.com/{kind}/{id}?cluster={cluster}";

type NetworkSettings = { name?: string | undefined; explorer?: string | undefined };

/** Returns the network for a genesis hash, with the operator's settings. */
export function identifyNetwork(genesis: string, response: NetworkSettings = {}): Network {
  const cluster = PUBLIC[genesis] ?? null;
  const explorer = response.explorer ?? (cluster ? EXPLORER : null);
  return {
    genesis,
    // A public network has a fixed name, so that a wrong setting cannot present it as another network.
    name: cluster
      ? `Solana ${cluster}`
      : (response.name ?? `local or private ledger (genesis ${genesis.slice(0, 8)}…)`),
    cluster,
    explorer: explorer?.replaceAll("{cluster}", cluster ?? "custom") ?? null,
  };
}

/** Returns the block explorer page of an address or a transaction's signature. */
export const explorerPage = ({ explorer }: Network, kind: "tx" | "address", id: string): string | null =>
  explorer?.replaceAll("{kind}", kind).replaceAll("{id}", id) ?? null;

/** Returns the chain identifier of the network in wallets. Source: Wallet Standard, Solana chains. */
export const getChain = ({ cluster }: Network): string | null =>
  cluster && `solana:${cluster === "mainnet-beta" ? "mainnet" : cluster}`;
