import { status } from "@grpc/grpc-js";
import type { ReadTransaction } from "@/db/queries/events/store-transactions";
import { type CountedStream, countStream } from "@/lib/service/metrics/count";
import { type ConnectionEnd, connectWithRetry } from "../connect-with-retry";
import type { ChainLog } from "../rpc-client";
import { BlockJoin, type JoinedTransaction } from "./block-join";
import { openGeyserStream } from "./geyser-client";
import { type BlockUpdate, geyserUpdate, readUpdate } from "./geyser-update";

export type FollowGeyserOptions = {
  /** The http or https URL of a Yellowstone gRPC server. */
  url: string;
  /** Sent as `x-token`. */
  token?: string | undefined;
  programId: string;
  /** Returns whether the RPC endpoints know a recent block, by its hash. */
  isKnownBlock: (blockhash: string) => Promise<boolean>;
  /** Called with each whole transaction that mentions the program, once it is confirmed. */
  onTransaction: (transaction: ReadTransaction) => void;
  /** Called instead if the server does not send the whole transaction, or its network is not verified yet. */
  onSignature: (seen: { signature: string; failed: boolean }) => void;
  /** Called when transactions may have been missed. */
  onGap: () => void;
  /** Called when transactions that were delivered have become final. */
  onFinal: () => void;
  /** Called with the slot of each block of the indexed network. */
  onBlock?: ((slot: bigint) => void) | undefined;
  /** Ends the subscription. */
  signal: AbortSignal;
  log?: ChainLog | undefined;
  /** Milliseconds without any message after which a connection is closed. */
  silenceMs?: number;
};

/** A server sends a block several times per second, and a ping every few seconds. */
const SILENCE_MS = 30_000;

/**
 * Subscribes to the program's confirmed transactions at a Yellowstone gRPC server until the signal is aborted.
 * Reconnects after every interruption from the last complete block. Reports a gap when it starts, when the server
 * no longer has that block, and when a block is missing.
 */
export async function followGeyser(options: FollowGeyserOptions): Promise<void> {
  const endpoint = new URL(options.url).host;
  const counted = countStream(endpoint);
  const onGap = () => {
    counted.gap();
    options.onGap();
  };
  const subscription = new Subscription({ ...options, onGap }, counted);
  await connectWithRetry(
    options.signal,
    () => subscription.connect(),
    ({ problem }) => {
      counted.reconnect();
      options.log?.warn({ endpoint, problem }, "chain: subscription broke");
    },
  );
}

/** Failed connections after which the subscription no longer begins where it ended. */
const MAX_RESUMES = 3;

/** Blocks of a connection that the RPC endpoints may not know, because they are a moment behind. */
const MAX_UNKNOWN_BLOCKS = 20;

/** The state of one connection. */
type Connection = {
  /** Whether its blocks belong to the indexed network. */
  isVerified: boolean;
  isVerifying: boolean;
  unknownBlocks: number;
  hasUnreadable: boolean;
  stop: (problem: string) => void;
};

const newConnection = (stop: Connection["stop"]): Connection => ({
  ...{ isVerified: false, isVerifying: false, unknownBlocks: 0, hasUnreadable: false },
  stop,
});

class Subscription {
  private readonly blocks = new BlockJoin();
  /** The lowest and the highest slot of delivered transactions that are not final. */
  private unsettled: { lowest: bigint; highest: bigint } | null = null;
  private connection = newConnection(() => undefined);
  /** Connections in a row that ended before their first message. */
  private failures = 0;

  constructor(
    private readonly options: FollowGeyserOptions,
    private readonly counted: CountedStream,
  ) {}

  /** Runs one connection until it closes, and returns the reason. */
  connect(): Promise<ConnectionEnd> {
    const { options } = this;
    const fromSlot = this.blocks.newestSlot;
    const { stream, close } = openGeyserStream(options);
    this.blocks.dropHeld();
    return new Promise((resolve) => {
      let problem = "";
      let hasData = false;
      const stop = (reason: string) => {
        problem = reason;
        stream.cancel();
      };
      // Each connection is verified, because another server may answer at the address.
      const connection = newConnection(stop);
      this.connection = connection;
      const onAbort = () => stop("ended");
      const onSilence = () => stop("went silent");
      let timer = setTimeout(onSilence, options.silenceMs ?? SILENCE_MS);
      options.signal.addEventListener("abort", onAbort, { once: true });
      stream.on("data", (message: unknown) => {
        clearTimeout(timer);
        timer = setTimeout(onSilence, options.silenceMs ?? SILENCE_MS);
        const kind = this.handle(message);
        if (kind === "ping") stream.write({ ping: { id: 1 } });
        if (kind !== "data" || hasData) return;
        hasData = true;
        if (fromSlot === null) options.onGap();
      });
      // The status follows every error.
      stream.on("error", () => undefined);
      stream.on("status", ({ code, details }) => {
        clearTimeout(timer);
        options.signal.removeEventListener("abort", onAbort);
        close();
        this.counted.connected(false);
        this.failures = hasData ? 0 : this.failures + 1;
        // A server that is available may have refused the slot because it no longer keeps it.
        const isRefused = !hasData && code !== status.UNAVAILABLE;
        if (isRefused || this.failures >= MAX_RESUMES) this.blocks.restart();
        // A server of another network is tried less and less often.
        resolve({ subscribed: connection.isVerified, problem: problem || details || "closed" });
      });
      stream.write(subscribeRequest(options.programId, fromSlot));
      if (options.signal.aborted) onAbort();
    });
  }

  /** Handles a message. Returns "ping" if the server expects a sign of life. */
  private handle(message: unknown): "data" | "ping" | "other" {
    const { success, data } = geyserUpdate.safeParse(message);
    if (!success) {
      this.reportUnreadable();
      return "other";
    }
    if ("ping" in data) return "ping";
    if ("pong" in data) return "other";
    if ("transaction" in data) this.deliver(this.blocks.addTransaction(data.transaction));
    else if ("blockMeta" in data) this.addBlock(data.blockMeta);
    else if (data.slot.status === "SLOT_FINALIZED") this.settle(data.slot.slot);
    return "data";
  }

  /** Reports a gap once per connection: regular runs find what a server permanently sends in another format. */
  private reportUnreadable(): void {
    if (this.connection.hasUnreadable) return;
    this.connection.hasUnreadable = true;
    this.options.log?.warn({ endpoint: new URL(this.options.url).host }, "chain: unreadable update");
    this.options.onGap();
  }

  private addBlock(block: BlockUpdate): void {
    const { joined, isGap } = this.blocks.addBlock(block);
    if (isGap) this.options.onGap();
    this.deliver(joined);
    if (this.connection.isVerified) this.reportBlock(block.slot);
    else void this.verify(block);
  }

  /** A server of another network must not add transactions. */
  private async verify({ blockhash, slot }: BlockUpdate): Promise<void> {
    const { connection, options } = this;
    if (connection.isVerifying) return;
    connection.isVerifying = true;
    connection.isVerified = await options.isKnownBlock(blockhash).catch(() => false);
    connection.isVerifying = false;
    if (connection.isVerified) {
      if (connection === this.connection) this.reportBlock(slot);
      return;
    }
    connection.unknownBlocks++;
    if (connection.unknownBlocks >= MAX_UNKNOWN_BLOCKS) {
      connection.stop("sends blocks that the RPC endpoints do not know");
    }
  }

  private reportBlock(slot: bigint): void {
    this.counted.connected(true);
    this.counted.block(slot);
    this.options.onBlock?.(slot);
  }

  private deliver(joined: readonly JoinedTransaction[]): void {
    const { programId, onSignature, onTransaction } = this.options;
    for (const { update, blockTime } of joined) {
      const read = blockTime === null ? null : readUpdate(update, { blockTime, programId });
      if (this.connection.isVerified && read?.status === "indexed" && !read.isLogTruncated)
        onTransaction(read);
      else onSignature({ signature: update.transaction.signature, failed: read?.status === "failed" });
      const { slot } = update;
      const { lowest = slot, highest = slot } = this.unsettled ?? {};
      this.unsettled = { lowest: slot < lowest ? slot : lowest, highest: slot > highest ? slot : highest };
    }
  }

  private settle(finalSlot: bigint): void {
    if (this.unsettled === null || finalSlot < this.unsettled.lowest) return;
    const { highest } = this.unsettled;
    this.unsettled = highest > finalSlot ? { lowest: finalSlot + 1n, highest } : null;
    this.options.onFinal();
  }
}

function subscribeRequest(programId: string, fromSlot: bigint | null): object {
  return {
    transactions: { program: { vote: false, failed: false, accountInclude: [programId] } },
    blocksMeta: { blocks: {} },
    slots: { slots: { filterByCommitment: false } },
    commitment: "CONFIRMED",
    ...(fromSlot !== null && { fromSlot: String(fromSlot) }),
  };
}
