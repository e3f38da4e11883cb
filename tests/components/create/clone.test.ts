import fc from "fast-check";
import { expect, test } from "vitest";
import { cloneFacts, countPast } from "@/components/create/clone/clone-dates";
import { cloneDraft } from "@/components/create/clone/read-source";
import { checkSheet } from "@/components/sheet/check-sheet";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { english } from "@/lib/core/i18n/translator";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { U64_MAX } from "@/lib/core/solana/integers";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { createWallet } from "@/tests/support/http";

const NOW = 1_800_000_000n;
const people = Array.from({ length: 40 }, (_, at) => createWallet(new Uint8Array(32).fill(at + 1)).address);

const time = fc.bigInt({ min: 1_000_000_000n, max: 2_500_000_000n });
const leaf = fc
  .record({
    amount: fc.oneof(
      { weight: 1, arbitrary: fc.constant(0n) },
      { weight: 6, arbitrary: fc.bigInt({ min: 1n, max: U64_MAX / 100n }) },
    ),
    releaseType: fc.constantFrom(...Object.values(ReleaseType)),
    times: fc.tuple(time, time, time),
  })
  .map(({ times, ...rest }) => {
    const [startTime, cliffTime, endTime] = times.toSorted((a, b) => Number(a - b)) as typeof times;
    return { ...rest, startTime, cliffTime, endTime };
  });

const campaign = {
  ...{ metadata: { name: "Crew", logoUri: "https://x.example/l.png" }, mint: "mint", cancellable: false },
  pauseAuthority: people[0],
} as unknown as CampaignDetail;

test("a clone keeps recipients and amounts, moves every date by the same time, and drops closed leaves", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(leaf, { minLength: 1, maxLength: people.length }),
      fc.bigInt({ min: -1_000_000n, max: 1_000_000_000n }),
      async (item, shift) => {
        const leaves = item.map((value, leafIndex) => ({
          ...{ ...value, leafIndex, beneficiary: people[leafIndex] ?? "" },
          milestoneIdx: value.releaseType === ReleaseType.Milestone ? leafIndex : 0,
        }));
        const list = LeafList.of(leaves);
        const stored = leaves.filter(({ amount }) => amount > 0n);
        const facts = await cloneFacts(list);
        if (stored.length === 0 || facts === null) {
          expect([stored.length, facts]).toEqual([0, null]);
          return;
        }
        const starts = stored.map(({ startTime }) => startTime);
        const ends = stored.map(({ endTime }) => endTime);
        expect(facts).toMatchObject({
          ...{ count: stored.length, closed: leaves.length - stored.length },
          first: starts.reduce((a, b) => (a < b ? a : b)),
          last: ends.reduce((a, b) => (a > b ? a : b)),
        });
        const past = starts.filter((start) => start + shift < NOW).length;
        expect(countPast(facts, { shift, now: NOW })).toBe(past);
        const draft = await cloneDraft(english, { campaign, leaves: list }, shift);
        expect(draft).toMatchObject({ mode: "many", fileUnits: "base", name: "Crew", mint: "mint" });
        expect(draft).toMatchObject({
          logoUri: "https://x.example/l.png",
          cancellable: false,
          pausable: true,
        });
        if (!draft.sheet) throw new Error("A clone has a sheet.");
        const checked = await checkSheet(draft.sheet, { t: english, decimals: undefined, defaults: {} });
        expect(checked.errors.size).toBe(0);
        const cloned = Array.from({ length: checked.recipients.length }, (_, at) =>
          checked.recipients.at(at),
        );
        expect(cloned.map(({ row: _, ...recipient }) => recipient)).toEqual(
          stored.map(({ leafIndex: _, startTime, cliffTime, endTime, ...one }) => ({
            ...one,
            ...{ startTime: startTime + shift, cliffTime: cliffTime + shift, endTime: endTime + shift },
          })),
        );
      },
    ),
    { numRuns: 40 },
  );
});
