import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canConnect, Server, startLedgerProcess, startService } from "../cluster/servers";
import { freePort } from "../load/service/service";
import { adapt } from "./adapt";
import { asNobody, type DeploymentTest, until } from "./trial";

export type Alert = { labels: Record<string, string>; annotations: Record<string, string>; state: string };

/**
 * Starts Debian's Prometheus with the configuration of `deploy/`, scraping each second, with alerts after
 * two.
 */
export async function startPrometheus(deploymentTest: DeploymentTest, metricsPort: number): Promise<Server> {
  const folder = await deploymentTest.ownFolder("prometheus");
  const config = adapt(readFileSync("deploy/prometheus/prometheus.yml", "utf8"), [
    ["127.0.0.1:9464", `127.0.0.1:${metricsPort}`],
    ["scrape_interval: 15s", "scrape_interval: 1s"],
    ["evaluation_interval: 15s", "evaluation_interval: 1s"],
  ]);
  const alerts = readFileSync("deploy/prometheus/alerts.yml", "utf8").replaceAll(
    /\bfor: \d+[mh]/g,
    "for: 2s",
  );
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, config, { mode: 0o644 });
  writeFileSync(join(folder, "alerts.yml"), alerts, { mode: 0o644 });
  const port = await freePort();
  const own = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`];
  const command = ["prometheus", ...own, `--web.listen-address=127.0.0.1:${port}`, "--log.level=error"];
  return deploymentTest.start(new Server("Prometheus", port, asNobody(command), () => canConnect(port)));
}

/** Runs a real Prometheus against a service whose network goes away and recovers, and which then ends. */
export async function underPrometheus(deploymentTest: DeploymentTest): Promise<void> {
  const ledger = await deploymentTest.track(startLedgerProcess());
  const metricsPort = await freePort();
  const service = await deploymentTest.track(
    startService({
      ...{ DATA_DIR: join(deploymentTest.folder, "data"), SOLANA_RPC_URL: `http://127.0.0.1:${ledger.port}` },
      ...{ METRICS_PORT: String(metricsPort), LOG_LEVEL: "error" },
    }),
  );
  const prometheus = await startPrometheus(deploymentTest, metricsPort);
  const request = async (path: string) => {
    const { data } = await (await fetch(`http://127.0.0.1:${prometheus.port}/api/v1/${path}`)).json();
    return data;
  };
  const latest = async (query: string): Promise<string | undefined> =>
    (await request(`query?query=${encodeURIComponent(query)}`)).result[0]?.value[1];
  const firing = async (): Promise<Alert[]> => {
    const { alerts }: { alerts: Alert[] } = await request("alerts");
    return alerts.filter(({ state }) => state === "firing");
  };
  const names = async () => [...new Set((await firing()).map(({ labels }) => labels.alertname ?? ""))].sort();

  await until("Prometheus scrapes the service", async () => (await latest("up")) === "1");
  await until("the ledger is up", async () => (await latest('vesting_up{what="ledger"}')) === "1");
  deploymentTest.saw(
    `${(await request("label/__name__/values")).length} series' names, version ${(await request("query?query=vesting_info")).result[0]?.metric.version}`,
  );
  const rules: { name: string; health: string; lastError?: string }[] = (await request("rules")).groups[0]
    .rules;
  const faulty = rules.filter(({ health, lastError }) => lastError || health === "err");
  deploymentTest.note(`all ${rules.length} rules are evaluated`, faulty.length > 0 && JSON.stringify(faulty));
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  deploymentTest.same("nothing fires while all is well", await names(), []);

  await ledger.end("SIGKILL");
  await until("VestingLedgerAway fires", async () => (await names()).includes("VestingLedgerAway"));
  const reported = (await firing()).find(({ labels }) => labels.alertname === "VestingLedgerAway");
  deploymentTest.saw(`${reported?.annotations.summary} ${reported?.annotations.fix}`);
  deploymentTest.note(
    "VestingLedgerAway fires when the ledger is stopped",
    reported?.labels.severity !== "page" && "it does not page",
  );
  deploymentTest.same("and the service is still scraped", await latest("up"), "1");
  await ledger.up();
  await until("it ends", async () => !(await names()).includes("VestingLedgerAway"));
  deploymentTest.note("it ends when the ledger is back", null);

  await service.end("SIGTERM");
  await until("VestingIndexDown fires", async () => (await names()).includes("VestingIndexDown"));
  deploymentTest.note("VestingIndexDown fires when the service has ended", null);
}
