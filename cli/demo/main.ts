/**
 * npm run demo — the service on embedded defaults, filled through HTTP as a real client would: recipients from a CSV, a
 * campaign on the local ledger, its registration, every proof verified, one claim. It stays up until Ctrl-C, and a
 * second run goes on where the first stopped.
 */
import { existsSync } from "node:fs";
import { Connection } from "@solana/web3.js";
import { printError, printOwn } from "@/cli/terminal";
import { ApiClient } from "@/lib/client/api-client";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, DEMO_TOKEN, demoAccount } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { startStep } from "../progress";
import {
  claimAs,
  createOnNetwork,
  type Demo,
  demoTree,
  importMessy,
  isRegistered,
  prepare,
  register,
  verifyEveryProof,
} from "./campaign";
import { build, isBuilt, type Service, startService } from "./service";

const DATA_DIR = process.env.DATA_DIR ?? ".data";

async function run({ url, ledgerUrl }: Service): Promise<void> {
  const [creator, token, ada] = await Promise.all(
    [DEMO_CREATOR, DEMO_TOKEN, DEMO_BENEFICIARIES[0]].map(demoAccount),
  );
  if (!creator || !token || !ada) throw new Error("The demo accounts are missing.");
  const demo: Demo = {
    api: new ApiClient({ baseUrl: url }),
    ledger: new DemoLedger(new Connection(ledgerUrl, "confirmed")),
    creator,
    token,
  };
  if (await isRegistered(demo)) console.log("  ✓  The campaign of an earlier run is here");
  else {
    await importMessy(demo);
    const prepared = await prepare(demo);
    await createOnNetwork(demo, prepared);
    await register(demo, prepared);
  }
  await verifyEveryProof(demo);
  await claimAs(demo, ada);
  console.log(`
  Dashboard   ${url}
  Campaign    ${url}/campaigns/${demoTree(demo)}
  API         ${url}/api/campaigns/${demoTree(demo)}
  API docs    ${url}/docs/api
  Docs        ${url}/docs
  Ledger RPC  ${ledgerUrl}
  Data        ${DATA_DIR}   (secrets in ${DATA_DIR}/secrets.json)

  Ctrl-C stops it; the next run continues from here.`);
}

let service: Service | undefined;
let isStopping = false;
async function stop(code: number): Promise<never> {
  isStopping = true;
  await service?.stop();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    console.log("\n  Stopping …");
    void stop(0);
  });
}

try {
  console.log("\n  Vesting Index demo\n");
  if (!isBuilt()) {
    const building = startStep(existsSync(".next") ? "Rebuild the service" : "Build the service");
    await build(building);
    building.done();
  }
  const starting = startStep("Start the service with embedded defaults");
  service = await startService(DATA_DIR, starting);
  starting.done(service.url);
  await run(service);
  const code = await service.ended;
  if (!isStopping) throw new Error(`The service exited with code ${code}.`);
} catch (error) {
  if (!isStopping) {
    printError("");
    printOwn(printError, `  ✗  ${error instanceof Error ? error.message : error}`);
    await stop(1);
  }
}
