/** Measures the first and last byte of every page of the production build, warm. Needs the build and Linux. */
import { Agent, get } from "node:http";
import { withService } from "./support/database";
import { median, record, rounded } from "./support/report";

const SIZE = { campaigns: 500, leaves: 10_000, claims: 10_000 };
const [WARM_UPS, RUNS] = [20, 60];
const GOAL_MS = 30;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Returns the milliseconds from the request, on an open connection, to the first and last byte of the body. */
function time(port: number, path: string): Promise<[firstMs: number, lastMs: number]> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const headers = { accept: "text/html,*/*;q=0.8", "accept-encoding": "gzip, deflate, br" };
    const request = get({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
      let firstMs = 0;
      if (response.statusCode !== 200) reject(new Error(`${path} returned ${response.statusCode}.`));
      response.on("data", () => {
        firstMs ||= performance.now() - startedMs;
      });
      response.once("end", () => resolve([firstMs, performance.now() - startedMs]));
    });
    request.once("error", reject);
  });
}

// No price service listens there, so pages show no prices.
const settings = { PRICE_API_URL: "http://127.0.0.1:9" };
await withService({ size: SIZE, settings }, async ({ service, targets: { large, creators } }) => {
  const campaign = `/campaigns/${large.tree}`;
  const pages: Record<string, string> = {
    ...{ landing: "/", campaigns: "/campaigns", campaign, create: "/create", docs: "/docs/api" },
    ...{ "root versions": `${campaign}?view=roots`, claims: `${campaign}?view=claims` },
    ...{ timeline: `${campaign}?view=timeline`, proof: `${campaign}/proof/0`, rotate: `${campaign}/rotate` },
    ...{ portfolio: "/portfolio", "portfolio of an address": `/portfolio?address=${large.beneficiaries[0]}` },
    ...{ activity: "/activity", "activity of an address": `/activity?address=${creators[0]}` },
  };
  const all = Object.entries(pages).map(([name, path]) => ({ name, path, times: [] as [number, number][] }));
  for (let round = -WARM_UPS; round < RUNS; round++) {
    for (const { path, times } of all) {
      const measured = await time(service.port, path);
      if (round >= 0) times.push(measured);
    }
  }
  const rows = all.map(({ name, times }) => ({
    page: name,
    "first byte ms": rounded(median(times.map(([firstMs]) => firstMs))),
    goal: `≤ ${GOAL_MS}`,
    "last byte ms": rounded(median(times.map(([, lastMs]) => lastMs))),
  }));
  record("pages", rows);
});
agent.destroy();
