import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

type Call = { id: unknown; method: string; params?: unknown[] };
type Reply = { id: unknown; result?: unknown; error?: { code: number; message: string } };

/** Misbehavior of an endpoint: it drops or never answers requests, answers a fixed text, or changes replies. */
export type NodeFault =
  | { kind: "drop" }
  | { kind: "hang" }
  | { kind: "text"; status: number; text: string }
  | { kind: "change"; change: (call: Call, reply: Reply) => Reply };

/** An RPC endpoint in front of the local ledger that misbehaves on request. Subscriptions pass through. */
export class FaultyNode {
  fault: NodeFault | null = null;
  private constructor(
    private readonly upstream: number,
    private readonly server: LocalServer,
  ) {}

  static async start(upstream: number): Promise<FaultyNode> {
    const server = createServer();
    const node = new FaultyNode(upstream, await listenLocally(server));
    server.on("request", (request, response) => {
      node.handle(request, response).catch(() => response.destroy());
    });
    server.on("upgrade", ({ headers, url }, socket) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const to = connect(upstream, "127.0.0.1", () => {
        to.write(`GET ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
        to.pipe(socket).pipe(to);
      });
      for (const end of [to, socket])
        end.on("error", () => [to, socket].forEach((each) => void each.destroy()));
    });
    return node;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { fault } = this;
    if (fault?.kind === "drop") return void response.destroy();
    if (fault?.kind === "hang") return;
    if (fault?.kind === "text") return void response.writeHead(fault.status).end(fault.text);
    const body = Buffer.concat(chunks).toString();
    const headers = { "content-type": "application/json" };
    const url = `http://127.0.0.1:${this.upstream}`;
    const answer = await (await fetch(url, { method: "POST", headers, body })).json();
    const requested = JSON.parse(body);
    const change = fault?.kind === "change" ? fault.change : (_call: Call, reply: Reply) => reply;
    const changed = Array.isArray(requested)
      ? requested.map((call, at) => change(call, answer[at]))
      : change(requested, answer);
    response.writeHead(200, headers).end(JSON.stringify(changed));
  }
}

/** Replaces the results of some methods. */
export const results = (byMethod: Record<string, (result: never) => unknown>): NodeFault => ({
  kind: "change",
  change: (call, reply) => {
    const change = byMethod[call.method];
    return change && reply.result !== undefined ? { ...reply, result: change(reply.result as never) } : reply;
  },
});
