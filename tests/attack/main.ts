/**
 * npm run attack — attacks the production build on loopback, attack after attack, while others go on reading proofs:
 * `-- minute` (as .ci/run does), `-- ten-minutes`, `-- hour`, and a part of an attack's name to have that one alone. Needs a build, and ends with 1 when a promise of
 * docs/reliability.md is broken.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { createWallet } from "../support/http";
import { ATTACKS, registration, signIn } from "./attacks";
import { type Seen, watch } from "./bystander";
import { send } from "./send";
import { AttackedService } from "./service";

/** Seconds that each attack is repeated for. */
const LENGTHS: Readonly<Record<string, number>> = { minute: 1, "ten-minutes": 60, hour: 420 };

const PROOF_P99_MS = 1_000;
const HEALTH_MS = 1_000;
const MEMORY_MIB = 1_024;
const RECOVERY_MS = 5_000;
const STOP_SECONDS = 20;
const START_SECONDS = 10;

const [, , length = "minute", only = ""] = process.argv;
const seconds = LENGTHS[length];
if (seconds === undefined) throw new Error(`Say how long: ${Object.keys(LENGTHS).join(", ")}.`);

const broken: string[] = [];
const expectThat = (holds: boolean, sentence: string) => {
  if (!holds) broken.push(sentence);
};

/** A small campaign, one of whose proofs the others read. */
async function proofPath(service: AttackedService): Promise<string> {
  const wallet = createWallet();
  const { body, beneficiary } = await registration(wallet, 1_000);
  const localAddress = "127.0.3.1";
  const headers = {
    ...(await signIn(service.port, wallet, localAddress)),
    "content-type": "application/json",
    "content-encoding": "gzip",
  };
  const to = { port: service.port, method: "POST", path: "/api/campaigns", localAddress };
  const { status, text } = await send({ ...to, headers, body });
  if (status !== 201) throw new Error(`The others' campaign was answered ${status}: ${text}`);
  const identity = { creator: wallet.address, mint: NATIVE_MINT, campaignId: 1n };
  const { address } = findVestingTreeAddress({ ...identity, programId: DEFAULT_PROGRAM_ID });
  return `/api/campaigns/${address}/proof?beneficiary=${beneficiary}`;
}

type Row = Seen & { attack: string; answers: string };

async function underAttack(service: AttackedService, path: string, name: string, base: Seen): Promise<Row> {
  const attacker = fork(join(import.meta.dirname, "attacker.ts"));
  attacker.send({ name, port: service.port, seconds });
  await once(attacker, "message");
  const watching = watch(service, path);
  attacker.send("now");
  const [report] = (await Promise.race([
    once(attacker, "message"),
    once(attacker, "exit").then(() => [{ counts: { "no report": 1 } }]),
  ])) as [{ counts: Record<string, number> }];
  const seen = await watching.end();
  const answers = Object.entries(report.counts)
    .map(([answer, times]) => `${times} × ${answer}`)
    .join(", ");
  expectThat(seen.proofP99 <= PROOF_P99_MS, `${name}: others' proofs took ${seen.proofP99} ms`);
  expectThat(seen.failed === 0, `${name}: ${seen.failed} of ${seen.proofs} proofs of others failed`);
  expectThat(seen.healthWorst <= HEALTH_MS, `${name}: health took ${seen.healthWorst} ms`);
  expectThat(seen.healthFailed === 0, `${name}: health failed ${seen.healthFailed} times`);
  expectThat(seen.memory <= MEMORY_MIB, `${name}: ${seen.memory} MiB resident`);
  expectThat(service.isRunning, `${name}: the service ended`);
  if (service.isRunning) await recovered(service, { path, name, base });
  return { attack: name, ...seen, answers };
}

/** Within five seconds everything has to be as before: quick, and nothing held open. */
async function recovered(service: AttackedService, of: { path: string; name: string; base: Seen }) {
  const started = performance.now();
  let after: Seen;
  do {
    const watching = watch(service, of.path);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    after = await watching.end();
    if (isAsBefore(after, of.base)) return;
  } while (performance.now() - started < RECOVERY_MS);
  const { proofP50, failed, handles } = after;
  broken.push(
    `${of.name}: afterwards proofs take ${proofP50} ms, ${failed} fail, ${handles} handles are open`,
  );
}

/** Handles come and go with everybody's connections, of which there are some dozen. */
const isAsBefore = (after: Seen, base: Seen) =>
  after.failed + after.healthFailed === 0 &&
  after.proofP50 <= Math.max(100, 3 * base.proofP50) &&
  after.handles <= base.handles + 32;

const service = await AttackedService.start();
try {
  const path = await proofPath(service);
  const quiet = watch(service, path);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const base = await quiet.end();
  const rows: Row[] = [{ attack: "nothing", ...base, answers: "" }];
  const chosen = ATTACKS.filter(({ name }) => name.includes(only));
  for (const { name } of chosen) rows.push(await underAttack(service, path, name, base));
  const stopped = await service.stop();
  expectThat(stopped <= STOP_SECONDS, `SIGTERM took ${stopped} s`);
  const started = await service.restart();
  expectThat(started <= START_SECONDS, `The start took ${started} s`);
  expectThat((await send({ port: service.port, path })).status === 200, "The proof was lost by a restart");
  console.table(rows);
  console.log(`Stopped in ${stopped.toFixed(1)} s, started in ${started.toFixed(1)} s.`);
} finally {
  await service.remove();
}
for (const sentence of broken) console.error(`Broken: ${sentence}.`);
process.exit(broken.length > 0 ? 1 : 0);
