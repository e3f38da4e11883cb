import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import * as z from "zod";
import { Node } from "@/cli/mcp/node";
import { createAgentServer } from "@/cli/mcp/server";
import { ApiClient } from "@/lib/client/api-client";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";

const toolResult = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
  isError: z.boolean().default(false),
});

/** The fields of answers that tests read. */
export type ToolAnswer = Record<string, unknown> & {
  transaction: string;
  words: string[];
  root: { root: string; confirmedBy: string };
};

type Started = { url: string; rpc?: string | undefined };

/** An agent's host: the SDK's client, connected to a server. */
export class TestAgent {
  private constructor(
    readonly client: Client,
    /** Everything that the process wrote to standard error; empty for a server in this process. */
    readonly errors: string[],
  ) {}

  /** Starts `vesting-index mcp` as a process of its own, in a folder that is not the project's. */
  static async spawn({ url, rpc }: Started, folder: string): Promise<TestAgent> {
    const { SOLANA_RPC_URL: _, ...env } = process.env;
    const script = join(process.cwd(), "cli/vesting-index/launch.mjs");
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [script, "mcp", "--url", url, ...(rpc ? ["--rpc", rpc] : [])],
      env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      cwd: folder,
      stderr: "pipe",
    });
    const errors: string[] = [];
    transport.stderr?.on("data", (chunk) => errors.push(String(chunk)));
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport, { timeout: 150_000 });
    return new TestAgent(client, errors);
  }

  /** Connects to a server in this process. */
  static async connect({ url, rpc }: Started): Promise<TestAgent> {
    const server = await createAgentServer({
      api: new ApiClient({ baseUrl: url, attempts: 1 }),
      origin: url,
      node: rpc ? new Node(rpc, DEFAULT_PROGRAM_ID) : null,
      programId: DEFAULT_PROGRAM_ID,
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(theirs);
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(ours);
    return new TestAgent(client, []);
  }

  private async result(name: string, text: Record<string, unknown>) {
    const result = await this.client.callTool({ name, arguments: text }, undefined, { timeout: 150_000 });
    const { content, isError } = toolResult.parse(result);
    return { text: content[0].text, isError };
  }

  /** Calls a tool that succeeds. */
  async call(name: string, value: Record<string, unknown>): Promise<ToolAnswer> {
    const { text, isError } = await this.result(name, value);
    if (isError) throw new Error(text);
    return JSON.parse(text);
  }

  /** Calls a tool that fails, and returns its sentence. */
  async refusal(name: string, value: Record<string, unknown>): Promise<string> {
    const { text, isError } = await this.result(name, value);
    if (!isError) throw new Error(`${name} succeeded: ${text}`);
    return text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
