import { beforeEach, describe, expect, test } from "vitest";
import { POST as importCsv } from "@/app/api/campaigns/import/route";
import { POST as prepare } from "@/app/api/campaigns/prepare/route";
import { exampleRecipient } from "@/examples/recipient-keys";
import type { ImportedView, PreparedView } from "@/lib/contract/operations";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";

const [alice, bob, carol] = [0, 1, 2].map((index) => exampleRecipient(index).address);
const time = (text: string) => String(Date.parse(`${text}Z`) / 1000);
const START = time("2027-01-31T00:00");

let services: Services;
const MAX_LEAVES = 14;
beforeEach(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", MAX_LEAVES: String(MAX_LEAVES) });
  services = startServices({ env });
});

type Answer<View> = View & { error: string; details: { path: string; message: string; row?: number }[] };
const request = (recipients: unknown[]) =>
  call<Answer<PreparedView>>(prepare, { path: "/api/campaigns/prepare", body: { recipients } });
const quarter = { cliffPercent: 25, cliffMonths: 12, durationMonths: 48 };
const inMonths = (over: object = {}) => ({
  ...{ beneficiary: alice, amount: "1001", startTime: START, schedule: quarter },
  ...over,
});
const plain = { beneficiary: bob, amount: "5", releaseType: 0, startTime: "1", cliffTime: "2", endTime: "2" };

describe("preparing allocations in months", () => {
  test("returns the leaves of each allocation, and other leaves unchanged", async () => {
    const { status, body } = await request([
      inMonths(),
      plain,
      inMonths({ beneficiary: carol, startTime: "7" }),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ leafCount: 5, totalSupply: "2007" });
    const cliff = time("2028-01-31T00:00");
    const times = { startTime: START, cliffTime: cliff };
    expect(body.leaves).toMatchObject([
      { leafIndex: 0, beneficiary: alice, amount: "250", releaseType: 0, ...times, endTime: cliff },
      {
        ...{ leafIndex: 1, beneficiary: alice, amount: "751", releaseType: 1 },
        ...{ ...times, endTime: time("2031-01-31T00:00") },
      },
      { leafIndex: 2, beneficiary: bob, amount: "5" },
      { leafIndex: 3, beneficiary: carol, amount: "250", startTime: "7" },
      { leafIndex: 4, beneficiary: carol, amount: "751", startTime: "7" },
    ]);
  });

  test.each<[string, unknown[], string]>([
    ["an amount of 0", [plain, inMonths({ amount: "0" })], "recipients.1.amount"],
    ["a part that would be 0", [inMonths({ amount: "1" })], "recipients.0.amount"],
    [
      "too many steps",
      [inMonths({ schedule: { ...quarter, steps: "monthly" } })],
      "recipients.0.schedule.steps",
    ],
    [
      "an invalid share",
      [inMonths({ schedule: { ...quarter, upfrontPercent: true } })],
      "recipients.0.schedule.upfrontPercent",
    ],
    ["no end", [inMonths({ schedule: {} })], "recipients.0.schedule.durationMonths"],
    ["an invalid schedule", [inMonths({ schedule: "quarterly" })], "recipients.0.schedule"],
    ["times beside months", [inMonths({ endTime: "9" })], "recipients.0.endTime"],
    ["no start", [inMonths({ startTime: undefined })], "recipients.0.startTime"],
    // The position in the request, not of the leaf.
    [
      "more leaves than eight of one",
      [inMonths(), ...Array(7).fill({ ...plain, beneficiary: alice })],
      "recipients.7.beneficiary",
    ],
    ["an error in one of several leaves", [inMonths(), { ...plain, amount: "0" }], "recipients.1.amount"],
  ])("refuses %s at its position", async (_, recipients, path) => {
    const answer = await request(recipients);
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail) => detail.path)).toContain(path);
  });

  test("counts leaves, not items, against the campaign's limit", async () => {
    const people = Array.from({ length: 8 }, (_, index) =>
      inMonths({ beneficiary: exampleRecipient(index).address }),
    );
    expect((await request(people.slice(0, MAX_LEAVES / 2))).status).toBe(200);
    const { status, body } = await request(people);
    expect(status).toBe(400);
    expect(body.details).toMatchObject([
      { path: "recipients", message: expect.stringContaining("14 leaves") },
    ]);
  });
});

describe("importing allocations in months", () => {
  const HEADER = "beneficiary,amount,startTime,upfrontPercent,cliffPercent,cliffMonths,durationMonths,steps";
  const send = async (rows: string[], { header = HEADER, query = {} } = {}) =>
    call<Answer<ImportedView>>(importCsv, {
      path: "/api/campaigns/import",
      body: [header, ...rows].join("\n"),
      query,
      headers: { "content-type": "text/csv", ...(await signIn(createWallet(), services)) },
    });

  test("returns every row's leaves under its row, each from its own start, and prepare accepts them", async () => {
    const { status, body } = await send([
      `${alice},1001,2027-01-31,,25 %,12,48,`,
      `${bob},600,2027-03-01,10,,,6,Monthly`,
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ totalRows: 2, validRows: 2, errors: [] },
      warnings: [expect.stringContaining("were not checked")],
    });
    expect(body.recipients.map(({ row }) => row)).toEqual([2, 2, ...Array(7).fill(3)]);
    expect(body.recipients[0]).toMatchObject({ amount: "250", cliffTime: time("2028-01-31T00:00") });
    expect(body.recipients[3]).toMatchObject({ amount: "90", cliffTime: time("2027-04-01T00:00") });
    const sum = body.recipients.reduce((all, { amount }) => all + BigInt(amount), 0n);
    expect(sum).toBe(1_601n);
    expect(await request(body.recipients)).toMatchObject({ status: 200, body: { totalSupply: "1601" } });
  });

  test("fills missing values from the query, unless the columns state times", async () => {
    const query = { startTime: "2027-01-31", cliffPercent: "25", cliffMonths: "12", durationMonths: "48" };
    const defaulted = await send([`${alice},1001`], { header: "beneficiary,amount", query });
    expect(defaulted.body.recipients).toMatchObject([{ amount: "250" }, { amount: "751" }]);
    const times = { ...query, releaseType: "linear", cliffTime: "2028-01-01", endTime: "2029-01-01" };
    const header = "beneficiary,amount,durationMonths";
    const months = await send([`${alice},1001,24`], { header, query: times });
    expect(months.body.recipients).toMatchObject([{ amount: "250" }, { endTime: time("2029-01-31T00:00") }]);
    const inTimes = await send([`${alice},1001,cliff`], {
      header: "beneficiary,amount,releaseType",
      query: times,
    });
    expect(inTimes.body.recipients).toMatchObject([{ amount: "1001", releaseType: 0 }]);
  });

  test("accepts rows in months and rows in times in one file", async () => {
    const header = `${HEADER},releaseType,cliffTime,endTime`;
    const { body } = await send(
      [`${alice},1001,2027-01-31,,25,12,48,,,,`, `${bob},5,2027-01-31,,,,,,linear,2027-02-01,2027-03-01`],
      { header },
    );
    expect(body.recipients.map(({ row, amount }) => [row, amount])).toEqual([
      [2, "250"],
      [2, "751"],
      [3, "5"],
    ]);
    const both = await send([`${alice},1001,2027-01-31,,25,12,48,,linear,2027-02-01,2027-03-01`], { header });
    expect(both.body.details.map(({ path }) => path)).toEqual([
      "rows.2.releaseType",
      "rows.2.cliffTime",
      "rows.2.endTime",
    ]);
  });

  test.each([
    [`${alice},0,2027-01-31,,25,12,48,`, "amount", /greater than zero/],
    [`${alice},1,2027-01-31,,25,12,48,`, "amount", /too little/],
    [`${alice},100,2027-01-31,80,25,12,48,`, "cliffPercent", /105%/],
    [`${alice},100,2027-01-31,,25,12,48,monthly`, "steps", /Possible alternatives: half-yearly/],
    [`${alice},100,2027-01-31,,25,12,,`, "durationMonths", /Enter the number of months/],
    [`${alice},100,2027-01-31,,a quarter,12,48,`, "cliffPercent", /percentage/],
    [`${alice},100,,,25,12,48,`, "startTime", /empty/],
    [`${alice},100,1/2/2027,,25,12,48,`, "startTime", /day or the month/],
  ])("refuses the row %j at %s", async (row, field, message) => {
    const { body } = await send([row]);
    expect(body.details).toMatchObject([{ row: 2, field, message: expect.stringMatching(message) }]);
  });

  test("names a missing column that a file in months requires", async () => {
    const { body } = await send([`${alice},1001,2027-01-31,25`], {
      header: "beneficiary,amount,startTime,cliffPercent",
    });
    expect(body.details).toMatchObject([{ path: "rows.1.durationMonths" }]);
  });

  test("accepts an allocation with all its leaves or not at all", async () => {
    const row = (amount: number) => `${alice},${amount},2027-03-01,10,,,6,monthly`;
    const { body } = await send([row(600), row(700)]);
    expect(body).toMatchObject({ totalRows: 2, validRows: 1 });
    expect(body.recipients).toHaveLength(7);
    expect(body.errors).toMatchObject([{ row: 3, field: "beneficiary" }]);
    const rows = [bob, carol].map((wallet) => `${wallet},600,2027-03-01,10,,,6,monthly`);
    const tooMany = await send([row(600), ...rows]);
    expect(tooMany.body.details).toMatchObject([{ row: 4, message: expect.stringContaining("14 leaves") }]);
  });
});
