import { Connection } from "@solana/web3.js";
import { afterEach, beforeEach, vi } from "vitest";
import * as pageConnection from "@/components/network/connection";

/** Connects the code of pages to the node at a URL, for the tests of the calling file. */
export function connectPages(rpcUrl: () => string): void {
  stubConnection(() => new Connection(rpcUrl(), { commitment: "confirmed", disableRetryOnRateLimit: true }));
}

/** The methods of a connection that the tested code calls, with responses that it accepts. */
type ConnectionStub = { [Method in keyof Connection]?: unknown };

/** Replaces the connection of the code of pages, for the tests of the calling file. */
export function stubConnection(connection: () => ConnectionStub): void {
  beforeEach(() => {
    vi.spyOn(pageConnection, "solanaConnection").mockImplementation(() => connection() as Connection);
  });
  afterEach(() => vi.restoreAllMocks());
}
