import { expect, test } from "vitest";
import type { CampaignDraft } from "@/components/create/form/campaign-draft";
import { applyTemplate, monthsFrom } from "@/components/create/form/schedule-draft";
import { splitDraft } from "@/components/create/form/split-draft";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import { english } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { PLAIN_TEMPLATE } from "@/lib/core/vesting/templates";
import { createWallet } from "@/tests/support/http";

const START = "2027-01-31T00:00";
const people = [1, 2, 3].map((seed) => createWallet(new Uint8Array(32).fill(seed)).address);
const options = { decimals: 9, maxLeaves: 1_000 };

function monthlyDraft(change: Partial<CampaignDraft>): CampaignDraft {
  if (!PLAIN_TEMPLATE) throw new Error("There is a template of one leaf.");
  const schedule = applyTemplate(PLAIN_TEMPLATE, START);
  return {
    ...{ step: "schedule", name: "Crew", description: "", logoUri: "", mint: NATIVE_MINT, mode: "many" },
    ...{ beneficiary: "", amount: "", fileUnits: "tokens", sheet: null, isReadingFile: false },
    ...{ cancellable: true, cancelBy: "creator", cancelAuthority: "" },
    ...{ pausable: true, pauseBy: "creator", pauseAuthority: "" },
    schedule: { ...schedule, months: { ...monthsFrom(START), start: START, steps: "monthly" } },
    ...change,
  };
}

/** Checks every draft as the form does, and returns the sums by wallet over all drafts. */
async function calculateSums(
  drafts: CampaignDraft[],
): Promise<Map<string, { amount: bigint; leaves: number }>> {
  const sums = new Map<string, { amount: bigint; leaves: number }>();
  for (const { sheet, fileUnits } of drafts) {
    if (!sheet || fileUnits !== "base") throw new Error("A part has a list in base units.");
    const checked = await checkSheet(sheet, { t: english, decimals: undefined, defaults: {} });
    expect([checked.errors.size, checked.listError]).toEqual([0, null]);
    for (let position = 0; position < checked.recipients.length; position++) {
      const { beneficiary, amount } = checked.recipients.at(position);
      const before = sums.get(beneficiary) ?? { amount: 0n, leaves: 0 };
      sums.set(beneficiary, { amount: before.amount + amount, leaves: before.leaves + 1 });
    }
  }
  return sums;
}

test("splits a list under 36 monthly steps into five drafts that pay every wallet its whole amount", async () => {
  const [one, other, third] = people as [string, string, string];
  const sheet = await readSheet(
    english,
    `recipient,amount\n${one},1000\n${other},0.7\n${third},3\n${one},500\n`,
  );
  const drafts = await splitDraft(english, monthlyDraft({ sheet }), options);
  expect(drafts.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((part) => `Crew, part ${part} of 5`));
  expect(Object.fromEntries(await calculateSums(drafts))).toEqual({
    [one]: { amount: 1_500_000_000_000n, leaves: 37 },
    [other]: { amount: 700_000_000n, leaves: 37 },
    [third]: { amount: 3_000_000_000n, leaves: 37 },
  });
});

test("splits the allocation of a single recipient into lists", async () => {
  const [beneficiary] = people as [string];
  const drafts = await splitDraft(english, monthlyDraft({ mode: "one", beneficiary, amount: "10" }), options);
  expect(drafts.map(({ mode }) => mode)).toEqual(Array(5).fill("many"));
  expect((await calculateSums(drafts)).get(beneficiary)).toEqual({ amount: 10_000_000_000n, leaves: 37 });
});

test("refuses a list that cannot be split, and says why", async () => {
  const [one] = people as [string];
  const getList = async (text: string) => monthlyDraft({ sheet: await readSheet(english, text) });
  const refusals: [CampaignDraft, string][] = [
    [monthlyDraft({}), "Enter the recipients and their amounts first."],
    [monthlyDraft({ mode: "one" }), "Enter the recipients and their amounts first."],
    [await getList(`recipient,amount\n${one},-1\n`), "Correct the marked rows first."],
    [
      await getList(`recipient,amount,durationMonths\n${one},1,12\n`),
      "Rows of this list have their own schedules. Only lists without them can be split.",
    ],
    [await getList(`recipient,amount\n${one},0.000000001\n`), "1 base unit is too little"],
  ];
  for (const [draft, message] of refusals)
    await expect(splitDraft(english, draft, options)).rejects.toThrow(message);
  const long = await getList(`recipient,amount\n${one},1\n`);
  await expect(splitDraft(english, long, { ...options, maxLeaves: 7 })).rejects.toThrow("too long to split");
});
