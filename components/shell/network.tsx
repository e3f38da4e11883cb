"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Icon } from "@/components/ui/icon";
import { explorerPage, type Network } from "@/lib/core/solana/networks";

const Shown = createContext<Network | null>(null);

let latest: Network | null = null;

/** Returns the network that the service indexes, for code outside of components. */
export const shownNetwork = (): Network | null => latest;

export const useNetwork = (): Network | null => useContext(Shown);

export function NetworkProvider({ network, children }: { network: Network | null; children: ReactNode }) {
  // The server renders this component too, but does not use the value.
  if (typeof window !== "undefined") latest = network;
  return <Shown value={network}>{children}</Shown>;
}

type ExplorerLinkProps = { kind: "tx" | "address"; id: string; label: string };

/** Links to the block explorer of the network. Renders nothing without an explorer. */
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
      className="-my-0.5 inline-grid size-6 place-items-center rounded align-middle text-ink-soft hover:bg-raised hover:text-ink"
    >
      <Icon name="external" className="size-4" />
    </a>
  );
}
