import { expect, test } from "vitest";
import { GET } from "@/app/api/schedule-templates/route";
import { call, startServices } from "../support/http";

type Template = {
  id: string;
  name: string;
  description: string;
  releaseType: number;
  params: Record<string, number>;
};

test("returns templates with distinct ids and durations in days that make a valid schedule", async () => {
  startServices();
  const { status, body } = await call<{ templates: Template[] }>(GET, { path: "/api/schedule-templates" });
  expect(status).toBe(200);
  expect(body.templates.length).toBeGreaterThan(0);
  expect(new Set(body.templates.map(({ id }) => id)).size).toBe(body.templates.length);
  for (const { name, description, releaseType, params } of body.templates) {
    expect([name, description].every((text) => text.length > 0)).toBe(true);
    expect([0, 1, 2]).toContain(releaseType);
    expect(params.durationDays).toBeGreaterThan(0);
    expect(params.cliffDays).toBeLessThanOrEqual(params.durationDays ?? -1);
  }
});
