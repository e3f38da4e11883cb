import fc from "fast-check";
import { expect, test } from "vitest";
import { applyTemplate, fromLocalText } from "@/components/create/form/schedule-draft";
import {
  PREFILL_PARAMETERS,
  type PrefillParameters,
  readPrefill,
} from "@/components/create/prefill/read-prefill";
import { english } from "@/lib/core/i18n/translator";
import { isAddress, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { PLAIN_TEMPLATE, type ScheduleTemplate } from "@/lib/core/vesting/templates";
import { createWallet } from "@/tests/support/http";

const recipient = createWallet(new Uint8Array(32).fill(3)).address;
const schedule = applyTemplate(PLAIN_TEMPLATE as ScheduleTemplate, "2027-01-01T00:00");
const context = { t: english, schedule, origins: ["https://files.example.com"] };
const read = (parameters: PrefillParameters) => readPrefill(parameters, context);

test("reads token, texts and one recipient", () => {
  const { draft, problems, file } = read({ token: "sol", name: "Team", recipient, amount: "1.5" });
  expect(draft).toEqual({
    mint: NATIVE_MINT,
    name: "Team",
    mode: "one",
    beneficiary: recipient,
    amount: "1.5",
  });
  expect([problems, file]).toEqual([[], null]);
});

test("reads a schedule in percentages and months from a start", () => {
  const { draft, problems } = read({
    ...{ start: "2028-03-01", cliffPercent: "25", cliffMonths: "12", durationMonths: "48", steps: "monthly" },
  });
  expect(problems).toEqual([]);
  expect(draft.schedule?.months).toMatchObject({
    ...{ start: "2028-03-01T00:00", cliffPercent: "25", durationMonths: "48", steps: "monthly" },
  });
});

test("reads a template and its start", () => {
  const { draft, shown } = read({ template: "cliff-1-year", start: "2028-03-01T12:00:00Z" });
  expect(fromLocalText(draft.schedule?.start ?? "")).toBe(BigInt(Date.UTC(2028, 2, 1, 12) / 1000));
  expect(draft.schedule?.templateId).toBe("cliff-1-year");
  expect(shown.map(({ value }) => value)).toContain("Cliff: everything after 1 year");
});

test.each<[PrefillParameters, string]>([
  [{ token: "x" }, "The token of the link is neither SOL nor the address of a mint."],
  [{ recipient: "x" }, "The recipient of the link is not a Solana address."],
  [{ template: "none" }, "The schedule template of the link does not exist."],
  [
    { start: "soon" },
    "Start: “soon” is not a date. Enter ISO 8601, such as 2027-01-31T00:00:00Z, or Unix seconds.",
  ],
  [{ durationMonths: "many" }, "The end must be a whole number of months from 0 to 1200."],
  ...[
    "https://other.example.com/a.csv",
    "https://files.example.com.evil.test/a",
    "http://files.example.com/",
    "a.csv",
  ].map((recipients): [PrefillParameters, string] => [
    { recipients },
    "This service does not read recipients files from the address in the link.",
  ]),
])("reports %o, and does not use it", (item, problem) => {
  const { draft, file, problems } = read(item);
  expect(problems).toEqual([problem]);
  expect([draft, file]).toEqual([{}, null]);
});

test("reads a recipients file of an allowed origin only, whatever the link says", () => {
  const given = fc.record(
    Object.fromEntries(PREFILL_PARAMETERS.map((name) => [name, fc.oneof(fc.string(), fc.webUrl())])),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(given, (parameters) => {
      const { draft, file, shown, problems } = read(parameters as PrefillParameters);
      if (file !== null) expect(new URL(file).origin).toBe("https://files.example.com");
      if (draft.beneficiary !== undefined) expect(isAddress(draft.beneficiary)).toBe(true);
      if (draft.mint !== undefined) expect(isAddress(draft.mint)).toBe(true);
      expect(shown.length + problems.length).toBeGreaterThanOrEqual(Object.keys(draft).length > 0 ? 1 : 0);
    }),
  );
  expect(read({ recipients: "https://files.example.com/team.csv", recipient, amount: "1" })).toMatchObject({
    file: "https://files.example.com/team.csv",
    draft: { mode: "many", fileUnits: "tokens" },
  });
});
