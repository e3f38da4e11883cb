import { createServer } from "node:http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

type Call = { id: number; method: string; params: unknown[] };
type Answer = { id: number; result?: unknown; error?: { code: number; message: string } };
/** Returns the answer to send instead of the node's own one; closes the connection by an error. */
type Distortion = (answer: Answer, params: unknown[]) => Answer | Promise<Answer>;

/**
 * An RPC endpoint in front of a node: it forwards every call and changes the answers of the configured
 * methods.
 */
export class FaultyEndpoint {
  readonly calls: string[] = [];
  private readonly distortions = new Map<string, Distortion>();

  private constructor(
    private readonly nodeUrl: string,
    private server: LocalServer | null,
  ) {}

  static async start(nodeUrl: string): Promise<FaultyEndpoint> {
    const endpoint = new FaultyEndpoint(nodeUrl, null);
    endpoint.server = await listenLocally(
      createServer(async (request, response) => {
        let text = "";
        for await (const chunk of request) text += chunk;
        try {
          const answers = await endpoint.forward(JSON.parse(text));
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(answers));
        } catch {
          // As a node that dies.
          response.destroy();
        }
      }),
    );
    return endpoint;
  }

  get url(): string {
    return this.server?.url ?? "";
  }

  get host(): string {
    return new URL(this.url).host;
  }

  close(): Promise<void> | undefined {
    return this.server?.close();
  }

  distort(method: string, distortion: Distortion): void {
    this.distortions.set(method, distortion);
  }

  /** Reports slots that are `slots` lower than the node's own. */
  lagSlots(slots: number): void {
    this.distort("getSlot", ({ id, result }) => ({ id, result: Math.max(0, Number(result) - slots) }));
  }

  beHonest(): void {
    this.distortions.clear();
  }

  private async forward(body: Call | Call[]): Promise<unknown> {
    const calls = [body].flat();
    for (const { method } of calls) this.calls.push(method);
    const response = await fetch(this.nodeUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answers = [(await response.json()) as Answer | Answer[]].flat();
    const changed = await Promise.all(
      answers.map((answer) => {
        const call = calls.find(({ id }) => id === answer.id);
        const distortion = call && this.distortions.get(call.method);
        return distortion ? distortion(answer, call.params) : answer;
      }),
    );
    return Array.isArray(body) ? changed : changed[0];
  }
}
