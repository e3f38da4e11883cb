import { once } from "node:events";
import { vi } from "vitest";
import { WebSocket } from "ws";

type Notification = { method: string; params: { subscription: number; result: unknown } };

/** A bare WebSocket client that stores every notification, including those that client libraries hide. */
export class Subscriber {
  readonly notifications: Notification[] = [];
  private readonly answers = new Map<number, unknown>();
  private lastId = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      if (typeof message.id === "number") this.answers.set(message.id, message.result ?? message.error);
      else this.notifications.push(message);
    });
  }

  static async connect(url: string): Promise<Subscriber> {
    const subscriber = new Subscriber(new WebSocket(url));
    await once(subscriber.socket, "open");
    return subscriber;
  }

  async call(method: string, ...params: unknown[]): Promise<unknown> {
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    await vi.waitUntil(() => this.answers.has(id));
    return this.answers.get(id);
  }

  /** Returns the results of one subscription so far. */
  received(subscription: unknown): unknown[] {
    return this.notifications
      .filter(({ params }) => params.subscription === subscription)
      .map(({ params }) => params.result);
  }

  close(): void {
    this.socket.terminate();
  }
}
