import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, PublicKey } from "@solana/web3.js";
import type { Database } from "@/db/client";
import type { Api } from "@/docs/actions/examples/act";
import { type CampaignTerms, createCampaign, type Recipient } from "@/docs/actions/examples/create-campaign";
import type { LedgerOptions } from "@/ledger/start-ledger";
import { TestLedger } from "@/ledger/tests/support/ledger";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { TimelineItem } from "@/lib/contract/event";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress, tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { serveRoutes } from "@/tests/support/routes";

export type Kind = "tokens" | "native SOL";

const SOL = 1_000_000_000n;
let campaignId = 0n;

type Served = { url: string; close(): Promise<void> };

/** Overrides of the usual service: its settings, its parts, its listener and its ledger. */
type Start = {
  ledgerOptions?: LedgerOptions;
  settings?: Record<string, string>;
  given?: Partial<Services>;
  serve?: (services: Services) => Promise<Served>;
};

/** A service and a ledger as a client sees them: two URLs. Every transaction is final at once. */
export class World {
  private constructor(
    readonly api: Api,
    readonly ledger: TestLedger,
    private readonly database: TestDatabase,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start({
    settings = {},
    given = {},
    serve = serveRoutes,
    ledgerOptions = {},
  }: Start = {}): Promise<World> {
    const ledger = await TestLedger.start(ledgerOptions);
    const database = await createTestDatabase();
    const services = startServices({
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", REGISTRATION_CHECK: "ledger", ...settings }),
      db: database.db,
      chain: createChain({ urls: [ledger.url] }),
      now: () => ledger.now,
      ...given,
    });
    const served = await serve(services);
    return new World({ baseUrl: served.url, rpcUrl: ledger.url }, ledger, database, served.close);
  }

  async close(): Promise<void> {
    await this.stop();
    // web3.js closes an unused socket after half a second; without its server it would reconnect forever.
    await sleep(600);
    await this.ledger.close();
    await this.database.close();
  }

  get db(): Database {
    return this.database.db;
  }

  /** Unix seconds on the ledger. */
  get now(): bigint {
    return this.ledger.now;
  }

  /** Moves the ledger's clock, and closes blocks at the new time so that simulations see it too. */
  advance(seconds: bigint): void {
    this.ledger.controls.advanceTime(Number(seconds));
    this.ledger.controls.advanceSlots(2);
  }

  wallet(lamports = 100n * SOL): Keypair {
    const wallet = Keypair.generate();
    this.ledger.controls.airdrop(wallet.publicKey.toBytes(), lamports);
    return wallet;
  }

  /** Creates a mint of which `owner` holds `amount`, or returns native SOL, which every wallet holds. */
  async fundedMint(kind: Kind, owner: Keypair, amount: bigint): Promise<string> {
    if (kind === "native SOL") return NATIVE_MINT;
    const mint = await this.ledger.createMint(owner);
    await this.ledger.mintTokens({ mint, authority: owner, owner: owner.publicKey.toBase58(), amount });
    return mint;
  }

  /** Returns a wallet's balance of a campaign's mint, in base units. */
  async balance(mint: string, owner: Keypair): Promise<bigint> {
    const { connection } = this.ledger;
    if (mint === NATIVE_MINT) return BigInt(await connection.getBalance(owner.publicKey));
    const { address } = findAssociatedTokenAddress({ owner: owner.publicKey.toBase58(), mint });
    const account = await connection.getAccountInfo(new PublicKey(address));
    return account ? tokenAccountBalance(account.data) : 0n;
  }

  async exists(address: string): Promise<boolean> {
    return (await this.ledger.connection.getAccountInfo(new PublicKey(address))) !== null;
  }

  get<Answer>(path: string): Promise<Answer> {
    return fetch(`${this.api.baseUrl}${path}`).then((response) => response.json());
  }

  detail(treeAddress: string): Promise<CampaignDetail> {
    return this.get(`/api/campaigns/${treeAddress}`);
  }

  /** Returns the timeline's newest event. */
  async newest(treeAddress: string): Promise<TimelineItem | undefined> {
    const { events } = await this.get<{ events: TimelineItem[] }>(`/api/campaigns/${treeAddress}/timeline`);
    return events[0];
  }
}

/** The accounts of one campaign: its creator, its authorities and its recipients. */
export type Cast = {
  creator: Keypair;
  authority: Keypair;
  beneficiary: Keypair;
  mint: string;
  terms: CampaignTerms;
};

export const SUPPLY = 3n * SOL;

export async function createCast(world: World, kind: Kind): Promise<Cast> {
  const [creator, authority, beneficiary] = [world.wallet(), world.wallet(), world.wallet()];
  const mint = await world.fundedMint(kind, creator, SUPPLY);
  campaignId += 1n;
  const terms = {
    creator: creator.publicKey.toBase58(),
    mint,
    campaignId,
    cancellable: true,
    cancelAuthority: authority.publicKey.toBase58(),
    pauseAuthority: authority.publicKey.toBase58(),
  };
  return { creator, authority, beneficiary, mint, terms };
}

/** Returns a linear allocation over `seconds` from `start`, with the overrides in `over`. */
export function recipient(
  { beneficiary }: Cast,
  { amount, start, over = {} }: { amount: bigint; start: bigint; over?: Partial<Recipient> },
): Recipient {
  return {
    beneficiary: beneficiary.publicKey.toBase58(),
    amount: amount.toString(),
    releaseType: 1,
    startTime: start.toString(),
    cliffTime: start.toString(),
    endTime: (start + 1_000n).toString(),
    ...over,
  };
}

/** Creates a campaign of two allocations for one beneficiary that unlock `from` seconds from now. */
export async function createTwoCliffs(
  world: World,
  cast: Cast,
  { from, amount }: { from: bigint; amount: bigint },
): Promise<string> {
  const time = (world.now + from).toString();
  const over = { releaseType: 0, startTime: time, cliffTime: time, endTime: time };
  const recipients = [1, 2].map(() => recipient(cast, { amount, start: 0n, over }));
  return createCampaign(world.api, { terms: cast.terms, recipients, creator: cast.creator });
}
