import { join } from "node:path";
import { parseArgs } from "node:util";
import { Connection } from "@solana/web3.js";
import { LedgerFolderError, SLOT_MS, startLedger } from "@vesting-index/ledger";
import { DEMO_CREATOR, DEMO_TOKEN, demoAccount } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { EnvError, readEnv } from "@/lib/service/env";

const USAGE = `npm run ledger -- [options]
  --port N       port of the RPC; subscriptions are served on the next one too (LEDGER_PORT, 8899)
  --data-dir D   where state and history are kept (DATA_DIR/ledger)
  --memory       keep nothing
  --slot-ms N    milliseconds a slot lasts (400)
  --controls     let clients move time, drop transactions and spoil answers
  --demo         give the demo accounts SOL, and the demo creator the demo token
`;

/** The local ledger on its own. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      "data-dir": { type: "string" },
      memory: { type: "boolean" },
      "slot-ms": { type: "string" },
      controls: { type: "boolean" },
      demo: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const env = readEnv();
  const dataDir = values["data-dir"] ?? join(env.DATA_DIR, "ledger");
  const ledger = await startLedger({
    port: wholeNumber("--port", values.port) ?? env.LEDGER_PORT,
    programId: env.VESTING_PROGRAM_ID,
    ...(!values.memory && { dataDir }),
    slotMs: wholeNumber("--slot-ms", values["slot-ms"]) ?? SLOT_MS,
    controls: values.controls ?? false,
    onFault: (error, method) => process.stderr.write(`${method}: ${explain(error)}\n`),
  });
  process.stdout.write(`The ledger answers on ${ledger.url}, subscriptions on ${ledger.wsUrl}\n`);
  stopOnSignal(() => ledger.close());
  if (!values.demo) return;
  await new DemoLedger(new Connection(ledger.url, "confirmed")).fillUpAll();
  const [creator, token] = await Promise.all([DEMO_CREATOR, DEMO_TOKEN].map(demoAccount));
  process.stdout.write(`${DEMO_CREATOR} ${creator?.address} holds tokens of mint ${token?.address}\n`);
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new RangeError(`${option} must be a whole number up to 99999.`);
  return Number(text);
}

function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    close().then(() => process.exit(0), fail);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = [EnvError, RangeError, LedgerFolderError].some((ours) => error instanceof ours);
  return isOurs ? error.message : (error.stack ?? error.message);
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

main().catch(fail);
