/**
 * What long lists cost the production build beside the least that they can: prepare beside parsing, hashing and writing
 * alone, registration beside COPY of the same rows into the same tables. Needs the build; Linux only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PreparedTree } from "@/lib/service/registration/prepare";
import { createWallet } from "@/tests/support/http";
import { signIn } from "../tests/attack/service/send";
import { AttackedService } from "../tests/attack/service/service";
import { copyLeaves } from "./support/copy-leaves";
import { createDatabase, serverMs } from "./support/database";
import { forgetPeak, memoryOf, processorMs } from "./support/processor";
import { recipientsTree, writeRegistration } from "./support/registration-body";
import { median, record, rounded } from "./support/report";

const SIZES = [10_000, 100_000] as const;
const WARM_UP = 1_000;
/** The processor's time is counted in hundredths of a second: what takes few of them is done more often. */
const roundsOf = (leaves: number) => (leaves < 100_000 ? 12 : 3);
const HOST = "127.0.0.1";
/** What each may take of the least that it can, and a hundred thousand leaves of ten thousand. */
const GOALS = { prepare: 4, register: 2, growth: 11 };

type Times = { seconds: number; cpuSeconds: number };
type Measured = Times & { peakMemoryMib: number };

const timesOf = (rounds: readonly Times[]): Times => ({
  seconds: rounded(median(rounds.map(({ seconds }) => seconds))),
  cpuSeconds: rounded(rounds.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / rounds.length),
});

/** Runs work between two looks at the clock and at what `processor` says of the milliseconds it had. */
async function timed(processor: () => Promise<number>, work: () => Promise<unknown>): Promise<Times> {
  const [startMs, startProcessor] = [performance.now(), await processor()];
  await work();
  const seconds = (performance.now() - startMs) / 1000;
  return { seconds, cpuSeconds: ((await processor()) - startProcessor) / 1000 };
}

type Post = { port: number; path: string; headers?: Record<string, string>; body: Buffer | string };

/** Sends a body and reads the answer to its end; gives how long that is. */
async function post({ body, headers, ...to }: Post): Promise<number> {
  const length = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = request({
    host: HOST,
    method: "POST",
    ...to,
    headers: { ...length, ...headers },
    agent: false,
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.end(body);
  const [answer] = await answered;
  let bytes = 0;
  let start = "";
  for await (const chunk of answer) {
    if (bytes < 1_000) start += chunk;
    bytes += chunk.length;
  }
  const isGood = answer.statusCode === 200 || answer.statusCode === 201;
  if (!isGood) throw new Error(`${to.path} was answered ${answer.statusCode}: ${start.slice(0, 300)}`);
  return bytes;
}

function launchPlain(): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "bench/support/serve-bulk.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" },
  });
}

const bigintText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
const recipientsOf = ({ leaves }: PreparedTree) =>
  JSON.stringify({ recipients: leaves.map(({ leafIndex: _, ...recipient }) => recipient) }, bigintText);

const folder = await mkdtemp(join(tmpdir(), "vesting-index-bulk-"));
const database = await createDatabase("postgres");
const settings = { ...database.settings, RATE_LIMIT: "off", LOG_LEVEL: "warn" };
const service = await AttackedService.start({ settings });
const plain = launchPlain();
const [{ port: plainPort }] = (await once(plain, "message")) as [{ port: number }];
let lastCampaignId = 0n;

async function prepareBoth(prepared: PreparedTree) {
  const body = recipientsOf(prepared);
  const least: Times[] = [];
  const ours: Measured[] = [];
  let answerBytes = 0;
  const prepare = async () => {
    answerBytes = await post({ port: service.port, path: "/api/campaigns/prepare", body });
  };
  const dryRun = () => {
    const headers = { "x-answer-bytes": String(answerBytes) };
    return post({ port: plainPort, path: "/", headers, body });
  };
  await prepare();
  await dryRun();
  for (let round = 0; round < roundsOf(prepared.leaves.length); round++) {
    least.push(await timed(async () => processorMs(plain.pid), dryRun));
    forgetPeak(service.pid);
    const times = await timed(async () => processorMs(service.pid), prepare);
    ours.push({ ...times, peakMemoryMib: memoryOf(service.pid).peak });
  }
  return rowOf("prepare", prepared.leaves.length, { least, ours, answerBytes });
}

/** A registration as clients send it, signed for by a wallet of its own. */
async function registrationOf(prepared: PreparedTree): Promise<Post> {
  const wallet = createWallet();
  const path = join(folder, "body.json");
  lastCampaignId += 1n;
  const of = { path, creator: wallet.address, campaignId: lastCampaignId, proofs: false, gzip: false };
  await writeRegistration(prepared, of);
  const file = await open(path);
  const body = await file.readFile();
  await file.close();
  const headers = await signIn({ port: service.port, localAddress: HOST }, wallet);
  return { port: service.port, path: "/api/campaigns", headers, body };
}

/** The server's processes are part of what both take; of a server elsewhere nothing is known. */
const withServer = async (own: number) => own + ((await serverMs()) ?? Number.NaN);

async function registerBoth(prepared: PreparedTree) {
  const url = database.settings.DATABASE_URL ?? "";
  const least: Times[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round < roundsOf(prepared.leaves.length); round++) {
    await copyLeaves(url, prepared, async (copy) => {
      const own = () => withServer((process.cpuUsage().user + process.cpuUsage().system) / 1000);
      least.push(await timed(own, copy));
    });
    const registration = await registrationOf(prepared);
    forgetPeak(service.pid);
    const times = await timed(
      () => withServer(processorMs(service.pid)),
      () => post(registration),
    );
    ours.push({ ...times, peakMemoryMib: memoryOf(service.pid).peak });
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

try {
  const few = await recipientsTree(WARM_UP);
  await prepareBoth(few);
  await post(await registrationOf(few));
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
} finally {
  plain.disconnect();
  await service.remove();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
}
