import type { WebSocket } from "ws";
import * as z from "zod";
import type { Bank } from "../../bank/bank";
import type { Commitment } from "../../bank/commitment";
import type { TransactionRecord } from "../../history/transaction-record";
import { createDispatcher, parseErrorAnswer } from "../dispatcher";
import { parseJson, toJson } from "../encode/json";
import type { Method } from "../method";
import { parseParams } from "../params";
import { RPC_CODES, RpcError } from "../rpc-error";
import { isUnsubscribe, makeSubscription, type Subscription } from "./subscriptions";

const MAX_SUBSCRIPTIONS = 1000;
// A client with this much unread data is disconnected, so that it cannot fill the ledger's memory.
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

const unsubscribeParams = z.tuple([z.int()]);

/** Serves subscriptions to WebSocket clients, and notifies each when its commitment is reached. */
export class PubSub {
  private readonly connections = new Set<Connection>();
  private readonly stop: () => void;
  private lastId = 0;

  constructor(
    private readonly bank: Bank,
    private readonly onError: (error: unknown, method: string) => void,
  ) {
    this.stop = bank.listen({
      processed: (record) => this.notify("processed", record),
      reached: (commitment, from, to) => this.reached(commitment, from, to),
      opened: (slot) => this.each((subscription) => subscription.opened?.(slot)),
    });
  }

  accept(socket: WebSocket): void {
    const connection = new Connection(this.bank, socket, () => ++this.lastId);
    const dispatcher = createDispatcher((name) => connection.method(name), this.onError);
    this.connections.add(connection);
    socket.on("close", () => this.connections.delete(connection));
    // A broken connection also closes, so it needs no other handling.
    socket.on("error", () => socket.terminate());
    socket.on("message", async (data) => {
      const request = parseJson(String(data));
      const answer = request === undefined ? parseErrorAnswer() : await dispatcher.answer(request);
      if (answer !== undefined) connection.send(answer);
      connection.beginPending();
    });
  }

  close(): void {
    this.stop();
    for (const connection of this.connections) connection.close();
    this.connections.clear();
  }

  private reached(commitment: Commitment, from: number, to: number): void {
    if (commitment === "finalized") this.each((subscription) => subscription.finalized?.(to));
    if (commitment === "confirmed") this.each((subscription) => subscription.confirmed?.(to));
    if (this.connections.size === 0) return;
    const { start, end } = this.bank.history.rangeOfSlots(from + 1, to);
    for (let ordinal = start; ordinal < end; ordinal++)
      this.notify(commitment, this.bank.history.at(ordinal));
  }

  private notify(commitment: Commitment, record: TransactionRecord): void {
    for (const connection of this.connections) connection.notify(commitment, record);
  }

  private each(work: (subscription: Subscription) => void): void {
    for (const connection of this.connections) connection.each(work);
  }
}

class Connection {
  private readonly subscriptions = new Map<number, Subscription>();
  private readonly pending: number[] = [];

  constructor(
    private readonly bank: Bank,
    private readonly socket: WebSocket,
    private readonly nextId: () => number,
  ) {}

  method(name: string): Method | undefined {
    if (name === "ping") return () => "pong";
    if (name.endsWith("Subscribe")) return (params) => this.subscribe(name, params);
    if (!isUnsubscribe(name)) return undefined;
    return (params) => this.unsubscribe(parseParams(unsubscribeParams, params)[0]);
  }

  private subscribe(method: string, params: readonly unknown[]): number {
    if (this.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      const message = "Internal Error: Subscription refused. Node subscription limit reached";
      throw new RpcError(RPC_CODES.internalError, message);
    }
    const id = this.nextId();
    const name = method.slice(0, -"Subscribe".length);
    const subscription = makeSubscription(this.bank, { method, params }, (result) =>
      this.send(
        toJson({ jsonrpc: "2.0", method: `${name}Notification`, params: { result, subscription: id } }),
      ),
    );
    this.subscriptions.set(id, subscription);
    this.pending.push(id);
    return id;
  }

  private unsubscribe(id: number): boolean {
    if (this.subscriptions.delete(id)) return true;
    throw new RpcError(RPC_CODES.invalidParams, "Invalid subscription id.");
  }

  /** Starts new subscriptions once their numbers have been sent. */
  beginPending(): void {
    for (const id of this.pending.splice(0)) {
      if (this.subscriptions.get(id)?.begin?.()) this.subscriptions.delete(id);
    }
  }

  notify(commitment: Commitment, record: TransactionRecord): void {
    for (const [id, subscription] of this.subscriptions) {
      if (commitment === "processed") subscription.received?.(record);
      if (subscription.commitment !== commitment) continue;
      if (subscription.transaction?.(record, record.slot)) this.subscriptions.delete(id);
    }
  }

  each(work: (subscription: Subscription) => void): void {
    for (const subscription of this.subscriptions.values()) work(subscription);
  }

  send(message: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_UNREAD_BYTES) this.socket.terminate();
    else this.socket.send(message);
  }

  close(): void {
    this.socket.terminate();
  }
}
