/**
 * npm run test:load — attacks the production build on loopback, attack after attack, while others read proofs.
 * Arguments: `-- minute`, `-- ten-minutes` or `-- hour`; a part of an attack's name to run it alone; `--out
 * FILE` to keep the table; `--gate` for the bounds of CI on a busy machine. Needs a build, and exits with 1
 * when a promise of docs/reliability.md is broken.
 */
import { parseArgs } from "node:util";
import { ATTACKS } from "./attacks/attacks";
import { damagedDataFolders } from "./attacks/data-folder";
import { FUZZED_SETTINGS } from "./attacks/fuzz";
import { killAttacks } from "./attacks/kills";
import { lyingLedgers } from "./attacks/lying-ledgers";
import { outages } from "./attacks/outages";
import { overload } from "./attacks/overload";
import { Attacker, runMeasuredAttack, type Watched } from "./measured-attack";
import {
  AT_THE_GATE,
  type Bounds,
  boundsOn,
  LENGTHS,
  type Length,
  PROMISED,
  type Row,
  report,
  STOP_SECONDS,
} from "./report";
import { watch } from "./service/bystander";
import { registration, send, sendSigned } from "./service/send";
import { AttackedService } from "./service/service";

const { values, positionals } = parseArgs({
  options: { out: { type: "string" }, gate: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [lengthName = "minute", only = ""] = positionals;
const length = LENGTHS.find(({ name }) => name === lengthName);
if (!length) throw new Error(`Say how long: ${LENGTHS.map(({ name }) => name).join(", ")}.`);

/** An hour of registrations exceeds the default limit of unconfirmed leaves. */
const UNLIMITED = { UNCONFIRMED_LEAVES: "1000000000" };

const OVERLOAD = "overload";
const RESTART = "SIGTERM, then a start on the same data";

/** Attacks for CI: they take seconds, and behave alike on any machine. */
const OF_THE_GATE = ["bombs", "stalled uploads", "20 prepares", "forms", RESTART];

const isChosen = (name: string) =>
  values.gate ? OF_THE_GATE.some((part) => name.startsWith(part)) : name.includes(only);

/** Registers a small campaign and returns the path of a proof that the others read. */
async function proofPath({ port }: AttackedService): Promise<string> {
  const { wallet, body, treeAddress, prepared } = await registration(1_000);
  const { status, text } = await sendSigned(
    { port, localAddress: "127.0.3.1" },
    wallet,
    "/api/campaigns",
    body,
  );
  if (status !== 201) throw new Error(`The others' campaign was answered ${status}: ${text}`);
  return `/api/campaigns/${treeAddress}/proof?beneficiary=${prepared.leaves[0]?.beneficiary}`;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the attacks that need separate services. */
async function onOthers(input: Length, bounds: Bounds): Promise<Row[]> {
  const rows: Row[] = [];
  if (isChosen("lying ledgers")) rows.push(await lyingLedgers(input, bounds));
  if (isChosen("data-folder faults") && !input.isShort) rows.push(await damagedDataFolders());
  if (isChosen("outages") && !input.isShort) rows.push(await outages(input, bounds));
  if (isChosen("kills")) rows.push(...(await killAttacks(input, bounds)));
  return rows;
}

/** Runs all attacks in turn on one service, then ends the service and starts it again on its data. */
async function attacksUnderWatch(input: Length): Promise<{ rows: Row[]; bounds: Bounds }> {
  const service = await AttackedService.start({ settings: { ...FUZZED_SETTINGS, ...UNLIMITED } });
  const attacker = new Attacker();
  try {
    const path = await proofPath(service);
    const quiet = watch(service, path);
    await pause(2_000);
    const idle = await quiet.end();
    const bounds = values.gate ? AT_THE_GATE : boundsOn({ ...idle, startSeconds: service.startSeconds });
    const watched: Watched = { service, path, idle, bounds, length: input };
    const first = `started on an empty folder in ${service.startSeconds.toFixed(1)} s`;
    const rows: Row[] = [
      { ...getLine(idle), attack: "nobody attacks", seconds: 2, figures: first, broken: [] },
    ];
    for (const { name, isWaiting } of ATTACKS.filter((attack) => isChosen(attack.name))) {
      const beside = input.isShort && isWaiting ? onOthers(input, bounds) : [];
      rows.push(await runMeasuredAttack(attacker, name, watched), ...(await beside));
    }
    if (isChosen(OVERLOAD)) rows.push(...(await overload(attacker, watched)));
    rows.push(await restart(watched));
    return { rows, bounds };
  } finally {
    attacker.end();
    await service.remove();
  }
}

const getLine = ({ proofP50, proofP99, healthWorst, memory }: Watched["idle"]) => ({
  proofs: `${proofP50} / ${proofP99}`,
  healthWorst,
  memory,
});

async function restart({ service, path, bounds }: Watched): Promise<Row> {
  const stopped = await service.stop();
  const started = await service.restart();
  const promises: [boolean, string][] = [
    [stopped <= STOP_SECONDS, `SIGTERM took ${stopped.toFixed(1)} s`],
    [started <= bounds.startSeconds, `the start took ${started.toFixed(1)} s`],
    [(await send({ port: service.port, path })).status === 200, "the proof was lost by a restart"],
  ];
  return {
    attack: RESTART,
    seconds: stopped + started,
    figures: `stopped in ${stopped.toFixed(1)} s, started in ${started.toFixed(1)} s`,
    broken: promises.flatMap(([holds, sentence]) => (holds ? [] : [sentence])),
  };
}

const rows: Row[] = [];
let bounds = PROMISED;
const isOfOneService = [...ATTACKS.map(({ name }) => name), OVERLOAD, RESTART].some(isChosen);
if (isOfOneService) {
  const run = await attacksUnderWatch(length);
  rows.push(...run.rows);
  bounds = run.bounds;
}
if (!isOfOneService || !length.isShort) rows.push(...(await onOthers(length, bounds)));
process.exit((await report(rows, { bounds, length, out: values.out })) ? 0 : 1);
