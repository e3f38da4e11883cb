import { TestLedger } from "@/ledger/tests/support/ledger";
import { createWallet } from "@/tests/support/http";
import { type Bounds, boundsOn, countsText, type Length, type Row } from "../report";
import { watch } from "../service/bystander";
import { LEDGER_OPTIONS, LedgerTraffic } from "../service/ledger-traffic";
import { send, signIn } from "../service/send";
import { AttackedService } from "../service/service";
import { FUZZED_SETTINGS } from "./fuzz";
import { LIES, type Lie, LyingNode } from "./lying-node";

const LOCAL = "127.0.5.1";
/** An endpoint that asks for a pause is queried again after at most a minute. */
const HONEST_AGAIN_SECONDS = 75;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Stage = {
  service: AttackedService;
  node: LyingNode;
  traffic: LedgerTraffic;
  bounds: Bounds;
  secondsEach: number;
};

/**
 * Sends the usual requests while the node lies: runs, syncs by signature, views that read the network, and
 * the relay.
 */
async function readEverywhere({ service, traffic }: Stage): Promise<number[]> {
  const from = { port: service.port, localAddress: LOCAL };
  const signature = "5".repeat(88);
  const headers = { "content-type": "application/json" };
  const requested = [
    send({
      ...from,
      path: "/api/cron/sync",
      headers: { authorization: `Bearer ${FUZZED_SETTINGS.CRON_SECRET}` },
    }),
    send({
      ...from,
      method: "POST",
      path: "/api/events/sync",
      headers: { ...headers, ...(await signIn(from, createWallet())) },
      body: JSON.stringify({ signature }),
    }),
    send({ ...from, path: `/api/campaigns/${traffic.treeAddress}` }),
    send({
      ...from,
      method: "POST",
      path: "/rpc",
      headers: { ...headers, origin: service.url, host: `127.0.0.1:${service.port}` },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
    }),
  ];
  return (await Promise.all(requested)).map(({ status, text }) => (text.includes("key-of") ? 599 : status));
}

/**
 * Plays one lie for a while: others are served, no response is an internal error, and afterwards all data
 * equals the ledger's.
 */
async function notify(
  stage: Stage,
  lie: Lie,
): Promise<{ broken: string[]; statuses: number[]; seconds: number; memory: number; proofs: number }> {
  const { service, node, traffic, bounds } = stage;
  const from = { port: service.port, localAddress: LOCAL };
  const broken: string[] = [];
  const watching = watch(service, `/api/campaigns/${traffic.treeAddress}/timeline`);
  node.lie = lie;
  await traffic.move();
  const until = performance.now() + stage.secondsEach * 1000;
  const statuses = await readEverywhere(stage);
  while (performance.now() < until) await pause(50);
  node.lie = null;
  const seen = await watching.end();
  if (seen.proofP99 > bounds.proofMs) broken.push(`others waited ${seen.proofP99} ms`);
  if (seen.healthWorst > bounds.healthMs) broken.push(`health took ${seen.healthWorst} ms`);
  if (seen.memory > bounds.memoryMib) broken.push(`${seen.memory} MiB were resident`);
  if (seen.failed > 0) broken.push(`${seen.failed} readings of others failed`);
  const failures = statuses.filter((status) => status >= 500 && status !== 503 && status !== 502);
  if (failures.length > 0) broken.push(`there were answers of ${failures.join(", ")}`);
  await traffic.move();
  const { seconds, error: failure } = await traffic.untilShown(from, HONEST_AGAIN_SECONDS);
  if (failure) broken.push(`with the honest ledger back there were ${failure}`);
  const sentences = broken.map((sentence) => `${lie.name}: ${sentence}`);
  return { broken: sentences, statuses, seconds, memory: seen.memory, proofs: seen.proofP99 };
}

/**
 * Runs nodes that answer wrongly, hugely, endlessly, with redirects or not at all; then the honest ledger
 * returns and indexing continues.
 */
export async function lyingLedgers(length: Length, input: Bounds): Promise<Row> {
  const began = performance.now();
  const ledger = await TestLedger.start(LEDGER_OPTIONS);
  const node = await LyingNode.start(ledger);
  const settings = {
    ...FUZZED_SETTINGS,
    SOLANA_RPC_URL: node.url,
    RATE_LIMIT: "off",
    LOG_LEVEL: "silent",
    REGISTRATION_CHECK: "lenient",
  };
  const service = await AttackedService.start({ settings });
  try {
    const traffic = await LedgerTraffic.begin(ledger);
    const from = { port: service.port, localAddress: LOCAL };
    const registered = await traffic.register(from);
    const broken = registered === 201 ? [] : [`the campaign was answered ${registered}`];
    const quiet = watch(service, `/api/campaigns/${traffic.treeAddress}/timeline`);
    await pause(1_000);
    const idle = boundsOn({ ...(await quiet.end()), startSeconds: service.startSeconds });
    const bounds = idle.proofMs + idle.healthMs > input.proofMs + input.healthMs ? idle : input;
    const secondsEach = Math.min(20, Math.max(1, length.seconds / 4));
    const stage = { service, node, traffic, bounds, secondsEach };
    const counts: Record<string, number> = {};
    const worst = { seconds: 0, memory: 0, proofs: 0 };
    for (const lie of LIES.filter((_, index) => !length.isShort || index % 5 === 0)) {
      const reported = await notify(stage, lie);
      broken.push(...reported.broken);
      for (const status of reported.statuses) counts[status] = (counts[status] ?? 0) + 1;
      for (const name of ["seconds", "memory", "proofs"] as const)
        worst[name] = Math.max(worst[name], reported[name]);
    }
    if (node.followed > 0) broken.push(`a redirect was followed ${node.followed} times`);
    const figures = `${countsText(counts)}; the honest ledger indexed after ${worst.seconds.toFixed(1)} s at most`;
    const seconds = (performance.now() - began) / 1000;
    return {
      attack: "lying ledgers",
      seconds,
      proofs: `– / ${worst.proofs}`,
      memory: worst.memory,
      figures,
      broken,
    };
  } finally {
    await service.remove();
    await node.close();
    await ledger.close();
  }
}
