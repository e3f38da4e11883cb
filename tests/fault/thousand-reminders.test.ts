import type { ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { openPostgres } from "@/db/postgres";
import { campaigns, leaves, reminderSubscriptions, reminders } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { IS_THOROUGH } from "@/ledger/tests/support/thorough";
import { newSecret } from "@/lib/service/webhooks/message";
import { addSubscription, indexAt } from "@/tests/lib/service/reminders/support/harness";
import { createServerDatabase } from "@/tests/support/database";
import { addCampaign, addRootVersion } from "@/tests/support/rows";
import { kill, killAll, startProgram } from "./support/processes";

const REMINDERS = IS_THOROUGH ? 10_000 : 400;
const KILLS = IS_THOROUGH ? 12 : 2;
const CAMPAIGNS = 20;
/** Every tenth campaign is cancelled before its dates. */
const CANCELLED_EVERY = 10;
const SECONDS_UNTIL_DUE = IS_THOROUGH ? 60n : 5n;
/** Attempts while the receiver refuses one message in five must not exhaust all retries. */
const RETRIES = Array(100).fill(1).join();

const server = process.env.TEST_DATABASE_URL;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await killAll();
  for (const cleanup of cleanups.splice(0)) await cleanup();
}, LONG.timeout);

async function startProcess(settings: Record<string, string>): Promise<ChildProcess> {
  const [child] = await startProgram("tests/lib/service/reminders/support/service.ts", settings);
  return child;
}

type Received = { id: string; wallet: string; at: number; receivedMs: number };

/** Starts a receiver that refuses one message in five. */
async function startReceiver(secret: string) {
  const webhook = new Webhook(secret);
  const received: Received[] = [];
  let requests = 0;
  const receiver = createServer(async (request, response) => {
    requests += 1;
    const body = await text(request);
    if (requests % 5 === 0) return response.writeHead(500).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const { data } = webhook.verify(body, headers) as { data: { wallet: string; dates: { at: number }[] } };
    const at = data.dates[0]?.at ?? Number.NaN;
    received.push({ id: headers["webhook-id"] ?? "", wallet: data.wallet, at, receivedMs: Date.now() });
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });
  return { received, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` };
}

/**
 * Stores campaigns with one recipient per reminder, and the subscriptions last, so that the processes find all
 * dates. Returns the wallets of campaigns that are cancelled later.
 */
async function fill(db: Database, target: { secret: string; url: string }) {
  const dueAt = BigInt(Math.floor(Date.now() / 1000)) + SECONDS_UNTIL_DUE;
  const perCampaign = REMINDERS / CAMPAIGNS;
  const cancelledIds: number[] = [];
  const cancelledWallets = new Set<string>();
  for (let n = 0; n < CAMPAIGNS; n++) {
    const isCancelled = n % CANCELLED_EVERY === 0;
    const campaign = await addCampaign(db, {});
    const version = await addRootVersion(db, { campaignId: campaign.id, merkleRoot: campaign.merkleRoot });
    const wallets = Array.from({ length: perCampaign }, (_, leaf) => `wallet ${n} ${leaf}`);
    if (isCancelled) cancelledIds.push(campaign.id);
    if (isCancelled) for (const wallet of wallets) cancelledWallets.add(wallet);
    await db.execute(sql`insert into ${leaves} (root_version_id, leaf_index, beneficiary, amount, release_type,
        start_time, cliff_time, end_time, proof)
      select ${version.id}::integer, leaf - 1, 'wallet ' || ${n}::integer || ' ' || (leaf - 1), 1, 0, 0,
        ${dueAt}::bigint + leaf % 4, ${dueAt}::bigint + leaf % 4, ''
      from generate_series(1, ${perCampaign}::integer) leaf`);
  }
  const { id: _, ...model } = await addSubscription(db, {
    ...{ wallet: "nobody", leads: [0], kinds: ["cliff.reached"], secret: target.secret, target: target.url },
  });
  await db.execute(sql`insert into ${reminderSubscriptions} (id, wallet, channel, target, secret, language,
      kinds, leads, created_at, confirmed_at)
    select 'rs_' || beneficiary, beneficiary, ${model.channel}, ${model.target}, ${model.secret}, 'en',
      array['cliff.reached'], array[0], 0, 0
    from ${leaves}`);
  return { cancelledIds, cancelledWallets, dueAt };
}

test.skipIf(!server)(
  "every reminder is delivered at least once, none early and none of a cancelled campaign, while processes are killed",
  { timeout: 8 * LONG.timeout },
  async () => {
    const database = await createServerDatabase(server ?? "");
    const { db, close } = await openPostgres({ url: database.url, maxConnections: 4 });
    cleanups.push(close, database.drop);
    const secret = newSecret();
    const receiver = await startReceiver(secret);
    // The index counts as current for the whole test.
    await indexAt(db, { time: BigInt(Math.floor(Date.now() / 1000)) + 86_400n });
    const settings = {
      ...{ DATABASE_URL: database.url, LOG_LEVEL: "error", SOLANA_RPC_URL: "http://127.0.0.1:1" },
      ...{ WEBHOOKS_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SECONDS: RETRIES },
    };
    const processes = await Promise.all([startProcess(settings), startProcess(settings)]);
    const { cancelledIds, cancelledWallets, dueAt } = await fill(db, { secret, url: receiver.url });
    await expect.poll(() => db.$count(reminders), LONG).toBe(REMINDERS);
    await db
      .update(campaigns)
      .set({ cancelledAt: 1n })
      .where(sql`id = any(${sql.param(cancelledIds)})`);
    // A slow machine may cancel after the reminders were due; then they are sent rightly.
    const isCancelledInTime = BigInt(Math.ceil(Date.now() / 1000)) < dueAt;
    const excluded = isCancelledInTime ? cancelledWallets : new Set<string>();

    const getWallets = () => new Set(receiver.received.map(({ wallet }) => wallet));
    const expected = REMINDERS - cancelledWallets.size;
    for (let n = 1; n <= KILLS; n++) {
      const share = (expected * n) / (KILLS + 2);
      await expect.poll(() => getWallets().size, LONG).toBeGreaterThanOrEqual(share);
      const [victim] = processes.splice(0, 1);
      if (victim) await kill(victim);
      processes.push(await startProcess(settings));
    }
    const others = () => [...getWallets()].filter((wallet) => !cancelledWallets.has(wallet));
    await expect.poll(() => others().length, LONG).toBe(expected);
    await expect.poll(() => db.$count(reminders, sql`sent_at is null`), LONG).toBe(0);
    await sleep(500);

    const { received } = receiver;
    expect(received.filter(({ wallet }) => excluded.has(wallet))).toEqual([]);
    expect(received.filter(({ at, receivedMs }) => receivedMs < at * 1000)).toEqual([]);
    const ids = new Map<string, Set<string>>();
    for (const { wallet, id } of received) ids.set(wallet, (ids.get(wallet) ?? new Set()).add(id));
    expect([...ids.values()].filter((own) => own.size !== 1)).toEqual([]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(ids.size);
    expect(await db.$count(reminderSubscriptions, sql`stopped_at is not null`)).toBe(0);
  },
);
