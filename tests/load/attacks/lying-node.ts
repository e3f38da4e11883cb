import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  connect,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from "node:net";
import { freePort } from "../service/service";

type Call = { id: unknown; method: string };
type Reply = { id: unknown; result?: unknown };

/** A lie of a node: in its answer to a method, or in its whole response. */
export type Lie = {
  name: string;
  answer?: (method: string, honest: unknown) => unknown;
  respond?: (response: ServerResponse, node: LyingNode) => void;
};

/** A node in front of an honest ledger that plays the current lie; subscriptions pass through. */
export class LyingNode {
  lie: Lie | null = null;
  /** Requests to the target of a redirect, which must not be followed. */
  followed = 0;
  readonly port: number;

  private constructor(
    port: number,
    private readonly ledgerUrl: string,
    private readonly http: Server,
    private readonly subscriptions: SocketServer,
    private readonly passed: Set<Socket>,
  ) {
    this.port = port;
  }

  static async start(ledger: { url: string; wsUrl: string }): Promise<LyingNode> {
    const port = await freePort();
    const passed = new Set<Socket>();
    const subscriptions = createSocketServer((socket) => {
      const through = connect(Number(new URL(ledger.wsUrl).port), "127.0.0.1");
      for (const end of [socket, through]) passed.add(end.on("error", () => undefined));
      socket.pipe(through).pipe(socket);
    });
    const http = createServer((request, response) => {
      node.answer(request, response).catch(() => response.destroy());
    });
    const node = new LyingNode(port, ledger.url, http, subscriptions, passed);
    http.listen(port, "127.0.0.1");
    subscriptions.listen(port + 1, "127.0.0.1");
    await Promise.all([once(http, "listening"), once(subscriptions, "listening")]);
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.passed) socket.destroy();
    this.http.closeAllConnections();
    this.http.close();
    this.subscriptions.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/inside") this.followed++;
    let body = "";
    for await (const chunk of request) body += chunk;
    const { lie } = this;
    if (lie?.respond) return lie.respond(response, this);
    const headers = { "content-type": "application/json" };
    const honest = await fetch(this.ledgerUrl, { method: "POST", headers, body });
    const replies: Reply | Reply[] = JSON.parse(await honest.text());
    const calls: Call | Call[] = JSON.parse(body);
    const reported = [replies].flat().map((reply) => {
      const requested = [calls].flat().find(({ id }) => id === reply.id);
      if (!lie?.answer || !requested || !("result" in reply)) return reply;
      return { ...reply, result: lie.answer(requested.method, reply.result) };
    });
    response.writeHead(200, headers);
    response.end(JSON.stringify(Array.isArray(replies) ? reported : reported[0]));
  }
}

const replacing =
  (method: string, change: (honest: never) => unknown) => (requested: string, honest: unknown) =>
    requested === method ? change(honest as never) : honest;

/** Writes the same bytes until the other side closes, or until this number of megabytes is sent. */
function pour(response: ServerResponse, unit: string, megabytes: number): void {
  const chunk = Buffer.from(unit.repeat(Math.ceil(1_048_576 / unit.length)));
  let left = megabytes;
  const more = () => {
    while (left-- > 0) if (!response.write(chunk)) return;
    response.end();
  };
  response.on("drain", more);
  more();
}

type Transaction = { slot: number; transaction: { signatures?: string[] } } | null;
type Listed = { slot: number; signature: string }[];

let another: Transaction = null;

/** Answers with the previously requested transaction instead of the current one. */
function swapped(honest: Transaction): Transaction {
  const other = another ?? honest;
  another = honest;
  return other;
}

const json = { "content-type": "application/json" };
const SECRET = "key-of-the-operators-node";

export const LIES: readonly Lie[] = [
  { name: "head far ahead", answer: replacing("getSlot", (slot: number) => slot + 5_000_000) },
  { name: "head beyond 2^53", answer: replacing("getSlot", () => 2 ** 60) },
  { name: "head fallen to 0", answer: replacing("getSlot", () => 0) },
  {
    name: "another genesis",
    answer: replacing("getGenesisHash", () => "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"),
  },
  { name: "other transactions", answer: replacing("getTransaction", swapped) },
  { name: "no transactions", answer: replacing("getTransaction", () => null) },
  { name: "an empty list", answer: replacing("getSignaturesForAddress", () => []) },
  {
    name: "a list far ahead",
    answer: replacing("getSignaturesForAddress", (list: Listed) =>
      list.map((item) => ({ ...item, slot: item.slot + 5_000_000 })),
    ),
  },
  {
    name: "a list upside down",
    answer: replacing("getSignaturesForAddress", (list: Listed) => list.toReversed()),
  },
  { name: "places beyond 2^31", answer: (_method, honest) => withPositions(honest) },
  { name: "nonsense", answer: () => ({ slot: "x", value: [null], context: { slot: -1 } }) },
  { name: "null", answer: () => null },
  { name: "not JSON", respond: (response) => response.writeHead(200, json).end("<html>") },
  { name: "an error page", respond: (response) => response.writeHead(500).end(`key=${SECRET}`) },
  {
    name: "too many requests",
    respond: (response) => response.writeHead(429, { "retry-after": "86400" }).end(),
  },
  { name: "400 MB", respond: (response) => pour(response.writeHead(200, json), '{"a":1},', 400) },
  { name: "an endless stream", respond: (response) => drip(response) },
  {
    name: "a redirect inwards",
    respond: (response, node) => response.writeHead(307, { location: `${node.url}/inside` }).end(),
  },
  { name: "no answer", respond: () => undefined },
  { name: "cut off", respond: (response) => response.destroy() },
];

function withPositions(honest: unknown): unknown {
  if (Array.isArray(honest)) return honest.map(withPositions);
  return typeof honest === "object" && honest !== null ? { ...honest, transactionIndex: 2 ** 31 } : honest;
}

function drip(response: ServerResponse): void {
  response.writeHead(200, json);
  const timer = setInterval(() => response.write(" "), 50);
  response.once("close", () => clearInterval(timer));
}
