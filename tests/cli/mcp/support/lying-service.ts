import { createServer } from "node:http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

/** The body of a response, with the lists that tests change. */
type Body = { leaves: { leaf: object }[]; campaigns: object[]; [field: string]: unknown };

/** Changes the body of a response; `path` is that of the request. */
export type Lie = (body: Body, path: string) => unknown;

/** A service that answers as another one does, except for the bodies that the current lie changes. */
export class LyingService {
  lie: Lie = (body) => body;

  private constructor(private readonly server: { current?: LocalServer }) {}

  static async start(target: string): Promise<LyingService> {
    const lying = new LyingService({});
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const path = request.url ?? "";
      const init = { method: request.method ?? "GET", headers: { "content-type": "application/json" } };
      const answer = await fetch(target + path, {
        ...init,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const body = await answer.json();
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.ok ? lying.lie(body, path) : body));
    });
    lying.server.current = await listenLocally(server);
    return lying;
  }

  get url(): string {
    return this.server.current?.url ?? "";
  }

  async close(): Promise<void> {
    await this.server.current?.close();
  }
}
