import { once } from "node:events";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Node } from "@/cli/mcp/node";
import { createAgentServer } from "@/cli/mcp/server";
import { enterProject, loadSettings } from "@/cli/settings";
import { ApiClient } from "@/lib/client/api-client";
import { CommandError, EXIT, type Exit, printError } from "../outcome";

/** Agents wait for a tool about a minute. */
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 2;

/**
 * Serves the Model Context Protocol on standard input and output until the input ends. Nothing else is written to
 * standard output. `rpc` is the node that confirms roots; SOLANA_RPC_URL of the settings by default.
 */
export async function serveAgents({ url, rpc }: { url: string; rpc: string | undefined }): Promise<Exit> {
  const { VESTING_PROGRAM_ID: programId, SOLANA_RPC_URL: nodes } = loadSettings();
  const nodeUrl = rpc ?? nodes?.[0];
  if (nodeUrl !== undefined && !(URL.canParse(nodeUrl) && /^https?:/.test(nodeUrl)))
    throw new CommandError("--rpc must be a URL that starts with http:// or https://.");
  enterProject();
  const api = new ApiClient({ baseUrl: url, timeoutMs: TIMEOUT_MS, attempts: ATTEMPTS });
  const node = nodeUrl ? new Node(nodeUrl, programId) : null;
  const server = await createAgentServer({ api, origin: url, node, programId });
  await server.connect(new StdioServerTransport());
  printError(
    `serving agents; node: ${node ? new URL(node.url).host : "none; only the service states roots"}`,
  );
  await once(process.stdin, "end");
  await server.close();
  return EXIT.success;
}
