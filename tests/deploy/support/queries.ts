import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

/** What the alert rules ask Prometheus. */
export const readRuleQueries = (): string[] =>
  rules
    .parse(parse(readFileSync("deploy/prometheus/alerts.yml", "utf8")))
    .groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));

/** What the panels of the dashboard ask Prometheus. */
export const readDashboardQueries = (): string[] =>
  dashboard
    .parse(JSON.parse(readFileSync("deploy/grafana/vesting-index.json", "utf8")))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
