// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
// Loads the module that the form imports on demand.
import "@/components/campaign/vesting-curve";
import { afterEach, expect, test } from "vitest";
import { applyTemplate, type ScheduleDraft, scheduleCells } from "@/components/create/form/schedule-draft";
import { ScheduleForm } from "@/components/create/form/schedule-form";
import { ClockProvider } from "@/components/shell/clock";
import { toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { PLAIN_TEMPLATE, SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { show } from "../show";

afterEach(cleanup);

const token = toToken(NATIVE_MINT, 9);
const SOL = 1_000_000_000n;
const NOW = BigInt(Date.UTC(2026, 10, 1) / 1000);
const getTemplate = (id: string) => {
  const template = SCHEDULE_TEMPLATES.find((entry) => entry.id === id);
  if (!template) throw new Error(`There is no template ${id}.`);
  return template;
};

function form(initial: ScheduleDraft, amount = 0n) {
  let current = initial;
  function Form() {
    const [schedule, setSchedule] = useState(initial);
    current = schedule;
    return (
      <ClockProvider serverNow={NOW.toString()}>
        <ScheduleForm {...{ schedule, amount, token }} onChange={setSchedule} error={undefined} />
      </ClockProvider>
    );
  }
  const { text } = show(<Form />);
  return { text, draft: () => current };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const pickTemplate = (id: string) =>
  fireEvent.click(screen.getByRole("radio", { name: getTemplate(id).name }));
const STARTED = "2027-01-31T00:00";
const plain = (): ScheduleDraft => {
  if (!PLAIN_TEMPLATE) throw new Error("There is a template of one leaf.");
  return applyTemplate(PLAIN_TEMPLATE, STARTED);
};

test("fills in a 1-year cliff as a quarter at the cliff, and describes it with its dates", () => {
  const { text, draft } = form(plain());
  pickTemplate("team-4-year");
  type("Start date (UTC)", STARTED);
  expect(screen.getByLabelText("Share at the cliff (%)")).toHaveProperty("value", "25");
  expect(screen.getByLabelText("Months until the cliff")).toHaveProperty("value", "12");
  expect(text()).toContain(
    "25% on 31 Jan 2028, then the other 75% evenly by the second from 31 Jan 2028 to 31 Jan 2031.",
  );
  expect(scheduleCells(draft())).toEqual({
    ...{ startTime: "2027-01-31T00:00:00Z", upfrontPercent: "0", cliffPercent: "25" },
    ...{ cliffMonths: "12", durationMonths: "48", steps: "linear" },
  });
});

test("fills in every template with its description, and resets it", () => {
  const { draft } = form(plain());
  for (const { id, schedule } of SCHEDULE_TEMPLATES) {
    pickTemplate(id);
    expect(draft().templateId).toBe(id);
    expect(draft().months === null).toBe(schedule === null);
    expect(screen.getByText(getTemplate(id).description)).toBeTruthy();
  }
});

test("shows an impossible value at its field with a possible one, and draws nothing", async () => {
  const { text } = form(applyTemplate(getTemplate("team-4-year"), STARTED));
  await screen.findByText(/Vesting curve:/);
  type("Remainder after the cliff", "monthly");
  const steps = screen.getByLabelText("Remainder after the cliff");
  expect(document.getElementById(`${steps.id}-note`)?.textContent).toContain(
    "Possible alternatives: half-yearly steps, or linear after the cliff, or monthly steps that end after 19 months.",
  );
  expect(text()).not.toContain("Vesting curve:");
  type("Remainder after the cliff", "half-yearly");
  expect(text()).toContain("in 6 equal half-yearly steps");
  type("Share at the cliff (%)", "250");
  expect(screen.getByLabelText("Share at the cliff (%)").getAttribute("aria-invalid")).toBe("true");
});

test("offers linear schedules close to a monthly plan of more steps than the program allows", async () => {
  const { text, draft } = form(applyTemplate(getTemplate("team-4-year"), STARTED));
  expect(text()).not.toContain("cannot express");
  type("Remainder after the cliff", "monthly");
  expect(text()).toContain("The program cannot express 36 monthly steps in one campaign");
  expect(text()).toContain("The plan needs 37 unlocks for each wallet. A campaign allows 8.");
  expect(text()).toContain("split the plan into 5 campaigns");
  fireEvent.click(screen.getByRole("button", { name: "Use: Linear, never ahead of the plan" }));
  expect(draft().months?.steps).toBe("linear-behind-monthly");
  expect(text()).toContain("25% on 31 Jan 2028, then the other 75% evenly by the second from");
  expect(text()).toContain("never ahead of monthly steps.");
  await screen.findByText(/Vesting curve:/);
  expect(text()).toContain("Never ahead of the plan.");
  expect(scheduleCells(draft())).toMatchObject({ steps: "linear-behind-monthly", durationMonths: "48" });
  fireEvent.click(screen.getByRole("button", { name: "Use: Linear, with the same end" }));
  expect(draft().months?.steps).toBe("linear");
});

test("shows for dates in the past the amount that can be claimed at once", () => {
  const { text } = form(applyTemplate(getTemplate("launch-monthly"), STARTED), 10n * SOL);
  expect(text()).not.toContain("in the past");
  type("Start date (UTC)", "2026-09-30T00:00");
  // The initial unlock and one of six steps.
  expect(text()).toContain("Part of this schedule is in the past: 2.5 SOL could be claimed immediately.");
});

test("lets the user choose shares and months by hand, and leave them again", () => {
  const { draft } = form(plain());
  type("Release", "months");
  expect(draft()).toMatchObject({ templateId: "", months: { cliffPercent: "25", durationMonths: "48" } });
  type("Months until the end", "36");
  expect(draft().months?.durationMonths).toBe("36");
  type("Release", "0");
  expect(draft()).toMatchObject({ releaseType: 0, months: null });
  expect(screen.getByLabelText("Unlock date")).toBeTruthy();
});

test("a cliff and a milestone have one date, which does not unlock a milestone", () => {
  const { draft } = form({ ...plain(), start: "" });
  expect(screen.getByLabelText("Start")).toBeTruthy();
  expect(screen.getByLabelText("Vesting begins (cliff)")).toBeTruthy();
  type("Release", "0");
  expect(screen.queryByLabelText("Start")).toBeNull();
  type("Unlock date", "2027-03-01T00:00");
  const time = "2027-03-01T00:00:00Z";
  const day = { startTime: time, cliffTime: time, endTime: time };
  expect(scheduleCells(draft())).toMatchObject({ releaseType: "0", ...day });
  type("Release", "2");
  expect(screen.queryByLabelText("Start")).toBeNull();
  expect(screen.getByLabelText("Planned release")).toBeTruthy();
  expect(screen.getByText("Tokens unlock when you release the milestone, not on this date.")).toBeTruthy();
  expect(scheduleCells(draft())).toMatchObject({ releaseType: "2", ...day });
});
