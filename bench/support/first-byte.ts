import { createHash } from "node:crypto";
import { Agent, get } from "node:http";
import type { PageCase } from "./page-cases";
import { median, rounded } from "./report";

const ROUNDS = 60;
/** As many as the engine needs to have compiled what pages are made by. */
const WARM_UP = 20;

type Asked = { port: number; path: string; agent: Agent };
/** Milliseconds from sending a request to the first byte of the body, and to its last one. */
type Times = { firstMs: number; lastMs: number };

/** Asks as a browser does, over a connection that is open already. */
function time({ port, path, agent }: Asked): Promise<Times> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const headers = { accept: "text/html,*/*;q=0.8", "accept-encoding": "gzip, deflate, br" };
    const request = get({ host: "127.0.0.1", port, path, agent, headers }, (answer) => {
      let firstMs = 0;
      if (answer.statusCode !== 200) reject(new Error(`${path} was answered ${answer.statusCode}.`));
      answer.on("data", () => {
        firstMs ||= performance.now() - started;
      });
      answer.once("end", () => resolve({ firstMs, lastMs: performance.now() - started }));
      answer.once("error", reject);
    });
    request.once("error", reject);
  });
}

/** The same for the same round: what recurs after as many bytes or answers, as collecting garbage does, meets no page each time. */
function inOrderOf<Item>(round: number, items: readonly Item[]): Item[] {
  const orders = items.map((_, at) => createHash("sha256").update(`${round} ${at}`).digest("hex"));
  return [...items.keys()]
    .toSorted((a, b) => ((orders[a] ?? "") < (orders[b] ?? "") ? -1 : 1))
    .flatMap((at) => items[at] ?? []);
}

/**
 * The medians of each page's first byte and of all the answers that hold its data, one after the other. They take turns, so
 * that whatever else the machine does meets both alike.
 */
export async function measureFirstBytes(port: number, pages: readonly PageCase[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sums = pages.map((page) => ({
    page,
    first: [] as number[],
    last: [] as number[],
    api: [] as number[],
  }));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { page, first, last, api } of inOrderOf(round, sums)) {
      const { firstMs, lastMs } = await time({ port, path: page.path, agent });
      let apiMs = 0;
      for (const path of page.data) apiMs += (await time({ port, path, agent })).lastMs;
      if (round < 0) continue;
      first.push(firstMs);
      last.push(lastMs);
      api.push(apiMs);
    }
  }
  agent.destroy();
  return sums.map(({ page, first, last, api }) => ({
    page: page.name,
    answers: page.data.length,
    firstByteMs: rounded(median(first)),
    lastByteMs: rounded(median(last)),
    apiMs: rounded(median(api)),
    timesApi: page.data.length > 0 ? rounded(median(first) / median(api)) : null,
  }));
}
