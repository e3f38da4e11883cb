/** Prints how long each route holds the event loop of the production build at its largest permitted size. Linux only. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { openEmbedded } from "@/db/embedded/embedded";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type PreparedTree, prepareTree } from "@/lib/service/registration/prepare";
import { createWallet, type Wallet } from "@/tests/support/http";
import { signIn } from "../tests/attack/service/send";
import { selectTargets } from "./support/read-targets";
import { recipientsTree, writeRegistration } from "./support/registration-body";
import { record, rounded } from "./support/report";
import { seed } from "./support/seed";
import { HOST, type Row, type Sent, WatchedService } from "./support/watched-service";

const LEAVES = 100_000;
/** As many with their proofs as the largest body holds. */
const PROVED_LEAVES = 25_000;
/** Enough of the others' reads to have a p99 that all the rest is held against. */
const IDLE_MS = 30_000;
const IDLE = "nothing but these reads";
/** How many times as long as then a proof may take others meanwhile, at p99. */
const GOAL = { proofP99ToIdle: 5 };
/** What the service has at its start. */
const SIZE = { campaigns: 500, leaves: 20_000, claims: 20_000 };

const folder = await mkdtemp(join(tmpdir(), "vesting-index-loop-"));

/** Fills the database as it will be found, and gives what to ask for: the largest there is of everything. */
async function fill() {
  const { db, close } = await openEmbedded({ dataDir: folder });
  await seed(db, SIZE);
  for (const table of ["campaigns", "root_versions"])
    await db.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
    );
  const { large, creators } = await selectTargets(db);
  await close();
  return { tree: large.tree, beneficiary: large.beneficiaries[0] ?? "", creator: creators[0] ?? "" };
}

const seeded = await fill();
const service = await WatchedService.start(folder);
const { port, url } = service;
const rows: Row[] = [];

async function measure(what: string, sent: Sent, expected = 200): Promise<string> {
  const { row, tail } = await service.measure(what, sent, expected);
  rows.push(row);
  console.log(JSON.stringify(row));
  return tail;
}

const json = { "content-type": "application/json" };
const gzipped = { ...json, "content-encoding": "gzip" };
const text = (value: unknown) =>
  JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? item.toString() : item));

async function registrationOf(wallet: Wallet, of: { leaves: number; proofs: boolean; campaignId: bigint }) {
  const prepared = await recipientsTree(of.leaves);
  const path = join(folder, "body.json");
  const size = { path, creator: wallet.address, campaignId: of.campaignId, proofs: of.proofs, gzip: true };
  await writeRegistration(prepared, size);
  const identity = { creator: wallet.address, mint: NATIVE_MINT, campaignId: of.campaignId };
  const { address } = findVestingTreeAddress({ ...identity, programId: DEFAULT_PROGRAM_ID });
  return { prepared, body: await readFile(path), treeAddress: address };
}

const wallet = createWallet();
const signed = (of: Wallet) => signIn({ port, localAddress: HOST }, of);

const prepare = (body: object): Sent => ({
  path: "/api/campaigns/prepare",
  headers: gzipped,
  body: gzipSync(text(body)),
});

const register = async (body: Uint8Array, of = wallet): Promise<Sent> => ({
  path: "/api/campaigns",
  headers: { ...gzipped, ...(await signed(of)) },
  body,
});

async function recordRotation(treeAddress: string, recipients: readonly Recipient[]): Promise<Sent> {
  const { tree, leaves, minCliffTime } = await prepareTree(recipients);
  return {
    path: `/api/campaigns/${treeAddress}/root-versions`,
    headers: { ...gzipped, ...(await signed(wallet)) },
    body: gzipSync(text({ merkleRoot: tree.root, leafCount: leaves.length, minCliffTime, leaves })),
  };
}

const COLUMNS = [
  "beneficiary",
  "amount",
  "releaseType",
  "startTime",
  "cliffTime",
  "endTime",
  "milestoneIdx",
] as const;
const csvOf = (recipients: readonly Recipient[]) =>
  [COLUMNS.join(), ...recipients.map((of) => COLUMNS.map((column) => of[column]).join())].join("\n");

const importFile = async (csv: string): Promise<Sent> => ({
  path: "/api/campaigns/import",
  headers: { "content-type": "text/csv", ...(await signed(wallet)) },
  body: csv,
});

async function importForm(csv: string): Promise<Sent> {
  const form = new FormData();
  form.set("file", new Blob([csv]));
  const multipart = new Request(url, { method: "POST", body: form });
  const type = multipart.headers.get("content-type") ?? "";
  return {
    path: "/api/campaigns/import",
    headers: { "content-type": type, ...(await signed(wallet)) },
    body: new Uint8Array(await multipart.arrayBuffer()),
  };
}

const simulate = (endTime: number): Sent => ({
  path: "/api/simulate-vesting",
  headers: json,
  body: text({ amount: "1000000000000", releaseType: 1, startTime: 0, cliffTime: 0, endTime }),
});

const recipientsOf = ({ leaves }: PreparedTree): Recipient[] =>
  leaves.map(({ leafIndex: _, ...recipient }) => recipient);
const lowered = (recipients: readonly Recipient[]) =>
  recipients.map((of) => ({ ...of, amount: of.amount - 1n }));

/** What is sent with many leaves, each after the same with few. */
async function measureUploads(): Promise<void> {
  const few = await registrationOf(wallet, { leaves: 1_000, proofs: false, campaignId: 1n });
  const someone = recipientsOf(few.prepared);
  await service.warm(await register(few.body), 201);
  await service.warm(prepare({ recipients: someone }));
  await service.warm(await importFile(csvOf(someone)));
  await service.warm(prepare({ recipients: lowered(someone), treeAddress: few.treeAddress }));
  await service.warm(await recordRotation(few.treeAddress, lowered(someone)), 201);
  await service.warm({
    path: `/api/campaigns/${few.treeAddress}/proof?beneficiary=${someone[7]?.beneficiary}`,
  });
  service.proofPath = `/api/campaigns/${few.treeAddress}/proof?beneficiary=${someone[7]?.beneficiary}`;

  const idle = await service.measureIdle(IDLE, IDLE_MS);
  rows.push(idle);
  console.log(JSON.stringify(idle));
  const large = await registrationOf(wallet, { leaves: LEAVES, proofs: false, campaignId: 2n });
  const recipients = recipientsOf(large.prepared);
  await measure("prepare 100,000", prepare({ recipients }));
  const same = recipients.map((recipient) => ({ ...recipient, beneficiary: wallet.address }));
  await measure("prepare 100,000 of one wallet", prepare({ recipients: same }), 400);
  const csv = csvOf(recipients);
  await measure("import 100,000", await importFile(csv));
  await measure("import 100,000 at fault", await importFile(csv.replaceAll(",1800000000,", ",5,")), 400);
  await measure("import 100,000 as a form", await importForm(csv));
  const proved = await registrationOf(wallet, { leaves: PROVED_LEAVES, proofs: true, campaignId: 3n });
  await measure("register 25,000 with proofs", await register(proved.body), 201);
  await measure("register 100,000", await register(large.body), 201);
  const rotation = { recipients: lowered(recipients), treeAddress: large.treeAddress, proofs: false };
  const tail = await measure("prepare a rotation of 100,000", prepare(rotation));
  if (!tail.endsWith("]}")) throw new Error("The rotation was not prepared whole.");
  const rotated = await recordRotation(large.treeAddress, lowered(recipients));
  await measure("record a rotation of 100,000", rotated, 201);
}

/** The largest answers, each asked for once before. */
async function measureReads(): Promise<void> {
  const { tree, beneficiary, creator } = seeded;
  const of = `/api/campaigns/${tree}`;
  const reads = [
    `${of}/leaves?limit=1000&proofs=true`,
    `${of}/leaves?limit=1000`,
    `${of}/timeline?limit=200`,
    `${of}/claims?limit=100`,
    `${of}/payouts?limit=1000`,
    `${of}/root-versions?limit=1000`,
    of,
    `${of}/proof?beneficiary=${beneficiary}&all=true`,
    "/api/campaigns?limit=100",
    `/api/activity/${creator}?limit=100`,
    `/api/beneficiary/${beneficiary}/campaigns?limit=100`,
    `/api/beneficiary/${beneficiary}/vesting-progress`,
    "/api/schedule-templates",
    "/api/openapi.json",
    "/",
    "/campaigns",
    `/campaigns/${tree}`,
    `/campaigns/${tree}?view=recipients`,
    `/campaigns/${tree}?view=timeline`,
    `/campaigns/${tree}?view=claims`,
    `/activity?address=${creator}`,
    `/portfolio?address=${beneficiary}`,
    "/docs/api",
  ];
  for (const path of reads) {
    const { status } = await service.ask({ path });
    const shown = path.replace(tree, "…").replace(beneficiary, "…").replace(creator, "…");
    await measure(shown, { path }, status);
  }
  await service.warm(simulate(31_536_000));
  await measure("simulate 1,200 months", simulate(3_155_760_000));
}

async function main(): Promise<void> {
  await measureReads();
  await measureUploads();
}

try {
  await main();
  console.table(rows);
  record("loop", { idle: IDLE, goal: GOAL, rows });
} finally {
  console.log(`The service ended within ${rounded(await service.stop())} s.`);
  await rm(folder, { recursive: true, force: true });
}
