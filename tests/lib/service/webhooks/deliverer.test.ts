import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { changes } from "@/db/schema";
import { metrics } from "@/lib/service/metrics/metrics";
import { deliverDue } from "@/lib/service/webhooks/deliver";
import { startDeliverer } from "@/lib/service/webhooks/deliverer";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { addCampaign } from "@/tests/support/rows";
import { addEndpoint, getDeliveries, getPause, openWorld, storePauses } from "./support/harness";

const database = openTestDatabase();

const countTaken = async () => {
  const { values } = await metrics().webhooks.get();
  return values.find(({ labels }) => labels.result === "taken")?.value ?? 0;
};

test("attempts are counted and expired rows are deleted while another attempt is in flight", async () => {
  const { db } = database;
  const [first, second] = [await addCampaign(db), await addCampaign(db)];
  await addEndpoint(db, { campaigns: [first.treeAddress] });
  const slow = await addEndpoint(db, { campaigns: [second.treeAddress] });
  const expired = getPause(first.id);
  await storePauses(db, [expired]);
  await deliverDue(openWorld(db).context);
  await db.execute(sql`update webhook_deliveries set stored_at = 0`);
  await db.execute(sql`update changes set changed_at = 0`);
  await storePauses(db, [getPause(first.id), getPause(second.id)]);

  let isSlowInFlight = false;
  const fetchPublic = async (url: string) => {
    isSlowInFlight ||= url === slow.url;
    return url === slow.url ? new Promise<never>(() => {}) : { status: 200, headers: {}, body: "" };
  };
  const takenBefore = await countTaken();
  const deliverer = startDeliverer(startServices({ db, fetchPublic: fetchPublic as never }));
  onTestFinished(() => deliverer.close());
  await expect.poll(() => isSlowInFlight).toBe(true);
  await expect.poll(countTaken).toBe(takenBefore + 1);
  const signatures = async () => (await getDeliveries(db)).map(({ signature }) => signature);
  await expect.poll(signatures).not.toContain(expired.signature);
  await expect.poll(() => db.$count(changes, sql`changed_at = 0`)).toBe(0);
});
