import { type Keypair, Transaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Built, post, sendSigned } from "@/docs/actions/examples/act";
import { createCampaign, type RecipientInMonths } from "@/docs/actions/examples/create-campaign";
import { sendPlan } from "@/docs/actions/examples/send-plan";
import { LONG } from "@/ledger/tests/support/long";
import { planReleaseMilestone } from "@/lib/core/plans/govern-campaign";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { type Cast, createCast, recipient, World } from "./harness";

/** Follows every template as a client uses it, from its description to the payments on the ledger. */

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

type Template = {
  id: string;
  description: string;
  releaseType: number;
  params: { cliffDays: number; durationDays: number };
  schedule: RecipientInMonths["schedule"] | null;
};
type Simulated = { at: { vested: string }; breakdown: { time: string; cumulative: string }[] };

/** An amount that its parts do not divide, so that rounding shows. */
const AMOUNT = 1_000_003n;
const DAY = 86_400n;
const MINUTE = 60n;

/**
 * A part of a template's description: a share of the whole that unlocks in equal parts at its dates, or
 * evenly between two.
 */
type Message = { percent: number; dates: bigint[]; isEven: boolean };

const monthsLater = (from: bigint, count: number) => {
  const date = new Date(Number(from) * 1000);
  return BigInt(date.setUTCMonth(date.getUTCMonth() + count) / 1000);
};

const MONTHS_APART: Record<string, number> = { monthly: 1, quarterly: 3, "half-yearly": 6, yearly: 12 };
const STEPS = /^in (\d+) equal (\S+) steps, the first (.+), the last (.+)$/;

/** Parses the description as a person would, without knowledge of leaves. */
function readWords(description: string, start: bigint): Message[] {
  const moment = (text: string) => {
    if (/^(at )?the start$/.test(text)) return start;
    const [, count = "", unit] = /^(\d+) (month|day)s? after the start$/.exec(text) ?? [];
    if (!unit) throw new Error(`Unknown time of “${text}” is.`);
    return unit === "day" ? start + BigInt(count) * DAY : monthsLater(start, Number(count));
  };
  return description
    .replace(/\.$/, "")
    .split(", then ")
    .map((part): Message => {
      const [, percent = "", rest = ""] = /^(?:the other )?([\d.]+)% (.+)$/.exec(part) ?? [];
      const [, from, to] = /^evenly by the second from (.+) to (.+)$/.exec(rest) ?? [];
      const [, count, kind = "", first, last] = STEPS.exec(rest) ?? [];
      const output = { percent: Number(percent), isEven: false };
      if (from && to) return { ...output, dates: [moment(from), moment(to)], isEven: true };
      if (!first || !last) return { ...output, dates: [moment(rest)] };
      const dates = Array.from({ length: Number(count) }, (_, step) =>
        monthsLater(moment(first), step * (MONTHS_APART[kind] ?? Number.NaN)),
      );
      expect(dates.at(-1)).toBe(moment(last));
      return { ...output, dates };
    });
}

/** Returns the amount that the description promises by a time, before any rounding. */
function promised(words: readonly Message[], now: bigint): number {
  const getPart = ({ dates, isEven }: Message) => {
    const [from = 0n, to = 0n] = dates;
    if (!isEven) return dates.filter((date) => now >= date).length / dates.length;
    return now < from ? 0 : now >= to ? 1 : Number(now - from) / Number(to - from);
  };
  return words.reduce((sum, output) => sum + (Number(AMOUNT) * output.percent * getPart(output)) / 100, 0);
}

const isAsPromised = (amount: bigint, promise: number) =>
  Number(amount) <= promise + 0.001 && Number(amount) > promise - 2.001;

/** Returns the dates of all parts, and the middle of even parts. */
function getDates(words: readonly Message[]): bigint[] {
  const all = words.flatMap(({ dates, isEven }) => {
    const [from = 0n, to = 0n] = dates;
    return isEven ? [from, (from + to) / 2n, to] : dates;
  });
  return [...new Set(all)].toSorted((a, b) => Number(a - b));
}

async function claim(treeAddress: string, wallet: Keypair): Promise<void> {
  const account = wallet.publicKey.toBase58();
  const response = await fetch(`${world.api.baseUrl}/api/actions/claim/${treeAddress}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account }),
  });
  const answer = (await response.json()) as Pick<Built, "transaction"> & { message: string };
  // All unlocked leaves fit one transaction.
  if (!response.ok) return;
  expect(answer.message).not.toContain("claim once more");
  const transaction = Transaction.from(Buffer.from(answer.transaction, "base64"));
  transaction.partialSign(wallet);
  const blockhash = transaction.recentBlockhash ?? "";
  await sendSigned(world.api, transaction, { blockhash, lastValidBlockHeight: Number.MAX_SAFE_INTEGER });
}

/** Returns a template in the form that prepare and simulate accept unchanged. */
function asRequested(template: Template, start: bigint) {
  const at = (days: number) => (start + BigInt(days) * DAY).toString();
  const { schedule, releaseType, params } = template;
  const times = { releaseType, cliffTime: at(params.cliffDays), endTime: at(params.durationDays) };
  return { startTime: start.toString(), ...(schedule ? { schedule } : times) };
}

async function createdFrom(template: Template, cast: Cast, start: bigint): Promise<string> {
  const allocation = {
    beneficiary: cast.beneficiary.publicKey.toBase58(),
    amount: AMOUNT.toString(),
    ...asRequested(template, start),
  };
  const other = recipient({ ...cast, beneficiary: cast.authority }, { amount: 5n, start: world.now });
  const recipients = [allocation as RecipientInMonths, other];
  return createCampaign(world.api, { terms: cast.terms, recipients, creator: cast.creator });
}

const IDS = SCHEDULE_TEMPLATES.map(({ id }) => id);

describe("a template", () => {
  test.each(IDS)(
    "%s is simulated, prepared, created and paid as its description states",
    LONG,
    async (id) => {
      const { templates } = await world.get<{ templates: Template[] }>("/api/schedule-templates");
      const template = templates.find((entry) => entry.id === id);
      if (!template) throw new Error(`The service has no template ${id}.`);
      const cast = await createCast(world, "tokens");
      // A day that every month has, so that parsing needs no rule for shorter months.
      const first = new Date(Number(world.now + 40n * DAY) * 1000);
      const start = BigInt(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 15) / 1000);
      const simulate = (over: object = {}) =>
        post<Simulated>(world.api, "/api/simulate-vesting", {
          body: { amount: AMOUNT.toString(), ...asRequested(template, start), ...over },
        });
      const { breakdown } = await simulate();
      expect(BigInt(breakdown.at(-1)?.cumulative ?? 0)).toBe(AMOUNT);
      const tree = await createdFrom(template, cast, start);
      const paid = () => world.balance(cast.mint, cast.beneficiary);
      if (template.releaseType === 2) {
        expect(template.description).toBe("100% when the creator releases the milestone, whatever the time.");
        await claim(tree, cast.beneficiary);
        expect(await paid()).toBe(0n);
        const plan = planReleaseMilestone({ ...cast.terms, treeAddress: tree, milestoneIdx: 0 });
        await sendPlan(world.api, plan, [cast.creator]);
        await claim(tree, cast.beneficiary);
        return expect(await paid()).toBe(AMOUNT);
      }
      /**
       * Returns the amount vested at the block of the last claim, whose clock may differ from the date by a
       * second.
       */
      const vestedWhenClaimed = async (treeAddress: string) => {
        const last = await world.newest(treeAddress);
        if (last?.type !== "claimed") return 0n;
        return BigInt((await simulate({ at: String(last.blockTime) })).at.vested);
      };
      const words = readWords(template.description, start);
      expect(words.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
      for (const date of getDates(words)) {
        for (const time of [date - 1n, date]) {
          const promise = promised(words, time);
          const { at } = await simulate({ at: time.toString() });
          expect(isAsPromised(BigInt(at.vested), promise), `simulated ${at.vested} of ${promise}`).toBe(true);
        }
        // A claim that is built within the last second before the date may execute at the date.
        for (const time of [date - MINUTE, date]) {
          if (time > world.now) world.advance(time - world.now);
          await claim(tree, cast.beneficiary);
          expect(await paid(), `paid at ${time - start} s`).toBe(await vestedWhenClaimed(tree));
        }
      }
      // The last block may have been opened a second before the last date.
      world.advance(10n);
      await claim(tree, cast.beneficiary);
      expect(await paid()).toBe(AMOUNT);
    },
  );

  test("a 1-year cliff unlocks a quarter at the cliff, and nothing before", () => {
    const cliffs = SCHEDULE_TEMPLATES.filter(({ name }) => name.includes("1-year cliff"));
    expect(cliffs.length).toBeGreaterThan(0);
    for (const { description } of cliffs) {
      const [quarter] = readWords(description, 0n);
      const year = BigInt(Date.UTC(1971, 0) / 1000);
      expect(quarter).toEqual({ percent: 25, dates: [year], isEven: false });
      expect(promised(readWords(description, 0n), year - 1n)).toBe(0);
    }
  });
});
