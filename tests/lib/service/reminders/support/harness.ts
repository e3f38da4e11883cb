import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { insertSubscription } from "@/db/queries/reminders/subscriptions";
import { campaigns, type ReminderSubscription, reminderSubscriptions, reminders } from "@/db/schema";
import { toToken } from "@/lib/contract/names";
import { REMINDER_KINDS } from "@/lib/core/events/reminder-kinds";
import { createLogger } from "@/lib/service/log";
import type { ReminderContext } from "@/lib/service/reminders/deliver-reminder";
import type { Mail, MailResult } from "@/lib/service/reminders/mail";
import { newSecret } from "@/lib/service/webhooks/message";
import type { WebhookAttempt } from "@/lib/service/webhooks/post";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";

/** 2026-03-01, 12:00 UTC, in unix seconds. */
export const NOON = 1_772_366_400n;
export const DAY = 86_400n;

let sequence = 0;

/** Stores an active subscription to all kinds of reminders by webhook, one day ahead. */
export async function addSubscription(
  db: Database,
  over: Partial<ReminderSubscription> = {},
): Promise<ReminderSubscription> {
  sequence += 1;
  const subscription = {
    ...{ id: `rs_${String(sequence).padStart(22, "0")}`, wallet: `wallet-${sequence}` },
    ...{ channel: "webhook" as const, target: `https://receiver-${sequence}.example/` },
    ...{ secret: newSecret(), origin: "https://vesting.example", language: "en" as const },
    ...{ kinds: [...REMINDER_KINDS], leads: [Number(DAY)], createdAt: 0n, confirmedAt: 0n },
    ...over,
  };
  await insertSubscription(db, subscription, { perWallet: 100_000, all: 1_000_000 });
  const [row] = await db.select().from(reminderSubscriptions).where(sql`id = ${subscription.id}`);
  if (!row) throw new Error("The subscription was not stored.");
  return row;
}

type LeafTerms = {
  beneficiary: string;
  releaseType?: number;
  cliffTime: bigint;
  endTime?: bigint;
  amount?: bigint;
  milestoneIdx?: number;
};

/** Stores a confirmed campaign whose current root has these leaves. */
export async function addCampaignOf(
  db: Database,
  leaves: readonly LeafTerms[],
  over: Partial<typeof campaigns.$inferInsert> = {},
) {
  const campaign = await addCampaign(db, over);
  const version = await addRootVersion(db, { campaignId: campaign.id, merkleRoot: campaign.merkleRoot });
  for (const [leafIndex, leaf] of leaves.entries()) {
    const values = { releaseType: 0, endTime: leaf.cliffTime, amount: 10n, startTime: 0n, ...leaf };
    await addLeaf(db, { rootVersionId: version.id, leafIndex, ...values });
  }
  return campaign;
}

/** Sets the checkpoint of the index: its slot, and the time at which it was confirmed. */
export async function indexAt(db: Database, { slot = 100n, time }: { slot?: bigint; time: bigint }) {
  for (const [key, value] of [
    ["last_synced_slot", slot],
    ["last_sync_timestamp", time],
  ] as const) {
    await db.execute(sql`insert into sync_state (key, value, updated_at) values (${key}, ${String(value)}, 0)
      on conflict (key) do update set value = excluded.value`);
  }
}

export type Received = { url: string; id: string; headers: Record<string, string>; body: string };

const taken: WebhookAttempt = { status: 204, error: null, retryAfterMs: null };
export const refused = (status = 500): WebhookAttempt => ({
  ...{ status, error: `The endpoint responded with HTTP status ${status}.`, retryAfterMs: null },
});

/** Opens a sender whose clock only the test moves, and receivers that respond as the test says. */
export function openWorld(db: Database, over: Partial<ReminderContext> = {}) {
  const world = {
    now: NOON,
    received: [] as Received[],
    mails: [] as Mail[],
    answer: (_message: Received): WebhookAttempt => taken,
    mailAnswer: (_mail: Mail): MailResult => ({ error: null, isRecipientRefused: false }),
  };
  const context: ReminderContext = {
    ...{ db, log: createLogger("silent"), retrySeconds: [60, 600] },
    now: () => world.now,
    nowMs: () => Number(world.now) * 1000,
    readTokens: async () => ({ of: (mint) => toToken(mint, 2) }),
    post: async ({ url, headers, body }) => {
      const message = { url, id: headers["webhook-id"] ?? "", headers: { ...headers }, body };
      world.received.push(message);
      return world.answer(message);
    },
    mailer: {
      send: async (mail) => {
        world.mails.push(mail);
        return world.mailAnswer(mail);
      },
      close: () => undefined,
    },
    ...over,
  };
  return { world, context };
}

/** Deletes everything that a test of reminders stores. */
export async function clearReminders(db: Database): Promise<void> {
  await db.delete(campaigns);
  await db.delete(reminderSubscriptions);
}

export const getReminders = (db: Database) => db.select().from(reminders).orderBy(reminders.id);
