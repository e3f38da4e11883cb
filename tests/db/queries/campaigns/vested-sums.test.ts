import fc from "fast-check";
import { expect, test } from "vitest";
import { selectVestedSums } from "@/db/queries/campaigns/vested-sums";
import { storeEvents } from "@/db/queries/events/event-rows";
import { staleClaimRecords } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { leafProgress } from "@/lib/core/vesting/progress";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

const U64_MAX = 2n ** 64n - 1n;
const I64_MAX = 2n ** 63n - 1n;
const time = fc.oneof(fc.bigInt({ min: -50n, max: 50n }), fc.bigInt({ min: -(2n ** 63n), max: I64_MAX }));
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: U64_MAX }));
const leaf = fc
  .record({
    beneficiary: fc.constantFrom("ada", "ben"),
    amount,
    releaseType: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    times: fc.tuple(time, time),
    milestoneIdx: fc.constantFrom(1, 2),
  })
  .map(({ times: [a, b], ...rest }) => {
    const [cliffTime, endTime] = a < b ? [a, b] : [b, a];
    return { ...rest, cliffTime, endTime };
  });
/** A claim under any root of the campaign, whose leaf may have had another kind. */
const claim = fc.record({
  beneficiary: fc.constantFrom("ada", "ben"),
  leafIndex: fc.nat({ max: 6 }),
  milestoneIdx: fc.constantFrom(null, 1, 2),
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 1n, max: U64_MAX })),
});
const lifecycle = fc.record({
  leaves: fc.array(leaf, { minLength: 1, maxLength: 6 }),
  claims: fc.array(claim, { maxLength: 6 }),
  earlier: fc.uniqueArray(claim, { maxLength: 3, selector: ({ leafIndex }) => leafIndex }),
  released: fc.subarray([1, 2]),
  cancelledAt: fc.option(time, { nil: null }),
  now: time,
});

test("sums the vested and claimable amounts of all leaves in the database", LONG, async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(lifecycle, async ({ leaves, claims, earlier, released, cancelledAt, now }) => {
      const { id } = await addCampaign(db, { totalSupply: U64_MAX });
      const { id: rootVersionId } = await addRootVersion(db, { campaignId: id });
      const at = () => envelopeValues(id);
      for (const [leafIndex, row] of leaves.entries())
        await addLeaf(db, { ...row, rootVersionId, leafIndex });
      await storeEvents(db, {
        claimed: claims.map((row) => ({ ...at(), ...row, totalClaimedByUser: 0n, totalClaimedOverall: 0n })),
        milestone_released: released.map((milestoneIdx) => ({ ...at(), milestoneIdx, releasedBy: "c" })),
        cancelled: cancelledAt === null ? [] : [{ ...at(), cancelledAt, claimedAtCancel: 0n }],
      });
      if (earlier.length > 0)
        await db
          .insert(staleClaimRecords)
          .values(earlier.map((row) => ({ ...row, campaignId: id, slot: 0n })));
      const facts = {
        ...{ cancelledAt: null, paused: false, instantRefunded: false, settled: false, settledAmount: 0n },
        ...{ withdrawn: false, totalClaimed: 0n, totalSupply: U64_MAX },
      };
      // The clock of a cancelled campaign has stopped; another test covers the end of the grace period.
      const moment = cancelledAt !== null && cancelledAt < now ? cancelledAt : now;
      const isMilestone = ({ releaseType }: { releaseType: number }) => releaseType === ReleaseType.Milestone;
      const parts = leaves.map((item, leafIndex) => {
        const calculateSum = (rows: typeof claims) =>
          rows
            .filter(({ beneficiary, ...row }) => {
              if (beneficiary !== item.beneficiary) return false;
              if (isMilestone(item)) return row.milestoneIdx === item.milestoneIdx;
              return row.milestoneIdx === null && row.leafIndex === leafIndex;
            })
            .reduce((sum, row) => sum + row.amount, 0n);
        const claimed = calculateSum(claims);
        const position = {
          ...{ ...item, claimed, paidEarlier: calculateSum(earlier), milestoneClaimed: claimed > 0n },
          milestoneReleased: released.includes(item.milestoneIdx),
        };
        return leafProgress(position, facts, moment);
      });
      expect(await selectVestedSums(db, { campaignRowId: id, now })).toEqual({
        vested: parts.reduce((sum, { vestedSoFar }) => sum + vestedSoFar, 0n),
        unclaimed: parts.reduce((sum, { claimable }) => sum + claimable, 0n),
      });
    }),
    { numRuns: caseCount(40) },
  );
});
