/**
 * Compares the registration of long lists with COPY of the same rows into the same table: 100,000 leaves in one request,
 * and 100,000 and 1,000,000 that are uploaded in parts. Needs the build and Linux.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import postgres from "postgres";
import { leafBody } from "@/lib/client/bodies";
import { chunk } from "@/lib/core/chunk";
import type { PreparedTree } from "@/lib/service/registration/prepare";
import { createWallet } from "@/tests/support/http";
import { recipientsTree, registrationBody, registrationHead } from "@/tests/support/registration-body";
import { startService } from "./support/database";
import { getMemory, resetPeak } from "./support/process";
import { measureSeconds, median, type Row, record } from "./support/report";

const [SMALL, LARGE, WARM_UP] = [100_000, 1_000_000, 1_000];
/** A part may have one mebibyte of text. */
const LEAVES_PER_PART = 4_000;

// No ledger confirms these campaigns.
const settings = { UNCONFIRMED_LEAVES: "1000000000", UNCONFIRMED_LEAVES_PER_WALLET: "1000000000" };
await using started = await startService(settings);
const { service, database, send } = started;
const wallet = createWallet();
let campaignId = 0n;

/** Measures seconds of work, and the service's peak memory meanwhile. */
async function measure(work: () => Promise<unknown>) {
  resetPeak(service.pid);
  return { seconds: await measureSeconds(work), peak: getMemory(service.pid).peak };
}

/** Copies the leaves that were registered last, as they are stored, into a root version of their own. */
async function copy() {
  // After a COPY to the client, the driver (3.4.9) leaves its connection paused.
  const [from, to] = [postgres(database.url, { max: 1 }), postgres(database.url, { max: 1 })];
  const [version] =
    await to`insert into root_versions (version, merkle_root, leaf_count, min_cliff_time, created_at)
    values (0, 'copied', 0, 0, 0) returning id, (select max(root_version_id) from leaves) as source`;
  const columns =
    "leaf_index, beneficiary, amount, release_type, start_time, cliff_time, end_time, milestone_idx, proof";
  const source = `select ${version?.id}, ${columns} from leaves where root_version_id = ${version?.source}`;
  const rows = await (await from.unsafe(`copy (${source}) to stdout`).readable()).toArray();
  const into = to.unsafe(`copy leaves (root_version_id, ${columns}) from stdin`);
  const measured = await measure(async () => pipeline(Readable.from(rows), await into.writable()));
  await Promise.all([from.end({ timeout: 0 }), to.end()]);
  return measured;
}

/** Registers the leaves in one request. */
async function post(prepared: PreparedTree) {
  const body = registrationBody(prepared, { creator: wallet.address, campaignId: ++campaignId });
  return measure(() => send("/api/campaigns", { method: "POST", body }, wallet));
}

/** Uploads the leaves in parts, which are hashed and compressed beforehand, and registers them. */
async function upload(prepared: PreparedTree) {
  const parts = chunk(prepared.leaves, LEAVES_PER_PART).map((leaves) => {
    const text = Buffer.from(JSON.stringify({ leaves: leaves.map(leafBody) }));
    const sha256 = createHash("sha256").update(text).digest("hex");
    return { announced: { sha256, bytes: text.length }, body: gzipSync(text, { level: 1 }) };
  });
  const announced = { leafCount: prepared.leaves.length, parts: parts.map(({ announced }) => announced) };
  const head = registrationHead(prepared, { creator: wallet.address, campaignId: ++campaignId });
  const post = (path: string, body: unknown) =>
    send(path, { method: "POST", body: JSON.stringify(body) }, wallet);
  return measure(async () => {
    const { uploadId } = JSON.parse(await post("/api/uploads", announced));
    const headers = { "content-encoding": "gzip" };
    for (const [part, { body }] of parts.entries())
      await send(`/api/uploads/${uploadId}/parts/${part}`, { method: "PUT", headers, body });
    await post("/api/campaigns", { ...head, uploadId });
  });
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** Measures the work three times. */
async function measureMedian(work: () => Promise<Measured>): Promise<Measured> {
  const measured = [await work(), await work(), await work()];
  const peak = Math.max(...measured.map((each) => each.peak));
  return { seconds: median(measured.map(({ seconds }) => seconds)), peak };
}

const toRow = (registration: string, { seconds, peak }: Measured, minimum: Measured): Row => ({
  ...{ registration, s: seconds, "COPY s": minimum.seconds },
  "of COPY": seconds / minimum.seconds,
  goal: registration.startsWith("POST") ? "≤ 2" : "",
  ...{ "peak MiB": peak, "goal MiB": "≤ 1,536" },
});

for (const register of [post, upload]) await register(await recipientsTree(WARM_UP));
const small = await recipientsTree(SMALL);
const posted = await measureMedian(() => post(small));
const uploaded = await measureMedian(() => upload(small));
const minOfSmall = await measureMedian(copy);
const largest = await upload(await recipientsTree(LARGE));
const growth = `${(largest.seconds / uploaded.seconds).toPrecision(4)} ×`;
record("bulk", [
  toRow("POST, 100,000 leaves", posted, minOfSmall),
  toRow("upload, 100,000 leaves", uploaded, minOfSmall),
  toRow("upload, 1,000,000 leaves", largest, await copy()),
  { registration: "1,000,000 beside 100,000", s: growth, goal: "≤ 12" },
]);
