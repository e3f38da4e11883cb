/**
 * Compares the registration of long lists with COPY of the same rows into the same table: 100,000 leaves in one request,
 * and 100,000 and 1,000,000 that are uploaded in parts. Needs the build and Linux.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import postgres from "postgres";
import { toInt8 } from "@/db/schema/u64";
import { leafBody } from "@/lib/client/bodies";
import { proofsBetween } from "@/lib/core/merkle/proof";
import type { PreparedTree } from "@/lib/service/registration/prepare";
import { createWallet, type Wallet } from "@/tests/support/http";
import { recipientsTree, registrationBody, registrationHead } from "@/tests/support/registration-body";
import { signIn } from "../tests/load/service/send";
import { AttackedService } from "../tests/load/service/service";
import { createDatabase } from "./support/database";
import { memoryOf, resetPeak } from "./support/processor";
import { median, type Row, record, rounded } from "./support/report";

const [SMALL, LARGE, WARM_UP, RUNS] = [100_000, 1_000_000, 1_000, 3];
const ROWS_PER_CHUNK = 1_000;
/** A part may have one mebibyte of text. */
const LEAVES_PER_PART = 4_000;
const GOALS = { copy: "≤ 2", growth: "≤ 12", memory: "≤ 1,536" };

const database = await createDatabase();
const service = await AttackedService.start({
  settings: {
    ...{ DATABASE_URL: database.url, RATE_LIMIT: "off", LOG_LEVEL: "warn" },
    // No ledger confirms these campaigns.
    ...{ UNCONFIRMED_LEAVES: "1000000000", UNCONFIRMED_LEAVES_PER_WALLET: "1000000000" },
  },
});
let campaignId = 0n;

async function send(path: string, init: RequestInit, wallet?: Wallet): Promise<string> {
  const from = { port: service.port, localAddress: "127.0.0.1" };
  const headers = {
    ...{ "content-type": "application/json", ...(wallet && (await signIn(from, wallet))) },
    ...(init.headers as Record<string, string>),
  };
  const response = await fetch(service.url + path, { method: "POST", ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

/** Measures seconds of work, and the service's peak memory meanwhile. */
async function measure(work: () => Promise<unknown>) {
  resetPeak(service.pid);
  const startMs = performance.now();
  await work();
  return { seconds: (performance.now() - startMs) / 1000, peak: memoryOf(service.pid).peak };
}

function* copyText(rootVersion: number, { leaves, tree }: PreparedTree): Generator<Buffer> {
  for (let from = 0; from < leaves.length; from += ROWS_PER_CHUNK) {
    const to = Math.min(from + ROWS_PER_CHUNK, leaves.length);
    const proofs = proofsBetween(tree, from, to);
    const rows = leaves.slice(from, to).map((leaf, at) => {
      const terms = [leaf.startTime, leaf.cliffTime, leaf.endTime, leaf.milestoneIdx];
      const own = [rootVersion, leaf.leafIndex, leaf.beneficiary, toInt8(leaf.amount), leaf.releaseType];
      return [...own, ...terms, `\\\\x${Buffer.from(proofs[at] ?? []).toString("hex")}\n`].join("\t");
    });
    yield Buffer.from(rows.join(""));
  }
}

/** Copies the leaves as they are stored into a root version of their own. */
async function copy(prepared: PreparedTree) {
  const sql = postgres(database.url, { max: 1 });
  const [version] =
    await sql`insert into root_versions (version, merkle_root, leaf_count, min_cliff_time, created_at)
    values (0, 'copied', 0, 0, 0) returning id`;
  const text = [...copyText(version?.id, prepared)];
  const measured = await measure(async () => {
    const columns = sql.unsafe(
      "copy leaves (root_version_id, leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx, proof) from stdin",
    );
    await pipeline(Readable.from(text), await columns.writable());
  });
  await sql.end();
  return measured;
}

/** Registers the leaves in one request. */
async function post(prepared: PreparedTree) {
  const wallet = createWallet();
  const body = registrationBody(prepared, { creator: wallet.address, campaignId: ++campaignId });
  return measure(() => send("/api/campaigns", { body }, wallet));
}

/** Uploads the leaves in parts, which are hashed and compressed beforehand, and registers them. */
async function upload(prepared: PreparedTree) {
  const wallet = createWallet();
  const leafCount = prepared.leaves.length;
  const parts = Array.from({ length: Math.ceil(leafCount / LEAVES_PER_PART) }, (_, part) => {
    const leaves = prepared.leaves.slice(part * LEAVES_PER_PART, (part + 1) * LEAVES_PER_PART);
    const text = Buffer.from(JSON.stringify({ leaves: leaves.map(leafBody) }));
    const sha256 = createHash("sha256").update(text).digest("hex");
    return { announced: { sha256, bytes: text.length }, body: gzipSync(text, { level: 1 }) };
  });
  const announced = JSON.stringify({ leafCount, parts: parts.map(({ announced }) => announced) });
  const head = registrationHead(prepared, { creator: wallet.address, campaignId: ++campaignId });
  return measure(async () => {
    const { uploadId } = JSON.parse(await send("/api/uploads", { body: announced }, wallet));
    for (const [part, { body }] of parts.entries()) {
      const headers = { "content-encoding": "gzip" };
      await send(`/api/uploads/${uploadId}/parts/${part}`, { method: "PUT", headers, body });
    }
    await send("/api/campaigns", { body: JSON.stringify({ ...head, uploadId }) }, wallet);
  });
}

type Measured = Awaited<ReturnType<typeof measure>>;

async function measureRepeatedly(runs: number, work: () => Promise<Measured>): Promise<Measured> {
  const measured: Measured[] = [];
  while (measured.length < runs) measured.push(await work());
  const peak = Math.max(...measured.map((each) => each.peak));
  return { seconds: median(measured.map(({ seconds }) => seconds)), peak };
}

const rowOf = (what: string, { seconds, peak }: Measured, minimum: Measured): Row => ({
  registration: what,
  s: rounded(seconds),
  "COPY s": rounded(minimum.seconds),
  "of COPY": rounded(seconds / minimum.seconds),
  goal: what.startsWith("POST") ? GOALS.copy : "",
  "peak MiB": peak,
  "goal MiB": GOALS.memory,
});

try {
  const few = await recipientsTree(WARM_UP);
  await post(few);
  await upload(few);
  const small = await recipientsTree(SMALL);
  const minOfSmall = await measureRepeatedly(RUNS, () => copy(small));
  const posted = await measureRepeatedly(RUNS, () => post(small));
  const uploaded = await measureRepeatedly(RUNS, () => upload(small));
  const large = await recipientsTree(LARGE);
  const minOfLarge = await copy(large);
  const largest = await upload(large);
  record("bulk", [
    rowOf("POST, 100,000 leaves", posted, minOfSmall),
    rowOf("upload, 100,000 leaves", uploaded, minOfSmall),
    rowOf("upload, 1,000,000 leaves", largest, minOfLarge),
    {
      registration: "1,000,000 beside 100,000",
      s: `${rounded(largest.seconds / uploaded.seconds)} ×`,
      goal: GOALS.growth,
    },
  ]);
} finally {
  await service.remove();
  await database.remove();
}
