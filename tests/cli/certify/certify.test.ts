import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { certify, chooseExecuted } from "@/cli/certify/certify";
import { NotCertifiableError } from "@/cli/certify/read-campaign";
import { Campaign } from "@/ledger/tests/program/campaign";
import {
  AMOUNT,
  DAY,
  GRACE,
  type Kind,
  type LeafTerms,
  ok,
  START,
} from "@/ledger/tests/program/campaign-plan";
import { LONG } from "@/ledger/tests/support/long";
import { Svm } from "@/ledger/tests/support/svm";
import type { CertificateBody } from "@/lib/contract/certificate";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { firstShortSecond, type ModelCampaign, play } from "./certificate-model";
import { svmReader } from "./svm-reader";

const { Cliff, Linear, Milestone } = ReleaseType;
const RUNS = 50;

/** Certifies the campaign in the state of its machine. */
function certifyNow(campaign: Campaign, options: { leaves?: Campaign["leaves"]; maxExecuted?: number } = {}) {
  const { leaves = campaign.leaves, ...rest } = options;
  return certify({
    chain: svmReader(campaign.svm),
    treeAddress: campaign.treeAddress,
    programId: DEFAULT_PROGRAM_ID,
    leaves: LeafList.of(leaves),
    issuedAt: new Date("2026-11-27T00:00:00Z"),
    ...rest,
  });
}

async function start(kind: Kind, leaves: LeafTerms[], short = 0n): Promise<Campaign> {
  const campaign = new Campaign(new Svm(START), kind);
  await campaign.plan(leaves);
  ok(campaign.create());
  if (campaign.supply() > short) ok(campaign.fund(campaign.supply() - short));
  return campaign;
}

/** Returns the model of a campaign in the state of its machine. */
function getModel(campaign: Campaign, claimed: readonly bigint[]): ModelCampaign {
  const tree = campaign.state();
  return {
    now: campaign.svm.now,
    leaves: campaign.leaves,
    claimed,
    released: tree?.releasedMilestones ?? [],
    held: campaign.held(),
    left: campaign.supply() - (tree?.totalClaimed ?? 0n),
  };
}

const getTime = ({ time }: { time: bigint | string }) => BigInt(time);

const leafTerms = fc.record({
  who: fc.nat({ max: 2 }),
  releaseType: fc.constantFrom(Cliff, Linear, Linear, Milestone),
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: AMOUNT })),
  from: fc.bigInt({ min: 0n, max: 90n * DAY }),
  lasts: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 3n }), fc.bigInt({ min: 1n, max: 400n * DAY })),
});

const randomCampaign = fc.record({
  kind: fc.constantFrom<Kind>("token", "native"),
  leaves: fc.array(leafTerms, { minLength: 1, maxLength: 8 }),
  short: fc.oneof(fc.constant(0n), fc.constant(1n), fc.bigInt({ min: 1n, max: AMOUNT })),
  waits: fc.bigInt({ min: 0n, max: 200n * DAY }),
  claims: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
  releases: fc.array(fc.nat({ max: 7 }), { maxLength: 2 }),
});

type RandomCampaign = typeof randomCampaign extends fc.Arbitrary<infer T> ? T : never;

async function build({ kind, leaves, short, waits, claims, releases }: RandomCampaign) {
  const terms = leaves.map(({ from, lasts, ...leaf }, milestoneIdx) => ({
    ...{ ...leaf, milestoneIdx },
    ...{ startTime: START, cliffTime: START + from, endTime: START + from + lasts },
  }));
  const supply = terms.reduce((sum, { amount }) => sum + amount, 0n);
  const campaign = await start(kind, terms, short < supply ? short : supply - 1n);
  const claimed = terms.map(() => 0n);
  for (const index of new Set(releases)) campaign.release(index);
  campaign.svm.now = START + waits;
  for (const at of claims) {
    if (at >= terms.length) continue;
    const { events } = campaign.claim(at);
    for (const event of events)
      if (event.name === "Claimed") claimed[at] = (claimed[at] ?? 0n) + event.data.amount;
  }
  return { campaign, claimed };
}

describe("certify", () => {
  test(
    `certificates of ${RUNS} random campaigns equal a model`,
    async () => {
      const results = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(randomCampaign, async (random) => {
          const { campaign, claimed } = await build(random);
          // A SOL campaign that has paid everything has no account to certify.
          fc.pre(campaign.state() !== null);
          const model = getModel(campaign, claimed);
          const body = await certifyNow(campaign);
          const times = body.dates.map(getTime);
          const expected = play(model, times);
          const played = body.dates.map(({ takes: _, ...date }) => date);
          expect(played).toEqual(expected.dates.map(toTexts));
          expect(body.failures.map(({ beneficiary: _, reason: __, ...failure }) => failure)).toEqual(
            expected.failures.map(({ leafIndex, ...failure }) => ({ ...toTexts(failure), leafIndex })),
          );
          const shortTime = firstShortSecond(model, times.at(-1) ?? 0n);
          expect(body.shortfall?.time ?? null).toBe(shortTime === null ? null : shortTime.toString());
          expect(body.failures[0]?.time ?? null).toBe(body.shortfall?.time ?? null);
          expect(body.result).toBe(shortTime === null ? "paid" : "fails");
          if (shortTime === null) expect(body.rest).toBe("0");
          results.set(body.result, (results.get(body.result) ?? 0) + 1);
        }),
        { numRuns: RUNS, seed: 20_261_127 },
      );
      expect(results.get("paid")).toBeGreaterThan(5);
      expect(results.get("fails")).toBeGreaterThan(5);
    },
    LONG.timeout,
  );
});

const toTexts = <T extends Record<string, bigint>>(input: T) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value.toString()])) as {
    [Key in keyof T]: string;
  };

describe("certify of one campaign", () => {
  const terms: LeafTerms[] = [
    { releaseType: Cliff, cliffTime: START + 10n * DAY, endTime: START + 10n * DAY },
    { who: 1, cliffTime: START + DAY, endTime: START + 400n * DAY },
    {
      who: 2,
      releaseType: Milestone,
      milestoneIdx: 3,
      cliffTime: START + 50n * DAY,
      endTime: START + 50n * DAY,
    },
  ];
  const at = (body: CertificateBody, time: bigint) => body.dates.find((date) => BigInt(date.time) === time);

  test.each(["token", "native"] as const)("pays a funded %s campaign to the last unit", async (kind) => {
    const body = await certifyNow(await start(kind, terms));
    expect(body).toMatchObject({ result: "paid", failures: [], failureCount: 0, shortfall: null, rest: "0" });
    expect(body.paid).toBe((3n * AMOUNT).toString());
    expect(body.assumptions).toEqual(["milestones_released_at_cliff"]);
    expect(body.slot).toBe("4321");
    // The first unit of the linear leaf, its months, the cliff and the milestone.
    expect(body.dates[1]?.time).toBe((START + DAY + 1n).toString());
    expect(at(body, START + 10n * DAY)?.paid).toBe(
      (AMOUNT + linearPart(9n, 399n) - paidBefore(body, 10n)).toString(),
    );
    expect(body.dates.at(-1)?.time).toBe((START + 400n * DAY).toString());
  });

  const linearPart = (days: bigint, amount: bigint) => (AMOUNT * days) / amount;
  const paidBefore = (body: CertificateBody, days: bigint) =>
    body.dates
      .filter(({ time }) => BigInt(time) < START + days * DAY)
      .reduce((sum, { paid }) => sum + BigInt(paid), 0n);

  test.each(["token", "native"] as const)(
    "fails a %s campaign that is short by one unit on the day of the last unlock",
    async (kind) => {
      const last = START + 30n * DAY;
      const leaves: LeafTerms[] = [
        { releaseType: Cliff, cliffTime: START + DAY, endTime: START + DAY },
        { who: 1, releaseType: Cliff, cliffTime: last, endTime: last },
      ];
      const campaign = await start(kind, leaves, 1n);
      const body = await certifyNow(campaign);
      expect(body.result).toBe("fails");
      expect(body.shortfall).toEqual({ time: last.toString(), missing: "1" });
      expect(body.failures).toEqual([
        {
          time: last.toString(),
          leafIndex: 1,
          beneficiary: campaign.address(1),
          due: AMOUNT.toString(),
          missing: "1",
          reason: "InsufficientVault",
        },
      ]);
      expect(body.rest).toBe((AMOUNT - 1n).toString());
    },
  );

  test("finds the second at which a linear leaf has used up the vault", async () => {
    const leaves: LeafTerms[] = [{ amount: 1000n, cliffTime: START, endTime: START + 1000n }];
    const campaign = await start("token", leaves, 400n);
    const body = await certifyNow(campaign);
    expect(body.shortfall).toEqual({ time: (START + 601n).toString(), missing: "400" });
    expect(body.failures[0]).toMatchObject({ time: (START + 601n).toString(), missing: "1" });
  });

  test("refuses leaves that do not have the campaign's root", async () => {
    const campaign = await start("token", terms);
    const leaves = campaign.leaves.map((leaf, index) =>
      index === 1 ? { ...leaf, amount: leaf.amount + 1n } : leaf,
    );
    await expect(certifyNow(campaign, { leaves })).rejects.toThrow(NotCertifiableError);
    await expect(certifyNow(campaign, { leaves })).rejects.toThrow(
      /^The leaves have the root [0-9a-f]{64}, and the/,
    );
  });

  test("states what each authority could take on each date", async () => {
    const body = await certifyNow(await start("token", terms));
    const supply = 3n * AMOUNT;
    expect(body.dates[0]?.takes).toEqual({
      instantRefund: supply.toString(),
      cancelStream: null,
      cancelCampaign: supply.toString(),
      updateRoot: supply.toString(),
      withdrawUnvested: null,
    });
    for (const { held, takes } of body.dates.slice(1, -1)) {
      expect(takes).toMatchObject({ instantRefund: null, cancelCampaign: held, updateRoot: held });
    }
    expect(body.dates.at(-1)?.takes).toEqual({
      instantRefund: null,
      cancelStream: null,
      cancelCampaign: null,
      updateRoot: "0",
      withdrawUnvested: null,
    });
  });

  test("states what the creator of a stream takes by cancelling it", async () => {
    const body = await certifyNow(
      await start("token", [{ amount: 1000n, cliffTime: START, endTime: START + 10n * DAY }]),
    );
    expect(body.dates[0]?.takes.cancelStream).toBe("1000");
    expect(body.dates.at(-1)?.takes.cancelStream).toBeNull();
  });

  test("pays the vested part of a cancelled campaign, and states the rest as the creator's", async () => {
    const campaign = await start("token", terms);
    campaign.svm.now = START + 20n * DAY;
    ok(campaign.cancel());
    campaign.svm.now += DAY;
    const body = await certifyNow(campaign);
    const vested = AMOUNT + linearPart(19n, 399n);
    expect(body).toMatchObject({
      result: "paid",
      paid: vested.toString(),
      assumptions: ["milestones_never_released"],
    });
    expect(body.rest).toBe((3n * AMOUNT - vested).toString());
    expect(body.dates.at(-1)?.takes.withdrawUnvested).toBe(body.rest);
  });

  test("resumes a paused campaign, and says so", async () => {
    const campaign = await start("token", terms);
    ok(campaign.pause());
    const body = await certifyNow(campaign);
    expect(body.result).toBe("paid");
    expect(body.assumptions).toContain("pause_ends_at_once");
  });

  test("refuses a campaign that was refunded", async () => {
    const campaign = await start("token", terms);
    ok(campaign.instantRefund());
    await expect(certifyNow(campaign)).rejects.toThrow("The campaign was refunded to its creator.");
  });

  test("names the ninth timed leaf of a recipient, which the program never pays", async () => {
    const end = START + 2n * DAY;
    const nine = Array.from(
      { length: 9 },
      (): LeafTerms => ({ releaseType: Cliff, cliffTime: end, endTime: end }),
    );
    const body = await certifyNow(await start("token", nine));
    expect(body.failures).toEqual([
      expect.objectContaining({ leafIndex: 8, reason: "PerLeafCapExceeded", time: end.toString() }),
    ]);
  });

  test("names a milestone that a recipient has twice", async () => {
    const twice: LeafTerms[] = [
      { releaseType: Milestone, milestoneIdx: 1 },
      { releaseType: Milestone, milestoneIdx: 1 },
    ];
    const body = await certifyNow(await start("token", twice));
    expect(body.failures).toEqual([
      expect.objectContaining({ leafIndex: 1, reason: "MilestoneAlreadyClaimed" }),
    ]);
  });

  test("fails on a frozen token account of a recipient", async () => {
    const campaign = await start("token", terms);
    const { svm, mint } = campaign;
    svm.mintTo(mint, campaign.address(0), 1n);
    const ata = campaign.payee(0);
    const account = svm.account(ata);
    if (!account) throw new Error("The token account does not exist.");
    account.data[108] = 2;
    svm.setAccount(ata, account);
    const body = await certifyNow(campaign);
    expect(body.failures).toEqual([
      expect.objectContaining({ leafIndex: 0, beneficiary: campaign.address(0) }),
    ]);
  });

  test("states a surplus, which the last claim of native SOL also receives", async () => {
    for (const kind of ["token", "native"] as const) {
      const campaign = await start(kind, terms);
      campaign.donate(5n);
      const body = await certifyNow(campaign);
      expect(body).toMatchObject({ result: "paid", paid: (3n * AMOUNT).toString(), rest: "5" });
    }
  });

  test("fails where a closed claim record lets a leaf be claimed again", async () => {
    const campaign = await start("token", terms);
    campaign.svm.now = START + 20n * DAY;
    ok(campaign.claim(0));
    ok(campaign.closeRecord(0));
    const body = await certifyNow(campaign);
    expect(body.result).toBe("fails");
    expect(body.assumptions).toContain("claimed_outside_list");
    expect(body.shortfall?.missing).toBe(AMOUNT.toString());
  });

  test("names a leaf whose claim record counts payments of an earlier campaign", async () => {
    const time = START + DAY;
    const campaign = await start("native", [{ releaseType: Cliff, cliffTime: time, endTime: time }]);
    campaign.svm.now = time;
    ok(campaign.claim(0));
    expect(campaign.state()).toBeNull();
    campaign.svm.now += DAY;
    await campaign.plan([
      { releaseType: Cliff, amount: 2n * AMOUNT, cliffTime: time, endTime: time },
      { who: 1, releaseType: Cliff, cliffTime: time, endTime: time },
    ]);
    ok(campaign.create());
    ok(campaign.fund(campaign.supply()));
    const body = await certifyNow(campaign);
    expect(body.failures).toEqual([
      expect.objectContaining({ leafIndex: 0, missing: AMOUNT.toString(), reason: "EarlierCampaignRecord" }),
    ]);
    expect(body.rest).toBe(AMOUNT.toString());
  });

  test("reads the accounts again after a claim in between, and gives up after several", async () => {
    const campaign = await start("token", terms);
    campaign.svm.now = START + 20n * DAY;
    const reader = svmReader(campaign.svm);
    let claims = 1;
    const options = {
      ...{ treeAddress: campaign.treeAddress, programId: DEFAULT_PROGRAM_ID, issuedAt: new Date() },
      leaves: LeafList.of(campaign.leaves),
    };
    const chain: typeof reader = {
      ...reader,
      getAccounts: async (addresses, limits) => {
        const answer = await reader.getAccounts(addresses, limits);
        // The claim records are read between the two reads of the tree.
        if (addresses.includes(campaign.recordAddress(0)) && claims-- > 0) {
          campaign.svm.now += DAY;
          ok(campaign.claim(1));
        }
        return answer;
      },
    };
    const body = await certify({ ...options, chain });
    expect(body.result).toBe("paid");
    expect(body.time).toBe((START + 21n * DAY).toString());
    expect(BigInt(body.totalClaimed)).toBe(linearPart(20n, 399n));
    claims = Number.POSITIVE_INFINITY;
    await expect(certify({ ...options, chain })).rejects.toThrow("The campaign changed while its accounts");
  });

  test("refuses a network without the program", async () => {
    const campaign = await start("token", terms);
    const reader = svmReader(campaign.svm);
    const chain: typeof reader = {
      ...reader,
      getAccounts: async (addresses, limits) => {
        const { slot, accounts } = await reader.getAccounts(addresses, limits);
        return { slot, accounts: accounts.map((account) => account && { ...account, executable: false }) };
      },
    };
    await expect(
      certify({
        ...{ chain, treeAddress: campaign.treeAddress, programId: DEFAULT_PROGRAM_ID },
        ...{ leaves: LeafList.of(campaign.leaves), issuedAt: new Date() },
      }),
    ).rejects.toThrow(`The network has no program at ${DEFAULT_PROGRAM_ID}.`);
  });

  test("executes a sample of a longer list, and calculates the other leaves", async () => {
    const many = Array.from({ length: 30 }, (_, index): LeafTerms => {
      const time = START + BigInt(1 + (index % 5)) * DAY;
      return { who: index % 3, releaseType: Milestone, milestoneIdx: index, cliffTime: time, endTime: time };
    });
    const body = await certifyNow(await start("token", many), { maxExecuted: 7 });
    expect(body).toMatchObject({ result: "paid", executedLeaves: 7, leafCount: 30, rest: "0" });
    expect(body.assumptions).toEqual(["milestones_released_at_cliff", "sampled"]);
    expect(body.dates.slice(1).map(({ paid }) => paid)).toEqual(Array(5).fill((6n * AMOUNT).toString()));
    const short = await certifyNow(await start("native", many, 1n), { maxExecuted: 7 });
    expect(short.result).toBe("fails");
    expect(short.shortfall).toEqual({ time: (START + 5n * DAY).toString(), missing: "1" });
  });

  test("chooses the same sample for the same root", () => {
    const leaves = LeafList.of(
      Array.from({ length: 100 }, (_, leafIndex) => ({
        ...{ leafIndex, beneficiary: DEFAULT_PROGRAM_ID, amount: 1n, releaseType: Cliff, milestoneIdx: 0 },
        ...{ startTime: 0n, cliffTime: 0n, endTime: 0n },
      })),
    );
    const root = "ab".repeat(32);
    const [first, second] = [chooseExecuted(leaves, root, 10), chooseExecuted(leaves, root, 10)];
    expect([...first]).toEqual([...second]);
    expect(first.size).toBe(10);
    expect([...chooseExecuted(leaves, "cd".repeat(32), 10)]).not.toEqual([...first]);
  });

  test("waits for the end of the grace period before a withdrawal", async () => {
    const campaign = await start("token", terms);
    campaign.svm.now = START + DAY;
    ok(campaign.cancel());
    campaign.svm.now += GRACE + DAY;
    const body = await certifyNow(campaign);
    expect(body.dates[0]?.takes.withdrawUnvested).toBe((3n * AMOUNT).toString());
  });
});
