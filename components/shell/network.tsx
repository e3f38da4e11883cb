"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Icon } from "@/components/ui/icon";
import { explorerPage, type Network } from "@/lib/core/solana/networks";

const Shown = createContext<Network | null>(null);

let latest: Network | null = null;

/** The network that the page's service indexes, for code that is no component. */
export const shownNetwork = (): Network | null => latest;

export const useNetwork = (): Network | null => useContext(Shown);

export function NetworkProvider({ network, children }: { network: Network | null; children: ReactNode }) {
  // A server renders pages of one service too, but has no use for it.
  if (typeof window !== "undefined") latest = network;
  return <Shown value={network}>{children}</Shown>;
}

type ExplorerLinkProps = { kind: "tx" | "address"; id: string; label: string };

/** Leads to the network's block explorer, where there is one. */
export function ExplorerLink({ kind, id, label }: ExplorerLinkProps) {
  const network = useNetwork();
  const page = network && explorerPage(network, kind, id);
  if (!page) return null;
  return (
    <a
      href={page}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
      className="inline-grid size-6 place-items-center rounded align-middle text-ink-soft hover:bg-raised hover:text-ink"
    >
      <Icon name="external" className="size-4" />
    </a>
  );
}
