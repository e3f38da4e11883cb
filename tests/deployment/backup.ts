import { rm } from "node:fs/promises";
import { join } from "node:path";
import { LedgerCampaign } from "../cluster/ledger-campaign";
import {
  getOutput,
  postgresUrl,
  type Server,
  startLedgerProcess,
  startPrimary,
  startService,
} from "../cluster/servers";
import { withClient } from "../load/service/half-migrated";
import { registration, send, sendSigned } from "../load/service/send";
import { type DeploymentTest, until, withOnly } from "./trial";

type Settings = Record<string, string>;

const vestingIndex = (settings: Settings, ...args: string[]) =>
  getOutput(withOnly(settings, process.cwd(), [process.execPath, "cli/vesting-index/launch.mjs", ...args]));

/** Returns every kind of read that does not depend on the current time. */
const getReads = (trees: { treeAddress: string; creator: string; beneficiary: string; root: string }[]) => [
  "/api/campaigns?limit=50",
  ...trees.flatMap(({ treeAddress, creator, beneficiary, root }) => {
    const tree = `/api/campaigns/${treeAddress}`;
    return [
      ...[tree, `${tree}/leaves?limit=100&proofs=true`, `${tree}/root-versions`, `${tree}/claims`],
      ...[`${tree}/timeline?limit=100`, `${tree}/proof?beneficiary=${beneficiary}`],
      ...[`${tree}/leaves?format=csv`, `${tree}/timeline?format=csv`, `/api/activity/${creator}`],
      ...[`/api/roots/${root}/proofs/${beneficiary}`, `/api/campaigns?creator=${creator}`],
    ];
  }),
];

/** The service's progress on the ledger and the slots of its vaults, which continue as soon as it runs. */
const INDEXED_TO = /,"asOf":\{[^}]*\}|(?<="balance":"\d+"),"slot":"\d+"/g;

type Read = { path: string; answer: string };

async function readAll({ port }: Server, paths: readonly string[]): Promise<Read[]> {
  const reads: Read[] = [];
  for (const [step, path] of paths.entries()) {
    const { status, text } = await send({
      port,
      path,
      localAddress: `127.74.0.${step + 1}`,
      maxChars: 10_000_000,
    });
    reads.push({ path, answer: `${status} ${text.replaceAll(INDEXED_TO, "")}` });
  }
  return reads;
}

function sameReads(
  deploymentTest: DeploymentTest,
  name: string,
  found: readonly Read[],
  wanted: readonly Read[],
): void {
  const other = wanted.find(({ answer }, at) => found[at]?.answer !== answer);
  if (!other) {
    deploymentTest.note(name, null);
    return;
  }
  const { path, answer: was } = other;
  const is = found.find((read) => read.path === path)?.answer ?? "";
  const at = [...was].findIndex((letter, position) => is[position] !== letter);
  const [before, after] = [was, is].map((text) => text.slice(Math.max(0, at - 80), at + 120));
  deploymentTest.note(name, `${path} was …${before}… and is …${after}…`);
}

/**
 * Stores campaigns of every available kind: on the ledger with events, unconfirmed ones, and the waitlist.
 */
async function fill(service: Server, ledgerUrl: string): Promise<string[]> {
  const onLedger = await LedgerCampaign.create(ledgerUrl);
  await onLedger.register({ port: service.port, localAddress: "127.75.0.1" });
  onLedger.begin();
  const others = [await registration(10), await registration(700)];
  for (const [step, { wallet, body }] of others.entries()) {
    const from = { port: service.port, localAddress: `127.75.0.${step + 2}` };
    const { status, text } = await sendSigned(from, wallet, "/api/campaigns", body);
    if (status !== 201) throw new Error(`A registration was answered ${status}: ${text}`);
  }
  const { error: failure } = await onLedger.end(service.port);
  if (failure) throw new Error(failure);
  await until("every vault has been read", async () => {
    const answer = await send({ port: service.port, path: "/api/campaigns", localAddress: "127.75.0.9" });
    return answer.status === 200 && !answer.text.includes('"vault":null');
  });
  const detail = async (treeAddress: string) => {
    const { text } = await send({
      port: service.port,
      path: `/api/campaigns/${treeAddress}`,
      localAddress: "127.75.0.9",
      maxChars: 100_000,
    });
    const { creator, merkleRoot } = JSON.parse(text);
    const leaves = await send({
      port: service.port,
      path: `/api/campaigns/${treeAddress}/leaves?limit=1`,
      localAddress: "127.75.0.9",
      maxChars: 100_000,
    });
    return {
      treeAddress,
      creator,
      root: merkleRoot,
      beneficiary: JSON.parse(leaves.text).leaves[0].beneficiary,
    };
  };
  return getReads(await Promise.all([onLedger, ...others].map(({ treeAddress }) => detail(treeAddress))));
}

/** Backs up, wipes and restores: embedded to embedded, embedded to a server, and server to server. */
export async function restored(deploymentTest: DeploymentTest): Promise<void> {
  const [primary, ledger] = await Promise.all([
    deploymentTest.track(startPrimary(deploymentTest.folder)),
    deploymentTest.track(startLedgerProcess()),
  ]);
  const ledgerUrl = `http://127.0.0.1:${ledger.port}`;
  const shared = { SOLANA_RPC_URL: ledgerUrl, REGISTRATION_CHECK: "lenient", LOG_LEVEL: "error" };
  const embedded = { ...shared, DATA_DIR: join(deploymentTest.folder, "data") };
  const start = (settings: Settings) => deploymentTest.track(startService(settings));

  const first = await start(embedded);
  const paths = await fill(first, ledgerUrl);
  const before = await readAll(first, paths);
  sameReads(deploymentTest, `${paths.length} reads are the same twice`, await readAll(first, paths), before);
  const bad = before.filter(({ answer }) => !answer.startsWith("200 "));
  deploymentTest.note("all of them are answered", bad.length > 0 && JSON.stringify(bad[0]).slice(0, 400));
  deploymentTest.saw(`${before.reduce((sum, { answer }) => sum + answer.length, 0)} bytes of answers`);
  await first.end("SIGTERM");

  const file = join(deploymentTest.folder, "embedded.gz");
  await vestingIndex(embedded, "backup", file);
  await rm(embedded.DATA_DIR, { recursive: true });
  await vestingIndex(embedded, "restore", file);
  const again = await start(embedded);
  sameReads(
    deploymentTest,
    "embedded, wiped and restored, it answers the same bytes",
    await readAll(again, paths),
    before,
  );
  await again.end("SIGTERM");

  const DATABASE_URL = postgresUrl(primary).replace(/postgres$/, "vesting");
  const onServer = { ...shared, DATABASE_URL, DATA_DIR: join(deploymentTest.folder, "none") };
  const create = async () => {
    await withClient(postgresUrl(primary), (client) => client.unsafe("create database vesting"));
    await vestingIndex(onServer, "migrate");
  };
  await create();
  await vestingIndex(onServer, "restore", file);
  const moved = await start(onServer);
  sameReads(
    deploymentTest,
    "moved to Postgres, it answers the same bytes",
    await readAll(moved, paths),
    before,
  );

  const other = join(deploymentTest.folder, "server.gz");
  await vestingIndex(onServer, "backup", other);
  deploymentTest.note("a service on Postgres is backed up while it runs", null);
  await moved.end("SIGTERM");
  await withClient(postgresUrl(primary), (client) => client.unsafe("drop database vesting"));
  await create();
  await vestingIndex(onServer, "restore", other);
  const last = await start(onServer);
  sameReads(
    deploymentTest,
    "on Postgres, wiped and restored, it answers the same bytes",
    await readAll(last, paths),
    before,
  );
}
