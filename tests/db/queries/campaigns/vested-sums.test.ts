import fc from "fast-check";
import { expect, test } from "vitest";
import { selectVestedSums } from "@/db/queries/campaigns/vested-sums";
import { storeEvents } from "@/db/queries/events/event-rows";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
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
    claimed: fc.option(amount, { nil: null }),
  })
  .map(({ times: [a, b], ...rest }) => {
    const [cliffTime, endTime] = a < b ? [a, b] : [b, a];
    return { ...rest, cliffTime, endTime };
  });
const lifecycle = fc.record({
  leaves: fc.array(leaf, { minLength: 1, maxLength: 6 }),
  released: fc.subarray([1, 2]),
  cancelledAt: fc.option(time, { nil: null }),
  now: time,
});

test("sums the vested and claimable amounts of all leaves in the database", LONG, async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(lifecycle, async ({ leaves, released, cancelledAt, now }) => {
      const { id } = await addCampaign(db, { totalSupply: U64_MAX });
      const { id: rootVersionId } = await addRootVersion(db, { campaignId: id });
      const at = () => envelopeValues(id);
      for (const [leafIndex, { claimed: _, ...row }] of leaves.entries()) {
        await addLeaf(db, { ...row, rootVersionId, leafIndex });
      }
      await storeEvents(db, {
        claimed: leaves.flatMap(({ beneficiary, claimed, releaseType, milestoneIdx }, leafIndex) => {
          if (claimed === null) return [];
          const totals = { totalClaimedByUser: 0n, totalClaimedOverall: 0n };
          const milestone = releaseType === 2 ? milestoneIdx : null;
          return [{ ...at(), ...totals, beneficiary, leafIndex, amount: claimed, milestoneIdx: milestone }];
        }),
        milestone_released: released.map((milestoneIdx) => ({ ...at(), milestoneIdx, releasedBy: "c" })),
        cancelled: cancelledAt === null ? [] : [{ ...at(), cancelledAt, claimedAtCancel: 0n }],
      });
      const facts = {
        ...{ cancelledAt: null, paused: false, instantRefunded: false, settled: false, settledAmount: 0n },
        ...{ withdrawn: false, totalClaimed: 0n, totalSupply: U64_MAX },
      };
      // The clock of a cancelled campaign has stopped; another test covers the end of the grace period.
      const moment = cancelledAt !== null && cancelledAt < now ? cancelledAt : now;
      const parts = leaves.map((one) => {
        const isClaimed = (other: typeof one) =>
          other.releaseType === 2 &&
          other.claimed !== null &&
          other.beneficiary === one.beneficiary &&
          other.milestoneIdx === one.milestoneIdx;
        const position = {
          ...one,
          claimed: one.claimed ?? 0n,
          milestoneReleased: released.includes(one.milestoneIdx),
          milestoneClaimed: leaves.some(isClaimed),
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
