import * as z from "zod";
import type { Database } from "@/db/client";
import { selectEndpoints, updateEndpoints } from "@/db/queries/indexing/sync-state";
import { toJson } from "@/lib/core/text/to-json";
import type { IndexerContext } from "../context";

const slot = z.string().regex(/^\d+$/).transform(BigInt);

/**
 * The state of an RPC endpoint.
 * - `lagging`: behind the other endpoints or behind the index
 * - `ahead`: at a slot beyond every plausible one
 * - `unreachable`: without a response
 * - `foreign`: on another network than the indexed one
 */
const endpointState = z.object({
  host: z.string(),
  state: z.enum(["ok", "lagging", "ahead", "unreachable", "foreign"]),
  slot: slot.nullable(),
  /** Unix seconds. */
  since: slot,
});

/** The next run replaces a value in the format of another version. */
const endpointStates = z.array(endpointState).catch([]);

export type EndpointState = z.output<typeof endpointState>;

/** Returns the endpoints as of the latest run, in the order of the settings. */
export async function loadEndpointStates(db: Database): Promise<EndpointState[]> {
  const text = await selectEndpoints(db);
  return text === null ? [] : endpointStates.parse(JSON.parse(text));
}

/** Stores the endpoint states and logs each change to an unhealthy state. */
export async function saveEndpointStates(
  run: IndexerContext,
  found: readonly Omit<EndpointState, "since">[],
): Promise<void> {
  const before = await loadEndpointStates(run.db);
  const states = found.map((endpoint, position) => {
    const known = before[position];
    const isSame = known?.host === endpoint.host && known.state === endpoint.state;
    if (!isSame && endpoint.state !== "ok") {
      run.log.warn(
        { endpoint: endpoint.host, state: endpoint.state, slot: endpoint.slot?.toString() },
        "indexer: endpoint is unhealthy and not used",
      );
    }
    return { ...endpoint, since: isSame ? known.since : run.now() };
  });
  await updateEndpoints(run.db, toJson(states));
}
