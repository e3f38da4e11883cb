import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  campaigns,
  leaves,
  rootVersions,
  type WebhookEndpoint,
  type WebhookTopic,
  webhookTopics,
} from "@/db/schema";
import { ADVISORY_LOCKS, lockUntilCommit } from "../advisory-locks";

/**
 * Serializes the creation and change of endpoints until the transaction ends. Transactions that store leaves share the
 * lock: each side must see the other's rows.
 */
export const lockEndpoints = (tx: Database): Promise<void> => lockUntilCommit(tx, "webhookTopics");

/** Maximum number of campaigns per recipient to which an endpoint subscribes, newest first. */
const MAX_CAMPAIGNS = 10_000;

/** Rewrites the topics of an endpoint; the caller holds the lock. */
export async function writeTopics(
  tx: Database,
  {
    id,
    campaigns: trees,
    address,
    creator,
  }: Pick<WebhookEndpoint, "id" | "campaigns" | "address" | "creator">,
): Promise<void> {
  await tx.delete(webhookTopics).where(eq(webhookTopics.endpointId, id));
  const topic = (kind: WebhookTopic, subject: string) => ({ kind, subject, endpointId: id });
  const rows = [
    ...(trees ?? []).map((tree) => topic("tree", tree)),
    ...[address, creator].flatMap((made) => (made === null ? [] : [topic("creator", made)])),
    ...(address === null ? [] : [topic("claimer", address)]),
  ];
  await tx.insert(webhookTopics).values(rows);
  if (address === null) return;
  await tx.execute(sql`insert into ${webhookTopics} (kind, subject, endpoint_id)
    select 'recipient', tree_address, ${id} from ${campaigns} where id in (
      select campaign_id from ${rootVersions} where id in (
        select distinct root_version_id from ${leaves} where beneficiary = ${address}))
    order by id desc limit ${MAX_CAMPAIGNS}`);
}

/**
 * Subscribes endpoints of recipients to the campaign of a stored root version, in the transaction that
 * assigns the version. Each recipient with an endpoint is looked up among the leaves, so the cost does not
 * depend on the number of leaves.
 */
export async function addRecipientTopics(
  tx: Database,
  { campaignRowId, rootVersionId }: { campaignRowId: number; rootVersionId: number },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.webhookTopics}::bigint)`);
  await tx.execute(sql`insert into ${webhookTopics} (kind, subject, endpoint_id)
    select 'recipient', (select tree_address from ${campaigns} where id = ${campaignRowId}), t.endpoint_id
    from ${webhookTopics} t cross join lateral (select 1 from ${leaves}
      where beneficiary = t.subject and root_version_id = ${rootVersionId} limit 1) l
    where t.kind = 'claimer'
    on conflict do nothing`);
}
