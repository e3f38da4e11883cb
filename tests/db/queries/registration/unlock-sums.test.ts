import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { POST as rotate } from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import { POST as register } from "@/app/api/campaigns/route";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { campaigns, rootVersions, unlockSums } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { LAST_MONTH, monthEnd } from "@/lib/core/vesting/unlock-months";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { getRegistration, someRecipients } from "@/tests/support/registration";

const database = openTestDatabase();
let services: Services;
beforeAll(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  services = startServices({ db: database.db, env, ...fixedClock(1_700_000_050_000) });
});

/** Returns the stored sums of a tree's versions, oldest first. */
async function getStored(treeAddress: string) {
  const rows = await database.db
    .select({ version: rootVersions.version, sums: unlockSums })
    .from(rootVersions)
    .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
    .leftJoin(unlockSums, eq(unlockSums.rootVersionId, rootVersions.id))
    .where(eq(campaigns.treeAddress, treeAddress))
    .orderBy(rootVersions.version);
  return rows.map(({ sums }) => sums);
}

/** Computes the same sums from the recipients with the program's formula alone. */
function getExpected(recipients: readonly Recipient[]) {
  const timed = recipients.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
  const months: number[] = [];
  const amounts: string[] = [];
  let before = 0n;
  for (let month = 0; month < LAST_MONTH; month++) {
    const moment = { now: monthEnd(month), cancelledAt: null };
    const by = timed.reduce((sum, leaf) => sum + vestedAmount(leaf, moment), 0n);
    if (by === before) continue;
    months.push(month);
    amounts.push((by - before).toString());
    before = by;
  }
  const waiting = recipients.filter(({ releaseType }) => releaseType === ReleaseType.Milestone);
  const milestones = [...new Set(waiting.map(({ milestoneIdx }) => milestoneIdx))].sort((a, b) => a - b);
  const create = (index: number) => waiting.filter(({ milestoneIdx }) => milestoneIdx === index);
  return {
    ...{ months, amounts, milestones },
    milestoneAmounts: milestones.map((index) =>
      create(index)
        .reduce((sum, leaf) => sum + leaf.amount, 0n)
        .toString(),
    ),
    milestoneCliffs: milestones.map((index) =>
      create(index)
        .map(({ cliffTime }) => cliffTime)
        .reduce((a, b) => (a < b ? a : b)),
    ),
  };
}

async function registered(count: number) {
  const creator = createWallet();
  const recipients = someRecipients(count);
  const body = await getRegistration(creator, { recipients });
  const headers = await signIn(creator, services);
  expect((await call(register, { path: "/api/campaigns", body, headers })).status).toBe(201);
  return { creator, recipients, treeAddress: body.treeAddress };
}

// Leaf counts that are stored within the transaction, and before it.
test.each([7, 600])(
  "stores the monthly unlocks of a registration of %i leaves and its rotation",
  async (count) => {
    const { creator, recipients, treeAddress } = await registered(count);
    const replaced = recipients.map((leaf) => ({ ...leaf, amount: leaf.amount + 3n }));
    const rotation = await getRegistration(creator, { recipients: replaced });
    const { merkleRoot, leafCount, leaves, minCliffTime } = rotation;
    const answer = await call(rotate, {
      path: "/api/campaigns/:treeAddress/root-versions",
      params: { treeAddress },
      body: { merkleRoot, leafCount, leaves, minCliffTime },
      headers: await signIn(creator, services),
    });
    expect(answer.status).toBe(201);
    expect(await getStored(treeAddress)).toEqual([
      expect.objectContaining(getExpected(recipients)),
      expect.objectContaining(getExpected(replaced)),
    ]);
  },
);

test("computes the sums of older campaigns later, to the same values, and once", LONG, async () => {
  await backfillUnlockSums(database.db);
  const all = [await registered(3), await registered(1_200)];
  const before = await Promise.all(all.map(({ treeAddress }) => getStored(treeAddress)));
  await database.db.delete(unlockSums);
  const aborted = AbortSignal.abort();
  expect(await backfillUnlockSums(database.db, { signal: aborted })).toBe(0);
  // The first call computes the newest version, and the next calls the rest.
  expect(await backfillUnlockSums(database.db, { limit: 1 })).toBe(1);
  expect(await getStored(all[0]?.treeAddress ?? "")).toEqual([null]);
  expect(await backfillUnlockSums(database.db)).toBeGreaterThan(0);
  const after = await Promise.all(all.map(({ treeAddress }) => getStored(treeAddress)));
  expect(after).toEqual(before);
  expect(await backfillUnlockSums(database.db)).toBe(0);
});

test("computes the last unlock of sums that an earlier version stored without it, once", LONG, async () => {
  await backfillUnlockSums(database.db);
  const { treeAddress } = await registered(40);
  const before = await getStored(treeAddress);
  expect(before).toMatchObject([{ lastUnlock: expect.any(BigInt) }]);
  await database.db.update(unlockSums).set({ lastUnlock: null });
  expect(await backfillUnlockSums(database.db)).toBeGreaterThan(0);
  expect(await getStored(treeAddress)).toEqual(before);
  expect(await backfillUnlockSums(database.db)).toBe(0);
});
