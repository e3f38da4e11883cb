/**
 * What long lists cost the production build beside the least that they can: prepare beside parsing, hashing and writing
 * alone, registration beside COPY of the same rows into the same tables. `large` registers a million leaves that were
 * uploaded in parts, beside a hundred thousand. Needs the build; Linux only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { PreparedTree } from "@/lib/service/registration/prepare";
import { createWallet } from "@/tests/support/http";
import { BulkService, type Measured, post, type Times, timed, withServer } from "./support/bulk-service";
import { copyLeaves } from "./support/copy-leaves";
import { processorMs } from "./support/processor";
import { recipientsTree } from "./support/registration-body";
import { median, record, rounded } from "./support/report";
import { uploadParts } from "./support/upload-parts";

const SIZES = [10_000, 100_000] as const;
const IN_PARTS = [100_000, 1_000_000] as const;
const WARM_UP = 1_000;
/** The processor's time is counted in hundredths of a second: what takes few of them is done more often. */
const roundsOf = (leaves: number) => (leaves < 100_000 ? 12 : 3);
/** What each may take of the least that it can, ten times as many leaves of fewer, and memory in MiB. */
const GOALS = { prepare: 4, register: 2, growth: 11, growthInParts: 12, memoryMib: 1_536 };

const timesOf = (rounds: readonly Times[]): Times => ({
  seconds: rounded(median(rounds.map(({ seconds }) => seconds))),
  cpuSeconds: rounded(rounds.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / rounds.length),
});

const bigintText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
const recipientsOf = ({ leaves }: PreparedTree) =>
  JSON.stringify({ recipients: leaves.map(({ leafIndex: _, ...recipient }) => recipient) }, bigintText);

function launchPlain(): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "bench/support/serve-bulk.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" },
  });
}

const service = await BulkService.start();
const { port } = service;
const plain = launchPlain();
const [{ port: plainPort }] = (await once(plain, "message")) as [{ port: number }];

async function prepareBoth(prepared: PreparedTree) {
  const body = recipientsOf(prepared);
  const least: Times[] = [];
  const ours: Measured[] = [];
  const prepare = () => post({ port, path: "/api/campaigns/prepare", body });
  const { bytes: answerBytes } = await prepare();
  const headers = { "x-answer-bytes": String(answerBytes) };
  const atLeast = () => post({ port: plainPort, path: "/", headers, body });
  await atLeast();
  for (let round = 0; round < roundsOf(prepared.leaves.length); round++) {
    least.push(await timed(async () => processorMs(plain.pid), atLeast));
    ours.push(await service.measure(prepare, { stores: false }));
  }
  return rowOf("prepare", prepared.leaves.length, { least, ours, answerBytes });
}

/** Processor milliseconds of this process. */
const ownMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;

async function registerBoth(prepared: PreparedTree) {
  const least: Times[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round < roundsOf(prepared.leaves.length); round++) {
    await copyLeaves(service.databaseUrl, prepared, async (copy) => {
      least.push(await timed(() => withServer(ownMs()), copy));
    });
    const registration = await service.registrationOf(prepared);
    ours.push(await service.measure(() => post(registration), { stores: true }));
  }
  return rowOf("register", prepared.leaves.length, { least, ours });
}

type Rounds = { least: readonly Times[]; ours: readonly Measured[]; answerBytes?: number };

function rowOf(what: "prepare" | "register", leaves: number, { least, ours, answerBytes }: Rounds) {
  const [took, leastTook] = [timesOf(ours), timesOf(least)];
  const row = {
    what,
    leaves,
    ours: took,
    least: leastTook,
    toLeast: rounded(median(ours.map(({ seconds }, round) => seconds / (least[round]?.seconds ?? seconds)))),
    toLeastProcessor: rounded(took.cpuSeconds / leastTook.cpuSeconds),
    wanted: GOALS[what],
    ...(answerBytes && { answerMb: rounded(answerBytes / 1e6) }),
    peakMemoryMib: Math.round(Math.max(...ours.map(({ peakMemoryMib }) => peakMemoryMib))),
  };
  console.log(JSON.stringify(row));
  return row;
}

async function measureLists(): Promise<void> {
  const few = await recipientsTree(WARM_UP);
  await prepareBoth(few);
  await post(await service.registrationOf(few));
  const rows: ReturnType<typeof rowOf>[] = [];
  for (const size of SIZES) {
    const prepared = await recipientsTree(size);
    rows.push(await prepareBoth(prepared), await registerBoth(prepared));
  }
  const growth = (["prepare", "register"] as const).map((what) => {
    const [small, large] = rows.filter((row) => row.what === what);
    const times = (of: keyof Times) => rounded((large?.ours[of] ?? 0) / (small?.ours[of] ?? 0));
    const sizes = { large: large?.leaves, small: small?.leaves };
    return {
      what,
      ...sizes,
      seconds: times("seconds"),
      cpuSeconds: times("cpuSeconds"),
      wanted: GOALS.growth,
    };
  });
  console.table(growth);
  record("bulk", { rows, growth });
}

/** Sends a list in parts and registers it; what that takes from the first byte to the answer. */
async function registerInParts(prepared: PreparedTree) {
  const wallet = createWallet();
  const parts = uploadParts(prepared);
  const leafCount = prepared.leaves.length;
  // All that a registration says but its leaves, which the upload has.
  const head = await service.bodyOf({ ...prepared, leaves: prepared.leaves.slice(0, 1) }, wallet.address);
  const { leaves: _, ...stated } = JSON.parse(head.toString());
  const announced = JSON.stringify({
    leafCount,
    parts: parts.map(({ sha256, bytes }) => ({ sha256, bytes })),
  });
  let uploadSeconds = 0;
  const work = async () => {
    const startMs = performance.now();
    const headers = await service.signed(wallet);
    const { uploadId } = JSON.parse(
      (await post({ port, path: "/api/uploads", headers, body: announced })).start,
    );
    for (const [part, { gzipped }] of parts.entries()) {
      const path = `/api/uploads/${uploadId}/parts/${part}`;
      await post({ port, path, method: "PUT", headers: { "content-encoding": "gzip" }, body: gzipped });
    }
    uploadSeconds = rounded((performance.now() - startMs) / 1000);
    const body = JSON.stringify({ ...stated, leafCount, uploadId });
    await post({ port, path: "/api/campaigns", headers: await service.signed(wallet), body });
  };
  const took = await service.measure(work, { stores: true });
  const { seconds, cpuSeconds, peakMemoryMib } = took;
  const figures = { seconds: rounded(seconds), cpuSeconds: rounded(cpuSeconds), peakMemoryMib };
  const row = { leaves: leafCount, parts: parts.length, uploadSeconds, ...figures };
  console.log(JSON.stringify(row));
  return row;
}

async function measureParts(): Promise<void> {
  await registerInParts(await recipientsTree(WARM_UP));
  const rows: Awaited<ReturnType<typeof registerInParts>>[] = [];
  for (const size of IN_PARTS) rows.push(await registerInParts(await recipientsTree(size)));
  const [small, large] = rows;
  const times = (of: keyof Times) => rounded((large?.[of] ?? 0) / (small?.[of] ?? 0));
  const growth = { seconds: times("seconds"), cpuSeconds: times("cpuSeconds") };
  const wanted = { growth: GOALS.growthInParts, memoryMib: GOALS.memoryMib };
  record("bulk-large", { rows, growth, wanted });
}

try {
  await (process.argv[2] === "large" ? measureParts() : measureLists());
} finally {
  plain.disconnect();
  await service.remove();
}
