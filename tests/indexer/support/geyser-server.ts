import { setTimeout as sleep } from "node:timers/promises";
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceDefinition,
  status,
} from "@grpc/grpc-js";
import bs58 from "bs58";
import { loadGeyserService } from "@/lib/service/chain/geyser/geyser-client";
import { TEST_CERTIFICATE, TEST_KEY } from "@/tests/support/secure-server";
import { getRpc } from "./rpc-call";

type Stream = ServerDuplexStream<SubscribeRequest, object>;
type SubscribeRequest = {
  fromSlot?: string;
  ping?: { id: number } | null;
  commitment?: string;
  transactions?: Record<string, { vote: boolean; failed: boolean; accountInclude: string[] }>;
};
/** A message of the subscription, by its kind. */
export type GeyserMessage = {
  transaction?: object;
  blockMeta?: { slot: number };
  slot?: object;
  ping?: object;
};

type Instruction = { programIdIndex: number; accounts: number[]; data: string; stackHeight?: number };
type Block = {
  blockhash: string;
  previousBlockhash: string;
  parentSlot: number;
  blockTime: number;
  blockHeight: number;
  transactions: {
    transaction: { signatures: string[]; message: { accountKeys: string[]; instructions: Instruction[] } };
    meta: {
      err: unknown;
      fee: number;
      preBalances: number[];
      postBalances: number[];
      logMessages: string[];
      innerInstructions: { index: number; instructions: Instruction[] }[];
      loadedAddresses?: { writable: string[]; readonly: string[] };
    };
  }[];
};

const POLL_MS = 10;

/**
 * A Yellowstone gRPC server on a free port, which sends the blocks of a node: each transaction that mentions the
 * wanted accounts, then the block's summary, then the slots that have become final.
 */
export class GeyserServer {
  readonly requests: SubscribeRequest[] = [];
  readonly tokens: unknown[] = [];
  pongs = 0;
  /** The oldest slot from which the server can begin. */
  firstAvailable = 0;
  /** Replaces a message by others. */
  change: (message: GeyserMessage) => GeyserMessage[] = (message) => [message];
  private readonly streams = new Set<Stream>();
  private readonly sending = new Set<Promise<void>>();

  private constructor(
    private readonly nodeUrl: string,
    private readonly isSecure: boolean,
    private server = new Server(),
    private port = 0,
  ) {}

  /** `isSecure` serves TLS with `TEST_CERTIFICATE`. */
  static async start(nodeUrl: string, { isSecure = false } = {}): Promise<GeyserServer> {
    const started = new GeyserServer(nodeUrl, isSecure);
    await started.listen();
    return started;
  }

  get url(): string {
    return `${this.isSecure ? "https" : "http"}://127.0.0.1:${this.port}`;
  }

  /** Ends all connections and frees the port. */
  async kill(): Promise<void> {
    this.streams.clear();
    this.server.forceShutdown();
    await Promise.all(this.sending);
  }

  /** Listens again on the same port after `kill`. */
  async restart(): Promise<void> {
    this.server = new Server();
    await this.listen();
  }

  /** Ends the subscriptions, as a server does that is overloaded. */
  endStreams(): void {
    for (const stream of this.streams) {
      this.streams.delete(stream);
      stream.emit("error", { code: status.INTERNAL, details: "lagged to send an update" });
    }
  }

  ping(): void {
    for (const stream of this.streams) stream.write({ ping: {} });
  }

  private async listen(): Promise<void> {
    const service = loadGeyserService() as ServiceDefinition;
    this.server.addService(service, { Subscribe: (stream: Stream) => this.accept(stream) });
    this.port = await new Promise<number>((resolve, reject) =>
      this.server.bindAsync(`127.0.0.1:${this.port}`, getCredentials(this.isSecure), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
  }

  private accept(stream: Stream): void {
    this.tokens.push(stream.metadata.get("x-token")[0]);
    stream.on("error", () => this.streams.delete(stream));
    stream.on("cancelled", () => this.streams.delete(stream));
    stream.on("data", (request: SubscribeRequest) => {
      if (request.ping) {
        this.pongs++;
        stream.write({ pong: { id: request.ping.id } });
        return;
      }
      this.requests.push(request);
      if (request.fromSlot !== undefined && Number(request.fromSlot) < this.firstAvailable) {
        const details = `broadcast from ${request.fromSlot} is not available`;
        stream.emit("error", { code: status.OUT_OF_RANGE, details });
        return;
      }
      this.streams.add(stream);
      const sending = this.send(stream, request).finally(() => this.sending.delete(sending));
      this.sending.add(sending);
    });
  }

  private async send(stream: Stream, { fromSlot, transactions = {} }: SubscribeRequest): Promise<void> {
    const wanted = Object.values(transactions).flatMap(({ accountInclude }) => accountInclude);
    const rpc = getRpc(this.nodeUrl);
    const slotAt = (commitment: string) => rpc<number>("getSlot", [{ commitment }]);
    let next = fromSlot === undefined ? await slotAt("confirmed") : Number(fromSlot);
    let final = next - 1;
    while (this.streams.has(stream)) {
      const confirmed = await slotAt("confirmed");
      const slots =
        next > confirmed
          ? []
          : await rpc<number[]>("getBlocks", [next, confirmed, { commitment: "confirmed" }]);
      for (const slot of slots) {
        const config = { commitment: "confirmed", maxSupportedTransactionVersion: 255 };
        const block = await rpc<Block>("getBlock", [slot, config]);
        for (const message of getMessages(slot, block, wanted)) this.write(stream, message);
      }
      next = confirmed + 1;
      const finalized = await slotAt("finalized");
      for (; final < finalized; final++) {
        this.write(stream, { slot: { slot: final + 1, status: "SLOT_FINALIZED" } });
      }
      await sleep(POLL_MS);
    }
  }

  private write(stream: Stream, message: GeyserMessage): void {
    for (const changed of this.change(message)) if (this.streams.has(stream)) stream.write(changed);
  }
}

function getCredentials(isSecure: boolean): ServerCredentials {
  if (!isSecure) return ServerCredentials.createInsecure();
  const pair = { private_key: Buffer.from(TEST_KEY), cert_chain: Buffer.from(TEST_CERTIFICATE) };
  return ServerCredentials.createSsl(null, [pair]);
}

function getMessages(slot: number, block: Block, wanted: readonly string[]): GeyserMessage[] {
  const transactions = block.transactions.flatMap((transaction, index) => {
    const { writable = [], readonly = [] } = transaction.meta.loadedAddresses ?? {};
    const accounts = [...transaction.transaction.message.accountKeys, ...writable, ...readonly];
    const isWanted = transaction.meta.err === null && accounts.some((account) => wanted.includes(account));
    return isWanted ? [{ transaction: { slot, transaction: encode(transaction, index) } }] : [];
  });
  const { blockhash, parentSlot, blockTime, blockHeight, previousBlockhash } = block;
  const blockMeta = {
    ...{ slot, blockhash, parentSlot, parentBlockhash: previousBlockhash },
    blockTime: { timestamp: blockTime },
    blockHeight: { blockHeight },
    executedTransactionCount: block.transactions.length,
  };
  return [...transactions, { blockMeta }];
}

function encode({ transaction, meta }: Block["transactions"][number], index: number): object {
  const { signatures, message } = transaction;
  const instruction = ({ accounts, data, ...one }: Instruction) => ({
    ...one,
    accounts: Uint8Array.from(accounts),
    data: bs58.decode(data),
  });
  return {
    signature: bs58.decode(signatures[0] ?? ""),
    index,
    transaction: {
      signatures: signatures.map((item) => bs58.decode(item)),
      message: {
        accountKeys: message.accountKeys.map((key) => bs58.decode(key)),
        instructions: message.instructions.map(instruction),
      },
    },
    meta: {
      fee: meta.fee,
      preBalances: meta.preBalances,
      postBalances: meta.postBalances,
      logMessages: meta.logMessages,
      innerInstructions: meta.innerInstructions.map((group) => ({
        index: group.index,
        instructions: group.instructions.map(instruction),
      })),
      loadedWritableAddresses: (meta.loadedAddresses?.writable ?? []).map((key) => bs58.decode(key)),
      loadedReadonlyAddresses: (meta.loadedAddresses?.readonly ?? []).map((key) => bs58.decode(key)),
    },
  };
}
