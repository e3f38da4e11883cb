import { inArray } from "drizzle-orm";
import type { Database } from "../client";
import { claimEvents, unregisteredEvents } from "../schema";
import { countEventsBySignature } from "./event-rows";

/** What is stored of a transaction: events of campaigns, of any kind and claims alone, and kept payloads in base64. */
export type StoredOf = { stored: number; claims: number; kept: string[] };

/** What is stored of each transaction, by signature; absent when nothing is. */
export async function selectStoredOf(
  db: Database,
  signatures: readonly string[],
): Promise<Map<string, StoredOf>> {
  if (signatures.length === 0) return new Map();
  const [all, claims, kept] = [
    await countEventsBySignature(db, signatures),
    await db
      .select({ signature: claimEvents.signature })
      .from(claimEvents)
      .where(inArray(claimEvents.signature, [...signatures])),
    await db
      .select({ signature: unregisteredEvents.signature, payload: unregisteredEvents.payload })
      .from(unregisteredEvents)
      .where(inArray(unregisteredEvents.signature, [...signatures])),
  ];
  const found = new Map<string, StoredOf>();
  for (const [signature, count] of all) found.set(signature, { stored: count, claims: 0, kept: [] });
  for (const { signature, payload } of kept) {
    const entry = found.get(signature);
    if (!entry) continue;
    entry.kept.push(payload);
    entry.stored -= 1;
  }
  for (const { signature } of claims) {
    const entry = found.get(signature);
    if (entry) entry.claims += 1;
  }
  return found;
}
