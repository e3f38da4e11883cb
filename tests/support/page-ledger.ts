import { Connection } from "@solana/web3.js";
import { afterEach, beforeEach, vi } from "vitest";
import * as pageConnection from "@/components/ledger/connection";

/** Connects the code of pages to the node at a URL, for the tests of the calling file. */
export function connectPages(rpcUrl: () => string): void {
  beforeEach(() => {
    vi.spyOn(pageConnection, "ledger").mockImplementation(
      () => new Connection(rpcUrl(), { commitment: "confirmed", disableRetryOnRateLimit: true }),
    );
  });
  afterEach(() => vi.restoreAllMocks());
}
