import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.object({ summary: z.string(), fix: z.string(), runbook_url: z.string() }),
});
const rules = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) });
const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

/** The alert rules. */
export const readRules = (): z.output<typeof rule>[] =>
  rules
    .parse(parse(readFileSync("deploy/prometheus/alerts.yml", "utf8")))
    .groups.flatMap(({ rules }) => rules);

/** The queries of the alert rules. */
export const readRuleQueries = (): string[] => readRules().map(({ expr }) => expr);

/** The Prometheus queries of the dashboard's panels. */
export const readDashboardQueries = (): string[] =>
  dashboard
    .parse(JSON.parse(readFileSync("deploy/grafana/vesting-index.json", "utf8")))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
