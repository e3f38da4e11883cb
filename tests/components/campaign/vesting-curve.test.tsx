// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { curveSpec } from "@/components/campaign/curve-spec";
import { VestingCurve } from "@/components/campaign/vesting-curve";
import { english } from "@/lib/core/i18n/translator";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { show } from "../show";

afterEach(cleanup);

const DAY = 86_400n;
const group = {
  ...{ releaseType: ReleaseType.Linear, startTime: 0n, cliffTime: 0n, endTime: DAY * 100n },
  ...{ amount: 100n, milestoneIdx: 0, releasedAt: null },
};
const now = DAY * 50n;
const data = { groups: [group], total: 100n, claimed: 25n, now, cancelledAt: null };
const unit = { decimals: 0, unit: "TOK" };

const getSeries = (input: Parameters<typeof curveSpec>[1], name: string) => {
  const { spec } = curveSpec(english, input, unit);
  if (spec.type !== "line") throw new Error("A vesting curve is a line chart.");
  const values = spec.series.find((series) => series.name === name)?.values ?? [];
  return new Map(spec.times.map((time, index) => [time, values[index] ?? null]));
};

const getReferenceLines = (input: Parameters<typeof curveSpec>[1]) =>
  curveSpec(english, input, unit).spec.referenceLines;

describe("curveSpec", () => {
  it("has only the current sum of claims when the past claims are unknown", () => {
    const claimed = getSeries(data, "Claimed");
    expect([...claimed].filter(([, value]) => value !== null)).toEqual([[now, 25n]]);
  });

  it("draws past claims as steps until now and leaves the future empty", () => {
    const claims = [
      { at: DAY * 10n, total: 5n },
      { at: DAY * 30n, total: 25n },
    ];
    const claimed = getSeries({ ...data, claims }, "Claimed");
    expect(claimed.get(DAY * 10n)).toBe(5n);
    expect(claimed.get(DAY * 30n)).toBe(25n);
    expect(claimed.get(now)).toBe(25n);
    for (const [time, value] of claimed) {
      expect(value).toBe(time > now ? null : time >= DAY * 30n ? 25n : time >= DAY * 10n ? 5n : 0n);
    }
  });

  it("leaves the sum before the first listed claim empty when older claims are omitted", () => {
    const claims = [{ at: DAY * 30n, total: 25n }];
    const claimed = getSeries({ ...data, claims, omitsOldClaims: true }, "Claimed");
    for (const [time, value] of claimed) {
      expect(value).toBe(time > now || time < DAY * 30n ? null : 25n);
    }
  });

  it("adds unreleased milestones after a cancellation only while the creator can release them", () => {
    const milestone = { ...group, releaseType: ReleaseType.Milestone, amount: 40n };
    const cancelled = { ...data, groups: [group, milestone], cancelledAt: DAY * 40n };
    expect(getReferenceLines(cancelled)).toBeUndefined();
    const graceEnd = DAY * 57n;
    const open = getReferenceLines({ ...cancelled, canRelease: true, graceEnd });
    const names = { name: "80 with all milestones", shortName: "80 TOK" };
    // Only the legend has the name, because the planned curve crosses the line.
    expect(open).toEqual([{ from: now, to: graceEnd, value: 80n, ...names, isUnnamed: true }]);
  });

  it("draws the plan next to the vested amount of a cancelled campaign", () => {
    const cancelledAt = DAY * 20n;
    const of = { ...data, cancelledAt };
    expect(getSeries(of, "Vested").get(now)).toBe(20n);
    const planned = getSeries(of, "As planned");
    expect(planned.get(now)).toBe(50n);
    for (const [time, value] of planned) expect(value === null).toBe(time < cancelledAt);
  });
});

describe("curveSpec of a plan", () => {
  const milestone = { ...group, releaseType: ReleaseType.Milestone, milestoneIdx: 1, amount: 40n };
  const plannedFrom = (input: Parameters<typeof curveSpec>[1]) =>
    curveSpec(english, input, unit).spec.series.map((series) => [series.name, series.plannedFrom]);

  it("marks the vested amount after the current time as planned, unless vesting has stopped", () => {
    expect(plannedFrom(data)).toEqual([
      ["Vested", now],
      ["Claimed", undefined],
    ]);
    expect(plannedFrom({ ...data, cancelledAt: DAY })[0]).toEqual(["Vested", undefined]);
  });

  it("names the total with all milestones while some are not released", () => {
    const of = { ...data, groups: [group, milestone], total: 140n };
    expect(getReferenceLines(of)?.map(({ name }) => name)).toEqual(["140 with all milestones"]);
    const released = { ...of, groups: [group, { ...milestone, releasedAt: DAY }] };
    for (const other of [released, { ...of, cancelledAt: DAY }])
      expect(getReferenceLines(other)).toBeUndefined();
  });

  it("draws no claims before the first claim", () => {
    const { spec } = curveSpec(english, { ...data, claimed: 0n }, unit);
    expect(spec.series.map(({ name }) => name)).toEqual(["Vested"]);
  });

  const getMarkers = (input: Partial<Parameters<typeof curveSpec>[1]>) =>
    curveSpec(english, { ...data, ...input }, unit).spec.markers?.map(({ at, name }) => [
      Number(at / DAY),
      name,
    ]);
  const groups = [10n, 60n, 80n].map((day) => ({ ...group, cliffTime: DAY * day }));

  it("names the cliffs of one recipient, and those of a campaign as cliffs of some allocations", () => {
    const getCliffs = (name: string) => [
      [10, "First unlock"],
      [60, name],
      [80, name],
      [50, "Now"],
    ];
    expect(getMarkers({ groups })).toEqual(getCliffs("Cliff"));
    expect(getMarkers({ groups, isCampaign: true })).toEqual(getCliffs("Later cliff"));
  });

  it("marks the past releases of milestones, each moment once, and no planned release", () => {
    const released = [10n, 20n, 20n, 90n].map((day) => ({ ...milestone, releasedAt: DAY * day }));
    expect(getMarkers({ groups: [group, ...released] })).toEqual([
      [0, "First unlock"],
      [10, "Milestone released"],
      [20, "Milestone released"],
      [50, "Now"],
    ]);
    const many = [10n, 20n, 30n].map((day) => ({ ...milestone, releasedAt: DAY * day }));
    expect(getMarkers({ groups: [group, ...many] })?.map(([, name]) => name)).toEqual([
      ...["First unlock", null, null, null, "Now"],
    ]);
  });

  it("dates the unlocks of one campaign, and not those whose name contains another one", () => {
    const getDated = (input: Partial<Parameters<typeof curveSpec>[1]>) =>
      curveSpec(english, { ...data, ...input }, unit).spec.markers?.map(({ isDated }) => Boolean(isDated));
    expect(getDated({ groups })).toEqual([true, true, true, false]);
    expect(getDated({ groups, nextUnlock: { at: DAY * 60n, name: "First unlock, Team 1" } })).toEqual([
      ...[false, false],
    ]);
  });

  it("names only the next unlock of several campaigns", () => {
    const nextUnlock = { at: DAY * 60n, name: "First unlock, Team" };
    expect(getMarkers({ groups, nextUnlock })).toEqual([
      [60, "First unlock, Team"],
      [50, "Now"],
    ]);
    expect(getMarkers({ groups, nextUnlock: null })).toEqual([[50, "Now"]]);
  });

  it("marks the current time, a cancellation and the end of its grace period", () => {
    for (const [day, name] of [
      [27n, "Grace ended"],
      [51n, "Grace ends"],
    ] as const)
      expect(getMarkers({ cancelledAt: DAY * 20n, graceEnd: DAY * day })?.slice(1)).toEqual([
        [50, "Now"],
        [20, "Cancelled"],
        [Number(day), name],
      ]);
  });
});

describe("VestingCurve", () => {
  it("lists exact amounts in a table and summarizes the curve for screen readers", () => {
    const { text } = show(<VestingCurve {...data} {...unit} />);
    expect(text()).toContain("Vesting curve: 50 TOK of 100 TOK have vested, 25 TOK have been claimed.");
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows[0]).toBe("DateVestedClaimed");
    expect(rows).toContain("20 Feb 1970Vested 50 TOKClaimed 25 TOK");
  });

  it("shows percent when the amounts only give the curve its shape", () => {
    const { text } = show(<VestingCurve {...data} {...unit} isShare />);
    expect(text()).toContain("50.00%");
  });
});
