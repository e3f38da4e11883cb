import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { createDatabase, type DatabaseKind, databaseKinds } from "./support/database";
import { recipientsTree, writeRegistration } from "./support/registration-body";
import { median, record, rounded } from "./support/report";

const SIZES = [1_000, 10_000, 100_000];
const WARM_UP = 1_000;
/** 100,000 leaves with their proofs are over 200 MB of JSON, more than the default admits. */
const MAX_BODY_BYTES = 1024 ** 3;
/** A large registration is long enough to stand for itself. */
const roundsOf = (leaves: number) => (leaves < 100_000 ? 3 : 1);

/** What a process of its own registers: the first body unmeasured, the others one after another. */
export type RegisterCase = {
  settings: Record<string, string>;
  creator: string;
  /** In hex. */
  secretKey: string;
  gzip: boolean;
  warmUp: string;
  bodies: string[];
};

/** What each registration took, and resident memory in MiB before the first and at its highest. */
export type RegisterFigures = {
  /** Of processor time only this process's: a server's own is not in it. */
  rounds: { seconds: number; cpuSeconds: number }[];
  memoryBefore: number;
  peakMemory: number;
};

type Form = { proofs: boolean; gzip: boolean };
type Bodies = { leaves: number; warmUp: string; bodies: string[]; bodyMegabytes: number };

type Row = Form & {
  database: DatabaseKind;
  leaves: number;
  bodyMegabytes: number;
  seconds: number;
  cpuSeconds: number;
  leavesPerSecond: number;
  memoryBeforeMib: number;
  peakMemoryMib: number;
};

const pair = nacl.sign.keyPair();
const creator = bs58.encode(pair.publicKey);
const folder = await mkdtemp(join(tmpdir(), "vesting-index-bodies-"));
let lastCampaignId = 0n;

async function writeBody(leaves: number, form: Form): Promise<{ path: string; bytes: number }> {
  lastCampaignId += 1n;
  const path = join(folder, `${lastCampaignId}.json`);
  const of = { path, creator, campaignId: lastCampaignId, ...form };
  return { path, bytes: await writeRegistration(await recipientsTree(leaves), of) };
}

async function writeBodies(leaves: number, form: Form): Promise<Bodies> {
  const warmUp = await writeBody(WARM_UP, form);
  const bodies = [];
  for (let round = 0; round < roundsOf(leaves); round++) bodies.push(await writeBody(leaves, form));
  return {
    leaves,
    warmUp: warmUp.path,
    bodies: bodies.map((body) => body.path),
    bodyMegabytes: rounded(median(bodies.map((body) => body.bytes)) / 1e6),
  };
}

async function inProcess(given: RegisterCase): Promise<RegisterFigures> {
  const child = fork(join(import.meta.dirname, "register-case.ts"));
  child.send(given);
  const figures = await Promise.race([
    once(child, "message").then(([message]: RegisterFigures[]) => message),
    once(child, "exit").then(() => undefined),
  ]);
  if (!figures) throw new Error("The registering process ended without figures.");
  return figures;
}

async function measure(kind: DatabaseKind, form: Form, written: Bodies): Promise<Row> {
  const { leaves, warmUp, bodies, bodyMegabytes } = written;
  const database = await createDatabase(kind);
  try {
    const figures = await inProcess({
      settings: { ...database.settings, MAX_BODY_BYTES: String(MAX_BODY_BYTES) },
      creator,
      secretKey: Buffer.from(pair.secretKey).toString("hex"),
      gzip: form.gzip,
      warmUp,
      bodies,
    });
    const seconds = median(figures.rounds.map((round) => round.seconds));
    const cpuSeconds = median(figures.rounds.map((round) => round.cpuSeconds));
    return {
      database: kind,
      leaves,
      ...form,
      bodyMegabytes,
      seconds: rounded(seconds),
      cpuSeconds: rounded(cpuSeconds),
      leavesPerSecond: Math.round(leaves / seconds),
      memoryBeforeMib: Math.round(figures.memoryBefore),
      peakMemoryMib: Math.round(figures.peakMemory),
    };
  } finally {
    await database.remove();
  }
}

/**
 * Time a leaf of the largest registration against that of one of a tenth the size, where 1 is linear: on the wall, and
 * of the processor, which other processes of a busy machine stretch less.
 */
function growthOf(rows: Row[]) {
  const large = rows.filter((row) => row.leaves === 100_000);
  return large.flatMap(({ database, proofs, gzip, seconds, cpuSeconds }) => {
    const small = rows.find(
      (row) =>
        row.leaves === 10_000 && row.database === database && row.proofs === proofs && row.gzip === gzip,
    );
    if (!small) return [];
    const wall = rounded(seconds / 10 / small.seconds);
    return [{ database, proofs, gzip, wall, cpu: rounded(cpuSeconds / 10 / small.cpuSeconds) }];
  });
}

const rows: Row[] = [];
try {
  for (const leaves of SIZES) {
    for (const proofs of [false, true]) {
      for (const gzip of [false, true]) {
        const written = await writeBodies(leaves, { proofs, gzip });
        for (const kind of databaseKinds()) rows.push(await measure(kind, { proofs, gzip }, written));
        await Promise.all([written.warmUp, ...written.bodies].map((path) => rm(path)));
      }
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const growth = growthOf(rows);
console.table(rows);
console.log("Time a leaf at 100,000 leaves, against those at 10,000 (1 is linear):");
console.table(growth);
record("register", { timePerLeafAt100kTo10k: growth, rows });
