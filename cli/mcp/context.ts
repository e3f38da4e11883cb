import type { ApiClient } from "@/lib/client/api-client";
import type { Node } from "./node";

/** The service, the node and the program that every tool uses. */
export type AgentContext = {
  api: ApiClient;
  /** The service's URL, for links. */
  origin: string;
  /** The node that confirms roots and simulates transactions; null without `--rpc`. */
  node: Node | null;
  /** The trusted vesting program. */
  programId: string;
};

/** Ends a tool call with a sentence for the agent, and without a transaction. */
export class ToolRefusedError extends Error {
  override readonly name = "ToolRefusedError";
}
