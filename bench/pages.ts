/** Measures the first and last byte of every page of the production build, warm. Needs the build and Linux. */
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { startService } from "./support/database";
import { median, record } from "./support/report";

const SIZE = { campaigns: 500, leaves: 10_000, claims: 10_000 };
const [WARM_UPS, RUNS] = [20, 60];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const HEADERS = { accept: "text/html,*/*;q=0.8", "accept-encoding": "gzip, deflate, br" };

/** Returns the milliseconds from the request, on an open connection, to the first and last byte of the body. */
async function time(port: number, path: string): Promise<[firstMs: number, lastMs: number]> {
  const startedMs = performance.now();
  const request = get({ host: "127.0.0.1", port, path, agent, headers: HEADERS });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (response?.statusCode !== 200) throw new Error(`${path} returned ${response?.statusCode}.`);
  let firstMs = 0;
  for await (const _ of response) firstMs ||= performance.now() - startedMs;
  return [firstMs, performance.now() - startedMs];
}

// No price service listens there, so pages show no prices.
await using started = await startService({ PRICE_API_URL: "http://127.0.0.1:9" }, SIZE);
const { large, creators } = started.targets;
const campaign = `/campaigns/${large.tree}`;
const pages: Record<string, string> = {
  ...{ landing: "/", campaigns: "/campaigns", campaign, create: "/create", docs: "/docs/api" },
  ...{ "root versions": `${campaign}?view=roots`, claims: `${campaign}?view=claims` },
  ...{ timeline: `${campaign}?view=timeline`, proof: `${campaign}/proof/0`, rotate: `${campaign}/rotate` },
  certificate: `${campaign}/certificate`,
  ...{ portfolio: "/portfolio", "portfolio of an address": `/portfolio?address=${large.beneficiaries[0]}` },
  ...{ activity: "/activity", "activity of an address": `/activity?address=${creators[0]}` },
};
const all = Object.entries(pages).map(([name, path]) => ({ name, path, times: [] as [number, number][] }));
for (let round = -WARM_UPS; round < RUNS; round++) {
  for (const { path, times } of all) {
    const measured = await time(started.service.port, path);
    if (round >= 0) times.push(measured);
  }
}
const rows = all.map(({ name, times }) => ({
  page: name,
  "first byte ms": median(times.map(([firstMs]) => firstMs)),
  goal: "≤ 30",
  "last byte ms": median(times.map(([, lastMs]) => lastMs)),
}));
record("pages", rows);
