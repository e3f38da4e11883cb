import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectDatesOfDay, selectReminderDays } from "@/db/queries/reminders/reminder-dates";
import { claimEvents, staleClaimRecords } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import { DATE_REMINDERS, type DateReminder } from "@/lib/core/events/reminder-kinds";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { addCampaignOf, clearReminders, DAY, NOON } from "@/tests/lib/service/reminders/support/harness";
import { openTestDatabase } from "@/tests/support/database";
import { addClaim, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();
beforeEach(() => clearReminders(database.db));

const getDays = (wallets: string[], over: { from?: bigint; until?: bigint; kinds?: DateReminder[] } = {}) =>
  selectReminderDays(database.db, {
    starts: wallets.map((wallet) => ({ wallet, from: over.from ?? NOON })),
    ...{ kinds: over.kinds ?? [...DATE_REMINDERS], until: over.until ?? NOON + 1_000n * DAY },
  });
const sorted = <Row extends { kind: string; at: bigint }>(rows: Row[]) =>
  rows.toSorted((a, b) => Number(a.at - b.at) || a.kind.localeCompare(b.kind));
/** A subscription without sent reminders. */
const UNSENT = { subscriptionId: "rs_none", leadSeconds: 0 };
const day = (at: bigint) => Number(at / DAY);

describe("selectReminderDays", () => {
  test("calls the first unlock of a campaign its cliff, and later ones due", async () => {
    await addCampaignOf(database.db, [
      { beneficiary: "ann", cliffTime: NOON },
      { beneficiary: "ann", cliffTime: NOON + 3n * DAY },
      { beneficiary: "ann", releaseType: 1, cliffTime: NOON + 5n * DAY, endTime: NOON + 9n * DAY },
      { beneficiary: "bob", cliffTime: NOON + DAY },
    ]);
    const dates = [0n, 3n, 5n, 9n].map((days) => NOON + days * DAY);
    expect(sorted(await getDays(["ann"]))).toEqual(
      dates.map((at, n) => ({
        ...{ wallet: "ann", kind: n === 0 ? "cliff.reached" : "unlock.due", day: day(at), at, from: NOON },
      })),
    );
  });

  test("combines the dates of one UTC day in all campaigns", async () => {
    for (const seconds of [300n, 200n, 100n])
      await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON + seconds }]);
    expect(await getDays(["ann", "bob"])).toEqual([
      { wallet: "ann", kind: "cliff.reached", day: day(NOON), at: NOON + 100n, from: NOON },
    ]);
  });

  test("selects the first date of a day after each of several times", async () => {
    for (const seconds of [100n, 300n])
      await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON + seconds }]);
    const starts = [0n, 100n, 101n, 301n].map((seconds) => ({ wallet: "ann", from: NOON + seconds }));
    const of = { starts, kinds: [...DATE_REMINDERS], until: NOON + DAY };
    const found = await selectReminderDays(database.db, of);
    expect(sorted(found).map(({ from, at }) => [from - NOON, at - NOON])).toEqual([
      [0n, 100n],
      [100n, 100n],
      [101n, 300n],
    ]);
  });

  test("omits milestones, and campaigns that are unverified, replaced, ended, or changed on the network", async () => {
    const leaf = [{ beneficiary: "ann", cliffTime: NOON }];
    await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON, releaseType: 2 }]);
    for (const over of [
      { verified: false },
      { isCurrent: false },
      { instantRefunded: true },
      { settled: true },
      { cancelledAt: NOON - 100n * DAY },
    ])
      await addCampaignOf(database.db, leaf, over);
    const changed = await addCampaignOf(database.db, leaf, { merkleRoot: "11".repeat(32) });
    expect(await getDays(["ann"], { kinds: ["unlock.due"] })).toHaveLength(1);
    const { updateRoot } = { updateRoot: { merkleRoot: "22".repeat(32) } };
    const { campaigns } = await import("@/db/schema");
    await database.db.update(campaigns).set(updateRoot);
    expect(changed.verified).toBe(true);
    expect(await getDays(["ann"], { kinds: ["unlock.due"] })).toEqual([]);
  });

  test("ends the grace period for recipients with unclaimed vested tokens, and for the creator", async () => {
    const cancelledAt = NOON - DAY;
    const campaign = await addCampaignOf(
      database.db,
      [
        { beneficiary: "ann", cliffTime: cancelledAt - 10n },
        { beneficiary: "bob", cliffTime: cancelledAt + 10n },
        { beneficiary: "cleo", cliffTime: cancelledAt, amount: 7n },
      ],
      { creator: "dora", cancelledAt },
    );
    await database.db.insert(claimEvents).values({
      ...envelopeValues(campaign.id),
      ...{ beneficiary: "cleo", leafIndex: 2, amount: 7n, totalClaimedByUser: 7n, totalClaimedOverall: 7n },
    });
    const at = cancelledAt + GRACE_PERIOD_SECONDS;
    const found = await getDays(["ann", "bob", "cleo", "dora"]);
    expect(found.toSorted((a, b) => a.wallet.localeCompare(b.wallet))).toEqual([
      { wallet: "ann", kind: "grace.ending", day: day(at), at, from: NOON },
      { wallet: "dora", kind: "grace.ending", day: day(at), at, from: NOON },
    ]);
    const ann = {
      wallet: "ann",
      kind: "grace.ending",
      day: day(at),
      from: 0n,
      of: UNSENT,
      limit: 5,
    } as const;
    expect(await selectDatesOfDay(database.db, ann)).toMatchObject({
      dates: [{ treeAddress: campaign.treeAddress, type: "claim_until", amount: 10n, at }],
      total: 1,
    });
  });

  test("subtracts claims from the leaf that paid them, not from a leaf of a later root", async () => {
    const cancelledAt = NOON - DAY;
    const campaign = await addCampaignOf(database.db, [{ beneficiary: "bob", cliffTime: cancelledAt }], {
      ...{ cancelledAt, totalSupply: 2_000n, totalClaimed: 1_000n },
    });
    await addClaim(database.db, {
      campaignId: campaign.id,
      beneficiary: "ann",
      leafIndex: 5,
      amount: 1_000n,
    });
    const rotated = await addRootVersion(database.db, {
      ...{ campaignId: campaign.id, merkleRoot: campaign.merkleRoot, version: 2 },
    });
    const given = { rootVersionId: rotated.id, beneficiary: "ann", cliffTime: cancelledAt };
    await addLeaf(database.db, { ...given, leafIndex: 6, amount: 800n });
    const at = cancelledAt + GRACE_PERIOD_SECONDS;
    expect(await getDays(["ann"])).toEqual([
      { wallet: "ann", kind: "grace.ending", day: day(at), at, from: NOON },
    ]);
    const of = { wallet: "ann", kind: "grace.ending", day: day(at), from: 0n, of: UNSENT, limit: 5 } as const;
    expect(await selectDatesOfDay(database.db, of)).toMatchObject({ dates: [{ amount: 800n }], total: 1 });
  });

  test("subtracts claims of a milestone by its number, and not from another leaf with the same index", async () => {
    const cancelledAt = NOON - DAY;
    const leaves = [
      { beneficiary: "ann", releaseType: 1, cliffTime: cancelledAt - 9n, endTime: cancelledAt, amount: 500n },
      { beneficiary: "ann", releaseType: 2, milestoneIdx: 0, cliffTime: cancelledAt, amount: 100n },
    ];
    const { id: campaignId } = await addCampaignOf(database.db, leaves, {
      ...{ cancelledAt, releasedMilestones: [0], totalSupply: 600n, totalClaimed: 100n },
    });
    await addClaim(database.db, {
      ...{ campaignId, beneficiary: "ann", leafIndex: 0, amount: 100n, milestoneIdx: 0 },
    });
    const at = cancelledAt + GRACE_PERIOD_SECONDS;
    const of = { wallet: "ann", kind: "grace.ending", day: day(at), from: 0n, of: UNSENT, limit: 5 } as const;
    expect(await selectDatesOfDay(database.db, of)).toMatchObject({ dates: [{ amount: 500n }], total: 1 });
  });

  test("announces at the end of a grace period the amount that the recipient can claim", LONG, async () => {
    const cancelledAt = NOON - DAY;
    const at = cancelledAt + GRACE_PERIOD_SECONDS;
    const amount = fc.bigInt({ min: 1n, max: 20n });
    const leafIndex = fc.integer({ min: 0, max: 3 });
    const milestoneIdx = fc.option(fc.constantFrom(1, 2), { nil: null });
    const leaf = fc.record({
      ...{ amount, releaseType: fc.integer({ min: 0, max: 2 }), milestoneIdx: fc.constantFrom(1, 2) },
      cliffTime: fc.constantFrom(cancelledAt - 5n, cancelledAt + 5n),
    });
    const drawn = fc.record({
      leaves: fc.array(leaf, { minLength: 1, maxLength: 4 }),
      claims: fc.array(fc.record({ leafIndex, amount, milestoneIdx }), { maxLength: 3 }),
      stale: fc.uniqueArray(fc.record({ leafIndex, amount, milestoneIdx }), {
        ...{ maxLength: 2, selector: (row) => row.leafIndex },
      }),
      releasedMilestones: fc.subarray([1, 2]),
      totalClaimed: fc.bigInt({ min: 60n, max: 100n }),
      isComplete: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        drawn,
        async ({ leaves, claims, stale, releasedMilestones, totalClaimed, isComplete }) => {
          const { db } = database;
          await clearReminders(db);
          const terms = leaves.map((item) => ({ ...item, beneficiary: "ann", endTime: item.cliffTime + 7n }));
          const { id: campaignId } = await addCampaignOf(db, terms, {
            ...{ cancelledAt, releasedMilestones, totalClaimed, totalSupply: 100n },
            claimedSum: isComplete ? totalClaimed : 0n,
          });
          for (const claim of claims)
            await db.insert(claimEvents).values({
              ...envelopeValues(campaignId),
              ...{ beneficiary: "ann", totalClaimedByUser: 25n, totalClaimedOverall: 0n, ...claim },
            });
          for (const record of stale)
            await db
              .insert(staleClaimRecords)
              .values({ ...record, campaignId, beneficiary: "ann", slot: 0n });
          const [shown] = (await selectBeneficiaryCampaigns(db, { address: "ann", page: 1, limit: 1 }))
            .campaigns;
          const claimable = shown ? beneficiaryProgress(shown, cancelledAt).total.claimable : 0n;
          const of = {
            wallet: "ann",
            kind: "grace.ending",
            day: day(at),
            from: 0n,
            of: UNSENT,
            limit: 5,
          } as const;
          const { dates } = await selectDatesOfDay(db, of);
          expect(dates.map((date) => date.amount)).toEqual(claimable > 0n ? [claimable] : []);
        },
      ),
      { numRuns: caseCount(40) },
    );
  });

  test("ends a campaign for its creator at the last unlock, unless a milestone is unreleased", async () => {
    const end = NOON + 8n * DAY;
    const leaves = [
      { beneficiary: "ann", cliffTime: NOON },
      { beneficiary: "bob", releaseType: 1, cliffTime: NOON, endTime: end },
    ];
    await addCampaignOf(database.db, leaves, { creator: "dora" });
    await addCampaignOf(database.db, leaves, { creator: "dora", usedMilestones: [1] });
    expect(await getDays(["dora"])).toEqual([
      { wallet: "dora", kind: "campaign.ended", day: day(end), at: end, from: NOON },
    ]);
  });

  test("uses the stored sums for the end of a campaign, without its leaves", async () => {
    const [end, other] = [NOON + 8n * DAY, NOON + 9n * DAY];
    for (const lastUnlock of [null, other]) {
      const { id } = await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: end }], {
        creator: "dora",
      });
      await database.db.execute(sql`insert into unlock_sums
        (root_version_id, months, amounts, milestones, milestone_amounts, milestone_cliffs, last_unlock)
        select v.id, '{}', '{}', '{}', '{}', '{}', ${lastUnlock === null ? null : String(lastUnlock)}::bigint
        from root_versions v where v.campaign_id = ${id}`);
    }
    expect(await getDays(["dora"])).toMatchObject([{ kind: "campaign.ended", at: other }]);
  });

  test("selects the dates that the leaves have, for any leaves", async () => {
    const leaf = fc.record({
      beneficiary: fc.constantFrom("ann", "bob"),
      releaseType: fc.integer({ min: 0, max: 2 }),
      cliffTime: fc.bigInt({ min: NOON - 5n * DAY, max: NOON + 20n * DAY }),
      length: fc.bigInt({ min: 0n, max: 10n * DAY }),
      amount: fc.bigInt({ min: 0n, max: 3n }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(leaf, { maxLength: 4 }), { maxLength: 3 }), async (drawn) => {
        await clearReminders(database.db);
        const expected = new Map<string, bigint>();
        for (const leaves of drawn) {
          const terms = leaves.map(({ length, ...one }) => ({ ...one, endTime: one.cliffTime + length }));
          await addCampaignOf(database.db, terms);
          const timed = terms.filter(({ releaseType, amount }) => releaseType < 2 && amount > 0n);
          for (const { beneficiary, releaseType, cliffTime, endTime } of timed) {
            const own = timed.filter((item) => item.beneficiary === beneficiary);
            const first = own.reduce((min, item) => (item.cliffTime < min ? item.cliffTime : min), cliffTime);
            const dates = releaseType === 1 ? [cliffTime, endTime] : [cliffTime];
            for (const at of dates.filter((item) => item >= NOON && item < NOON + 7n * DAY)) {
              const kind = at === first ? "cliff.reached" : "unlock.due";
              const key = `${beneficiary} ${kind} ${day(at)}`;
              const known = expected.get(key);
              if (known === undefined || at < known) expected.set(key, at);
            }
          }
        }
        const found = await getDays(["ann", "bob"], { until: NOON + 7n * DAY });
        expect(new Map(found.map((row) => [`${row.wallet} ${row.kind} ${row.day}`, row.at]))).toEqual(
          expected,
        );
      }),
      { numRuns: caseCount(25) },
    );
  });
});

describe("selectDatesOfDay", () => {
  test("combines equal dates of a campaign, and counts the dates beyond the limit", async () => {
    const leaves = [10n, 20n, 30n].flatMap((seconds) => [
      { beneficiary: "ann", cliffTime: NOON + seconds, amount: 5n },
      { beneficiary: "ann", cliffTime: NOON + seconds, amount: 6n },
    ]);
    const { treeAddress } = await addCampaignOf(
      database.db,
      [{ beneficiary: "ann", cliffTime: 1n }, ...leaves],
      { metadata: { name: "Team" }, paused: true },
    );
    const of = { wallet: "ann", kind: "unlock.due", day: day(NOON), from: 0n, of: UNSENT, limit: 2 } as const;
    const { dates, total, last } = await selectDatesOfDay(database.db, of);
    expect({ total, last }).toEqual({ total: 3, last: NOON + 30n });
    const later = await selectDatesOfDay(database.db, { ...of, from: NOON + 11n });
    expect(later).toMatchObject({ dates: [{ at: NOON + 20n }, { at: NOON + 30n }], total: 2 });
    const same = { treeAddress, name: "Team", mint: "mint", paused: true, type: "unlock", amount: 11n };
    expect(dates).toEqual([
      { ...same, at: NOON + 10n },
      { ...same, at: NOON + 20n },
    ]);
  });

  test("uses the newest registered version of the network's root", async () => {
    const campaign = await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON }]);
    const of = {
      wallet: "ann",
      kind: "cliff.reached",
      day: day(NOON),
      from: 0n,
      of: UNSENT,
      limit: 2,
    } as const;
    expect((await selectDatesOfDay(database.db, of)).total).toBe(1);
    await addRootVersion(database.db, {
      campaignId: campaign.id,
      merkleRoot: campaign.merkleRoot,
      version: 2,
    });
    expect((await selectDatesOfDay(database.db, of)).total).toBe(0);
  });
});
