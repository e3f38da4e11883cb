import { z } from "zod";
import type { Database } from "@/db/client";
import { selectEndpoints, updateEndpoints } from "@/db/queries/indexing/sync-state";
import { toJson } from "@/lib/core/text/to-json";
import type { IndexerContext } from "../context";

const slot = z.string().regex(/^\d+$/).transform(BigInt);

/**
 * How an RPC endpoint stands: `lagging` behind the others or behind the index, `ahead` of every slot that is plausible,
 * `unreachable`, or `foreign`: of another network than the indexed one.
 */
const endpointState = z.object({
  host: z.string(),
  state: z.enum(["ok", "lagging", "ahead", "unreachable", "foreign"]),
  slot: slot.nullable(),
  /** Unix seconds. */
  since: slot,
});

/** What another version wrote in another format is written anew by the next run. */
const endpointStates = z.array(endpointState).catch([]);

export type EndpointState = z.output<typeof endpointState>;

/** The endpoints as the newest run found them, in the order of the settings. */
export async function loadEndpointStates(db: Database): Promise<EndpointState[]> {
  const text = await selectEndpoints(db);
  return text === null ? [] : endpointStates.parse(JSON.parse(text));
}

/** Stores how the endpoints stand, and logs each change for the worse. */
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
        "indexer: endpoint set aside",
      );
    }
    return { ...endpoint, since: isSame ? known.since : run.now() };
  });
  await updateEndpoints(run.db, toJson(states));
}
