import { join } from "node:path";
import { parseArgs } from "node:util";
import { Connection } from "@solana/web3.js";
import { DataFolderError, multisigAccount, SLOT_MS, squadsDouble, startLedger } from "@vesting-index/ledger";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, DEMO_TOKEN, demoAccount } from "@/lib/client/demo-accounts";
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
  --squads-double  load a test double of the Squads program, with a multisig of the demo accounts
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
      "squads-double": { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    printOwn(print, USAGE);
    return;
  }
  const env = loadSettings();
  const dataDir = values["data-dir"] ?? join(env.DATA_DIR, "ledger");
  const multisig = values["squads-double"] ? await demoMultisig() : null;
  const ledger = await startLedger({
    ...(multisig && { programs: [squadsDouble()], accounts: [multisig] }),
    port: wholeNumber("--port", values.port) ?? env.LEDGER_PORT,
    programId: env.VESTING_PROGRAM_ID,
    ...(!values.memory && { dataDir }),
    slotMs: wholeNumber("--slot-ms", values["slot-ms"]) ?? SLOT_MS,
    controls: values.controls ?? false,
    onError: (error, method) =>
      printError(`${method}: ${error instanceof Error ? error.message : String(error)}`),
  });
  print(`The local ledger listens on ${ledger.url}, subscriptions on ${ledger.wsUrl}`);
  if (multisig) print(`Two of three demo accounts approve for the multisig ${multisig.address}`);
  stopOnSignal(() => ledger.close());
  if (!values.demo) return;
  await new DemoLedger(new Connection(ledger.url, "confirmed")).fillUpAll();
  const [creator, token] = await Promise.all([DEMO_CREATOR, DEMO_TOKEN].map(demoAccount));
  print(`${DEMO_CREATOR} ${creator?.address} holds tokens of mint ${token?.address}`);
}

/** Returns a multisig of the creator and two beneficiaries, of whom two must approve. */
async function demoMultisig() {
  const names = [DEMO_CREATOR, ...DEMO_BENEFICIARIES.slice(0, 2)];
  const members = (await Promise.all(names.map(demoAccount))).map(({ address }) => address);
  const { address: createKey } = await demoAccount("Demo multisig");
  return multisigAccount({ createKey, threshold: 2, members });
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
