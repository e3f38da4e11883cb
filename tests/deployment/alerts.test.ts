import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { readRules } from "./support/queries";

const RULES = readRules();
const OPERATORS = readFileSync("docs/operators.md", "utf8");
const RUNBOOK = "https://vesting.example.com/docs/operators#";

/** The text of each third-level heading of a section. */
function getSections(markdown: string, title: string): Map<string, string> {
  const [, section = ""] = markdown.split(`\n## ${title}\n`);
  const [own = ""] = section.split("\n## ");
  return new Map(
    own
      .split("\n### ")
      .slice(1)
      .map((part) => [part.split("\n", 1)[0] ?? "", part] as const),
  );
}

const sections = getSections(OPERATORS, "Alerts");

describe("the runbook", () => {
  test("has one heading for each alert, in the order of the rules", () => {
    expect([...sections.keys()]).toEqual(RULES.map(({ alert }) => alert));
  });

  test.each(RULES.map(({ alert }) => alert))(
    "has three commands, a fix and a verification for %s",
    (alert) => {
      const text = sections.get(alert) ?? "";
      expect(text.match(/^\$ \S+/gm)).toHaveLength(3);
      // No command is directly followed by another one: each has its expected output.
      expect(text).not.toMatch(/^\$ .*\n\$ /m);
      expect(text).toMatch(/^\*\*Fix:\*\* \S/m);
      expect(text).toMatch(/^\*\*Verify:\*\* \S/m);
    },
  );

  test("is where the alerts point to", () => {
    for (const { alert, annotations } of RULES)
      expect(annotations.runbook_url).toBe(`${RUNBOOK}${alert.toLowerCase()}`);
    expect(existsSync("app/docs/[page]/page.tsx")).toBe(true);
  });
});

describe("the alerts", () => {
  test("are about the whole service and never about one process", () => {
    for (const { alert, expr, annotations } of RULES) {
      expect(expr, alert).toMatch(/\bby \(job\b/);
      expect(annotations.summary, alert).not.toContain("$labels.instance");
    }
  });

  test("name only documents that mention them", () => {
    for (const { alert, annotations } of RULES) {
      for (const [file] of annotations.fix.matchAll(/docs\/[\w-]+\.md/g))
        expect(readFileSync(file, "utf8"), `${alert}: ${file}`).toContain(alert);
    }
  });
});

const matcher = z.string().transform((text, context) => {
  const [, name = "", operator = "", value = ""] = /^(\w+) (=~|=) "?([^"]+)"?$/.exec(text) ?? [];
  if (name !== "alertname") context.addIssue({ code: "custom", message: `${text} is not about alertname` });
  return new RegExp(`^(?:${operator === "=" ? value.replaceAll(/\W/g, "\\$&") : value})$`);
});
const configuration = z.object({
  inhibit_rules: z.array(
    z.object({
      source_matchers: z.tuple([matcher]),
      target_matchers: z.tuple([matcher]),
      equal: z.tuple([z.literal("job")]),
    }),
  ),
});
const { inhibit_rules: INHIBIT } = configuration.parse(
  parse(readFileSync("deploy/prometheus/alertmanager.yml", "utf8")),
);

/** The pages that are sent while these alerts of one job fire. */
const getPages = (firing: readonly string[]): string[] =>
  firing.filter((target) => {
    const isInhibited = INHIBIT.some(
      ({ source_matchers: [source], target_matchers: [pattern] }) =>
        pattern.test(target) && firing.some((other) => other !== target && source.test(other)),
    );
    return !isInhibited && RULES.find(({ alert }) => alert === target)?.labels.severity === "page";
  });

describe("the inhibit rules", () => {
  test("name only alerts that exist", () => {
    const names = RULES.map(({ alert }) => alert);
    for (const {
      source_matchers: [source],
      target_matchers: [target],
    } of INHIBIT) {
      expect(names.filter((name) => source.test(name))).toHaveLength(1);
      const listed = /\(([\w|]+)\)/.exec(target.source.replace("(?:", ""))?.[1]?.split("|") ?? [];
      for (const part of listed) expect(names).toContain(`Vesting${part}`);
    }
  });

  test.each([
    ["a database that is away", ["DatabaseAway", "IndexLagging", "IndexerFailing", "AnswersFailing"]],
    ["a full disk", ["StorageFailing", "DiskAlmostFull", "IndexLagging", "IndexerFailing", "AnswersFailing"]],
    [
      "a network that is away",
      ["LedgerAway", "LedgerStale", "StreamAway", "IndexLagging", "IndexerFailing", "IndexProblem"],
    ],
    ["a node that stopped", ["LedgerStale", "IndexProblem", "IndexLagging"]],
    ["a clock that is wrong", ["ClockSkewed", "LedgerStale"]],
    ["a Redis that is away", ["StoreAway", "AnswersFailing"]],
    ["a machine that is down", ["IndexDown", "DatabaseAway", "LedgerAway", "IndexLagging", "AnswersFailing"]],
    ["a transaction that cannot be read", ["IndexProblem", "IndexerFailing", "IndexLagging", "IndexDrift"]],
  ])("leave one page for %s", (_cause, [first = "", ...others]) => {
    const all = [first, ...others].map((name) => `Vesting${name}`);
    expect(getPages(all)).toEqual([`Vesting${first}`]);
  });

  test("do not silence alerts without a common cause", () => {
    expect(getPages(["VestingStoreAway", "VestingProgramChanged"])).toHaveLength(2);
  });
});
