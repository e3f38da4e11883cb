import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import bs58 from "bs58";
import { addressBytes, DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { FEATURE_PROGRAM_ID, VERSION_1_FEATURE_ID } from "@/lib/core/solana/transaction/version-1";
import { createControls, type LedgerControls } from "./controls";
import { createDispatcher } from "./rpc/dispatcher";
import type { Method } from "./rpc/method";
import { accountMethods } from "./rpc/methods/accounts";
import { blockMethods } from "./rpc/methods/blocks";
import { clusterMethods } from "./rpc/methods/cluster";
import { controlMethods } from "./rpc/methods/controls";
import { historyMethods } from "./rpc/methods/history";
import { leaderMethods, networkMethods } from "./rpc/methods/leaders";
import { submissionMethods } from "./rpc/methods/submission";
import { tokenMethods } from "./rpc/methods/tokens";
import { Faults } from "./rpc/server/faults";
import { createHttpServer } from "./rpc/server/http-server";
import { listen } from "./rpc/server/listen";
import { PubSub } from "./rpc/server/pubsub";
import { type OpenChain, openChain } from "./storage/open-chain";

export { multisigAccount, squadsDouble } from "./squads-double";
export { type CopiedAccount, type PreparedRun, type RunOutcome, StateCopy } from "./state-copy";
export { DataFolderError } from "./storage/folder-lock";

const VESTING_PROGRAM = join(import.meta.dirname, "program", "vesting.so");
/** The duration of a slot on the real network. */
export const SLOT_MS = 400;
const FINALIZED_AFTER_SLOTS = 32;
const SNAPSHOT_EVERY_TRANSACTIONS = 20_000;

export type LedgerOptions = {
  /** HTTP and WebSocket port; subscriptions are also served on the next port. 0 finds a free pair. */
  port?: number;
  /** Uses the next free pair of ports when `port` or the one after it is in use, instead of failing. */
  orNextPort?: boolean;
  host?: string;
  /** The folder of state and history; without it the ledger is in memory. */
  dataDir?: string;
  /** Address at which the vesting program is loaded. */
  programId?: string;
  /** Milliseconds of a slot; 0 leaves slots to the transactions and the controls. */
  slotMs?: number;
  /** Slots after which a block is finalized. */
  finalizedAfter?: number;
  /** Every transaction closes its block, which is final at once. */
  instant?: boolean;
  /** Lets clients call the ledger_ methods that move time, drop transactions and distort responses. */
  controls?: boolean;
  /** The hash of the first block in responses, to appear as another network; its own by default. */
  genesisHash?: string;
  /** Programs besides the vesting program. */
  programs?: readonly { programId: string; elf: Uint8Array }[];
  /** Accounts that exist from the beginning, as if programs that the ledger lacks had created them. */
  accounts?: readonly GenesisAccount[];
  /** Receives internal errors of the ledger. */
  onError?: (error: unknown, method: string) => void;
};

/** Owner and address in base58. */
export type GenesisAccount = { address: string; owner: string; lamports: bigint; data: Uint8Array };

/** The machine executes version 1 always; clients look for the account that activates it. */
const VERSION_1_FEATURE: GenesisAccount = {
  address: VERSION_1_FEATURE_ID,
  owner: FEATURE_PROGRAM_ID,
  lamports: 953_520n,
  // An activation slot of 0.
  data: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0),
};

export type Ledger = {
  url: string;
  wsUrl: string;
  programId: string;
  /** The ledger_ methods, for the process that started the ledger. */
  controls: LedgerControls;
  close(): Promise<void>;
};

/** Starts a ledger that Solana clients use like any RPC node. */
export async function startLedger(options: LedgerOptions = {}): Promise<Ledger> {
  const programId = options.programId ?? DEFAULT_PROGRAM_ID;
  const chain = openChain({
    dataDir: options.dataDir,
    programs: [
      ...(existsSync(VESTING_PROGRAM) ? [{ programId, elf: readFileSync(VESTING_PROGRAM) }] : []),
      ...(options.programs ?? []),
    ].map(({ programId: address, elf }) => ({ programId: addressBytes(address), elf })),
    depth: {
      confirmed: 1,
      finalized: options.finalizedAfter ?? (options.instant ? 1 : FINALIZED_AFTER_SLOTS),
    },
    blockPerTransaction: options.instant ?? false,
    accounts: [VERSION_1_FEATURE, ...(options.accounts ?? [])].map(({ address, owner, ...account }) => ({
      address: addressBytes(address),
      account: { ...account, owner: addressBytes(owner), executable: false },
    })),
  });
  const faults = new Faults();
  const controls = createControls(chain, faults);
  const onError = options.onError ?? (() => undefined);
  const timer = new SlotTimer(chain, onError);
  const methods = allMethods(chain, () => !timer.isFailing, options.controls ? controls : null);
  const { genesisHash } = options;
  if (genesisHash !== undefined) methods.set("getGenesisHash", () => genesisHash);
  const without = (isShut: (name: string) => boolean) =>
    createDispatcher((name) => (isShut(name) ? undefined : methods.get(name)), onError);
  const http = createHttpServer({
    // Any page that the visitor opens can reach a local ledger, and must not move its time or drop
    // transactions.
    dispatchers: {
      program: without(() => false),
      "local page": without((name) => name.startsWith("ledger_")),
      "foreign page": without((name) => name.startsWith("ledger_") || name === "requestAirdrop"),
    },
    intercept: faults.intercept,
  });
  const pubsub = new PubSub(chain.bank, onError);
  const host = options.host ?? "127.0.0.1";
  const { port = 0, orNextPort = false } = options;
  const sockets = await listen({ http, pubsub, host, port, orNextPort }).catch((error: unknown) => {
    pubsub.close();
    chain.close();
    throw error;
  });
  const authority = host.includes(":") ? `[${host}]` : host;
  timer.start(options.slotMs ?? SLOT_MS);
  return {
    url: `http://${authority}:${sockets.port}`,
    wsUrl: `ws://${authority}:${sockets.port + 1}`,
    programId,
    controls,
    async close() {
      timer.stop();
      pubsub.close();
      await sockets.close();
      chain.close();
    },
  };
}

function allMethods(
  chain: OpenChain,
  isHealthy: () => boolean,
  controls: LedgerControls | null,
): Map<string, Method> {
  const { bank, faucet } = chain;
  return new Map(
    Object.entries({
      ...clusterMethods(bank, bs58.encode(faucet.address), isHealthy),
      ...leaderMethods(bank, bs58.encode(faucet.address)),
      ...networkMethods(bank),
      ...accountMethods(bank),
      ...tokenMethods(bank),
      ...historyMethods(bank),
      ...blockMethods(bank),
      ...submissionMethods(bank, faucet),
      ...(controls && controlMethods(controls)),
    }),
  );
}

/** Closes a slot at each interval, and stores the chain. */
class SlotTimer {
  /** Whether the last slot could not be closed or stored, for example because the disk is full. */
  isFailing = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private saved: number;

  constructor(
    private readonly chain: OpenChain,
    private readonly onError: (error: unknown, method: string) => void,
  ) {
    this.saved = chain.bank.history.length;
  }

  start(slotMs: number): void {
    if (slotMs > 0) this.timer = setInterval(() => void this.tick(), slotMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async tick(): Promise<void> {
    try {
      this.chain.bank.tick();
      await this.chain.sync();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.onError(error, "slot");
      this.isFailing = true;
    }
    this.saveSometimes();
  }

  private saveSometimes(): void {
    const { length } = this.chain.bank.history;
    if (length - this.saved < SNAPSHOT_EVERY_TRANSACTIONS) return;
    this.saved = length;
    try {
      this.chain.save();
    } catch (error) {
      // Without this snapshot a restart replays more; the history itself is whole.
      this.onError(error, "snapshot");
    }
  }
}
