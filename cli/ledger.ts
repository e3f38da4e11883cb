import { join } from "node:path";
import { parseArgs } from "node:util";
import { Connection } from "@solana/web3.js";
import { DataFolderError, SLOT_MS, startLedger } from "@vesting-index/ledger";
import { DEMO_CREATOR, DEMO_TOKEN, demoAccount } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { EnvError } from "@/lib/service/env";
import { loadSettings } from "./settings";
import { print, printError, printFailure, printOwn } from "./terminal";

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
    printOwn(print, USAGE);
    return;
  }
  const env = loadSettings();
  const dataDir = values["data-dir"] ?? join(env.DATA_DIR, "ledger");
  const ledger = await startLedger({
    port: wholeNumber("--port", values.port) ?? env.LEDGER_PORT,
    programId: env.VESTING_PROGRAM_ID,
    ...(!values.memory && { dataDir }),
    slotMs: wholeNumber("--slot-ms", values["slot-ms"]) ?? SLOT_MS,
    controls: values.controls ?? false,
    onError: (error, method) =>
      printError(`${method}: ${error instanceof Error ? error.message : String(error)}`),
  });
  print(`The local ledger listens on ${ledger.url}, subscriptions on ${ledger.wsUrl}`);
  stopOnSignal(() => ledger.close());
  if (!values.demo) return;
  await new DemoLedger(new Connection(ledger.url, "confirmed")).fillUpAll();
  const [creator, token] = await Promise.all([DEMO_CREATOR, DEMO_TOKEN].map(demoAccount));
  print(`${DEMO_CREATOR} ${creator?.address} holds tokens of mint ${token?.address}`);
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

function fail(error: unknown): never {
  const isOurs = [EnvError, RangeError, DataFolderError].some((ours) => error instanceof ours);
  if (isOurs && error instanceof Error) printOwn(printError, error.message);
  else printFailure(printError, error);
  process.exit(1);
}

main().catch(fail);
