import { startLedger } from "@vesting-index/ledger";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices, type Services } from "@/lib/service/services";
import { createDatabase } from "./support/database";
import { pathOf, type Read, readsOf } from "./support/read-requests";
import { selectTargets } from "./support/read-targets";
import { percentile, record, rounded } from "./support/report";
import { SIZES, type Size, seed } from "./support/seed";

const REQUESTS = 200;
const WARM_UP = 20;

type Figures = { p50: number; p99: number };

/** A seeded database behind services of its own. */
type Opened = {
  services: Services;
  seedSeconds: number;
  reads: Read[];
  close(): Promise<void>;
};

async function ask(read: Read, turn: number): Promise<number> {
  const { params = {} } = read.ask(turn);
  const request = new Request(`http://localhost${pathOf(read, turn)}`);
  const start = performance.now();
  const response = await read.handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  const ms = performance.now() - start;
  if (response.status !== 200) throw new Error(`${request.url} was answered ${response.status}: ${text}`);
  return ms;
}

async function open(size: Size, ledgerUrl: string): Promise<Opened> {
  const database = await createDatabase("postgres");
  const settings = { RATE_LIMIT: "off", LOG_LEVEL: "silent", SOLANA_RPC_URL: ledgerUrl };
  const { services, close } = await openServices(readEnv({ ...database.settings, ...settings }));
  const start = performance.now();
  await seed(services.db, size);
  const seedSeconds = rounded((performance.now() - start) / 1000);
  console.log(`Seeded ${size.campaigns} campaigns in ${seedSeconds} s.`);
  return {
    services,
    seedSeconds,
    reads: readsOf(await selectTargets(services.db)),
    close: async () => {
      await close();
      await database.remove();
    },
  };
}

const figuresOf = (times: number[]): Figures => ({
  p50: rounded(percentile(times, 0.5)),
  p99: rounded(percentile(times, 0.99)),
});

/**
 * Times one kind of request from the call to the last byte of the answer, in milliseconds. The databases take turns,
 * so that whatever else the machine does meets both alike.
 */
async function compare(small: Opened, large: Opened, place: number) {
  const sides = [small, large].map(({ services, reads }) => ({
    services,
    read: reads[place],
    times: [] as number[],
  }));
  for (let turn = 0; turn < WARM_UP + REQUESTS; turn++) {
    for (const { services, read, times } of sides) {
      if (!read) throw new Error("Both databases are asked the same.");
      provideServices(services);
      const ms = await ask(read, turn);
      if (turn >= WARM_UP) times.push(ms);
    }
  }
  const [ofSmall, ofLarge] = sides.map(({ times }) => figuresOf(times)) as [Figures, Figures];
  return { small: ofSmall, large: ofLarge, growth: rounded(ofLarge.p50 / ofSmall.p50) };
}

// The health route asks a ledger.
const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const small = await open(SIZES.small, ledger.url);
const large = await open(SIZES.large, ledger.url);
try {
  const rows = [];
  for (const [place, { name }] of large.reads.entries()) {
    rows.push({ name, ...(await compare(small, large, place)) });
  }
  console.table(
    rows.map((row) => ({
      GET: row.name,
      "small p50 ms": row.small.p50,
      "small p99 ms": row.small.p99,
      "large p50 ms": row.large.p50,
      "large p99 ms": row.large.p99,
      "large : small": row.growth,
    })),
  );
  record("read", {
    database: "postgres",
    requestsEach: REQUESTS,
    sizes: {
      small: { ...SIZES.small, seedSeconds: small.seedSeconds },
      large: { ...SIZES.large, seedSeconds: large.seedSeconds },
    },
    rows,
  });
} finally {
  await small.close();
  await large.close();
  await ledger.close();
}
