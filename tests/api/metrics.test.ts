import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET as healthGet } from "@/app/api/health/route";
import { GET } from "@/app/api/metrics/route";
import { updateProblems } from "@/db/queries/indexing/sync-state";
import { reminders } from "@/db/schema";
import { Endpoint } from "@/lib/service/chain/endpoint";
import { systemClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import { countReminder, countWebhooks } from "@/lib/service/metrics/count";
import { metrics } from "@/lib/service/metrics/metrics";
import { resetObserved } from "@/lib/service/setup/observed";
import { addSubscription, clearReminders } from "@/tests/lib/service/reminders/support/harness";
import { readDashboardQueries, readRuleQueries } from "../deployment/support/queries";
import { openTestDatabase } from "../support/database";
import { call, startServices } from "../support/http";

const KEY = "a-key-of-the-operator";
const env = readEnv({ ADMIN_API_KEY: KEY, RATE_LIMIT: "off" });
const database = openTestDatabase();
const start = () => startServices({ db: database.db, env, chain: null });
const read = (headers: Record<string, string>) => call(GET, { path: "/api/metrics", headers });
const asOperator = () => read({ "x-admin-key": KEY });

/** Returns the value of a sample by its name and labels in their written form. */
const sample = (text: string, name: string) => {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

afterEach(() => metrics().registry.resetMetrics());

// Requests of earlier tests in the same process can reveal problems of their settings.
beforeEach(resetObserved);

describe("metrics", () => {
  test("require the operator's key, in the form that Prometheus sends", async () => {
    start();
    expect((await read({})).status).toBe(401);
    expect((await read({ authorization: "Bearer another-key-altogether" })).status).toBe(401);
    const answer = await read({ authorization: `Bearer ${KEY}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect((await asOperator()).status).toBe(200);
  });

  test("count every response by its route's pattern and status", async () => {
    start();
    for (let n = 0; n < 3; n++) await call(healthGet, { path: "/api/health" });
    const { text } = await asOperator();
    const labels = 'route="GET /api/health",status="503"';
    expect(sample(text, `vesting_http_requests_total{${labels}}`)).toBe(3);
    expect(sample(text, 'vesting_http_request_duration_seconds_count{route="GET /api/health"}')).toBe(3);
  });

  test("report the health of components and settings, and nothing secret", async () => {
    start();
    const { text } = await asOperator();
    expect(sample(text, 'vesting_up{what="database"}')).toBe(1);
    expect(sample(text, 'vesting_up{what="ledger"}')).toBe(0);
    expect(sample(text, "vesting_setup_warnings")).toBe(1);
    expect(sample(text, 'vesting_expensive_requests{kind="work",state="running"}')).toBeGreaterThanOrEqual(0);
    expect(text).not.toContain(KEY);
  });

  test("count network calls by endpoint, without the keys in its address", async () => {
    start();
    const endpoint = new Endpoint("http://127.0.0.1:9/?api-key=very-secret", 10);
    const asking = endpoint.request([{ method: "getSlot", params: [] }], new AbortController().signal);
    await expect(asking).rejects.toThrow();
    const { text } = await asOperator();
    const labels = 'endpoint="127.0.0.1:9",outcome="unreachable"';
    expect(sample(text, `vesting_rpc_requests_total{${labels}}`)).toBe(1);
    expect(text).not.toContain("very-secret");
  });

  test("name each problem of the index by its code", async () => {
    await updateProblems(database.db, JSON.stringify([{ code: "endpoint_lagging", count: 2 }]));
    start();
    const { text } = await asOperator();
    expect(sample(text, 'vesting_index_problems{code="endpoint_lagging"}')).toBe(2);
    expect(sample(text, 'vesting_index_problems{code="scan_failing"}')).toBe(0);
    await updateProblems(database.db, "[]");
  });

  test("count webhooks and pending deliveries", async () => {
    start();
    countWebhooks({ delivered: 3, failed: 2 });
    const { text } = await asOperator();
    expect(sample(text, 'vesting_webhook_attempts_total{result="taken"}')).toBe(3);
    expect(sample(text, 'vesting_webhook_attempts_total{result="refused"}')).toBe(2);
    expect(sample(text, "vesting_webhook_backlog")).toBe(0);
    expect(sample(text, "vesting_webhook_oldest_seconds")).toBe(0);
  });

  test("count reminders and those that wait", async () => {
    const [due, refused] = [await addSubscription(database.db), await addSubscription(database.db)];
    const dueAt = systemClock.now() - 50n;
    for (const { id, attempts, age } of [
      { id: due.id, attempts: 0, age: 0n },
      { id: refused.id, attempts: 1, age: 900n },
    ])
      await database.db.insert(reminders).values({
        ...{ subscriptionId: id, kind: "unlock.due", leadSeconds: 0, day: 1, campaignId: 0 },
        ...{ dueAt: dueAt - age, attempts },
      });
    start();
    for (const result of ["sent", "mail_server", "mail_server"] as const) countReminder(result);
    const { text } = await asOperator();
    expect(sample(text, 'vesting_reminder_attempts_total{result="mail_server"}')).toBe(2);
    expect(sample(text, "vesting_reminder_backlog")).toBe(2);
    const oldest = sample(text, "vesting_reminder_oldest_seconds");
    expect(oldest).toBeGreaterThanOrEqual(50);
    expect(oldest).toBeLessThan(800);
    await clearReminders(database.db);
  });

  test("cover the queries of the dashboard and the alerts", async () => {
    start();
    const known = new Set((await metrics().registry.getMetricsAsJSON()).map(({ name }) => name));
    const requested = [...readDashboardQueries(), ...readRuleQueries()].flatMap(
      (query) => query.match(/\b(?:vesting|nodejs|process)_\w+/g) ?? [],
    );
    expect(requested.length).toBeGreaterThan(20);
    const names = requested.map((name) => name.replace(/_(bucket|sum|count)$/, ""));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

describe.runIf(hasPromtool)("Prometheus' own tool", () => {
  test("finds no errors in the metrics, the rules and their tests", async () => {
    start();
    const { text } = await asOperator();
    const run = (args: string[], input = "") => spawnSync("promtool", args, { input, encoding: "utf8" });
    const lint = run(["check", "metrics"], text);
    // Metrics of the Node runtime keep the names that common dashboards use.
    const ours = `${lint.stdout}${lint.stderr}`.split("\n").filter((line) => line.startsWith("vesting"));
    expect(ours).toEqual([]);
    expect(run(["check", "rules", "deploy/prometheus/alerts.yml"]).status).toBe(0);
    const tested = run(["test", "rules", "deploy/prometheus/alerts.test.yml"]);
    expect(`${tested.stdout}${tested.stderr}`).toContain("SUCCESS");
    expect(readFileSync("deploy/prometheus/prometheus.yml", "utf8")).toContain("alerts.yml");
  });
});
