import { WebSocket } from "ws";
import * as z from "zod";
import { parseRpcResult, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import { type ConnectionEnd, connectWithRetry } from "./connect-with-retry";
import type { ChainLog } from "./rpc-client";

export type FollowOptions = {
  /** RPC endpoints (http or https) or their WebSocket addresses, in order of preference. */
  urls: readonly string[];
  programId: string;
  /** Called when a transaction that mentions the program is confirmed. */
  onSignature: (seen: { signature: string; slot: bigint; failed: boolean }) => void;
  /**
   * Called when transactions may have been missed: at every start of the subscription, also after an
   * interruption.
   */
  onGap: () => void;
  /** Ends the subscription. */
  signal: AbortSignal;
  log?: ChainLog | undefined;
  /** Milliseconds between pings; a connection without any message for two intervals is closed. */
  pingMs?: number;
};

const PING_MS = 15_000;
const OPEN_TIMEOUT_MS = 10_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;

const messageSchema = z.union([
  z.object({ id: z.literal(1), result: z.int() }),
  z.object({
    method: z.literal("logsNotification"),
    params: z.object({
      result: z.object({
        context: z.object({ slot: u64 }),
        value: z.object({ signature: z.string(), err: z.unknown() }),
      }),
    }),
  }),
]);

/**
 * Subscribes to the program's transactions over a WebSocket until the signal is aborted. Reconnects after
 * every interruption with exponential backoff. Notifications are only a hint to read new transactions:
 * `onGap` announces that some may be missing.
 */
export async function followLogs(options: FollowOptions): Promise<void> {
  const urls = options.urls.map(toSocketUrl);
  const buildUrl = (attempt: number) => {
    const url = urls[attempt % urls.length];
    if (url === undefined) throw new RangeError("At least one RPC endpoint is required.");
    return url;
  };
  await connectWithRetry(
    options.signal,
    (attempt) => followOnce(buildUrl(attempt), options),
    ({ problem }, attempt) =>
      options.log?.warn({ endpoint: new URL(buildUrl(attempt)).host, problem }, "chain: subscription broke"),
  );
}

/**
 * Returns the WebSocket address of an RPC endpoint: the same address, or the next port if the URL names one,
 * as in Solana's own clients.
 */
export function toSocketUrl(url: string): string {
  const socket = new URL(url);
  if (socket.protocol === "ws:" || socket.protocol === "wss:") return url;
  socket.protocol = socket.protocol === "https:" ? "wss:" : "ws:";
  if (socket.port !== "") socket.port = String(Number(socket.port) + 1);
  return socket.toString();
}

/** Runs one connection until it closes, and returns the reason. */
function followOnce(url: string, options: FollowOptions): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: OPEN_TIMEOUT_MS, maxPayload: MAX_MESSAGE_BYTES });
    const ending: ConnectionEnd = { subscribed: false, problem: "closed" };
    let alive = true;
    const stop = (problem: string) => {
      ending.problem = problem;
      socket.terminate();
    };
    const onAbort = () => stop("ended");
    options.signal.addEventListener("abort", onAbort, { once: true });
    const timer = setInterval(() => {
      if (!alive || !ending.subscribed) return stop("went silent");
      alive = false;
      socket.ping();
    }, options.pingMs ?? PING_MS);
    socket.on("open", () => socket.send(subscribeRequest(options.programId)));
    socket.on("pong", () => {
      alive = true;
    });
    socket.on("message", (data) => {
      alive = true;
      const message = readMessage(String(data));
      if (message === null) return stop("sent something unknown");
      ending.subscribed = true;
      deliver(message, options);
    });
    socket.on("error", (error) => {
      ending.problem = error.message;
    });
    socket.on("close", () => {
      clearInterval(timer);
      options.signal.removeEventListener("abort", onAbort);
      resolve(ending);
    });
  });
}

function deliver(message: z.output<typeof messageSchema>, options: FollowOptions): void {
  if ("id" in message) {
    options.onGap();
    return;
  }
  const { context, value } = message.params.result;
  options.onSignature({ signature: value.signature, slot: context.slot, failed: value.err !== null });
}

function subscribeRequest(programId: string): string {
  const params = [{ mentions: [programId] }, { commitment: "confirmed" }];
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "logsSubscribe", params });
}

function readMessage(text: string): z.output<typeof messageSchema> | null {
  try {
    const parsed = messageSchema.safeParse(parseRpcResult(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
