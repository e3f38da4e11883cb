import type { AgentContext } from "@/cli/mcp/context";

/** Returns the last slot that the service has indexed, for answers of the API that do not state it. */
export async function indexedTo({ api }: AgentContext): Promise<{ slot: string }> {
  const { indexer } = await api.health();
  return { slot: indexer.lastSyncedSlot };
}
