import type { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll } from "vitest";
import { POST } from "@/app/api/campaigns/route";
import type { Database } from "@/db/client";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { indexerContext, runOnce } from "@/tests/indexer/support/index-of";
import { call, signIn, startServices } from "./http";
import type { NativeGeneration } from "./native-generation";

/** A service on a separate local ledger, for the tests of one file. */
export function openNativeService(database: { db: Database }) {
  let ledger: TestLedger;
  let services: Services;
  beforeAll(async () => {
    ledger = await TestLedger.start();
    services = startServices({
      db: database.db,
      chain: createChain({ urls: [ledger.url] }),
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", REGISTRATION_CHECK: "ledger" }),
      now: () => ledger.now,
    });
  });
  afterAll(() => ledger.close());
  return {
    get ledger() {
      return ledger;
    },
    /** Runs the indexer once. */
    index: (options = {}) =>
      runOnce(indexerContext(database.db, createChain({ urls: [ledger.url] })), options),
    /** Registers a campaign with its creator's signature and returns the response. */
    async register(creator: Keypair, { registration: body }: NativeGeneration) {
      const wallet = { address: creator.publicKey.toBase58(), secretKey: creator.secretKey };
      const headers = await signIn(wallet, services);
      return call<{ error: string }>(POST, { path: "/api/campaigns", body, headers });
    },
  };
}
