import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type LockFile, lockedPackages, lockFileFaults, readManifests } from "./lock-file";
import {
  type AcceptedAdvisory,
  billFaults,
  installScriptFaults,
  judgeAdvisories,
  licenceFaults,
} from "./review";
import reviewed from "./reviewed.json";

/**
 * npm run supply — holds what npm installs against what was reviewed, and writes the bill of materials. Ends with 1 on
 * a fault, and with 2 when the registry tells no advisories; `-- --offline` does not ask for them.
 */
const BILL = ".data/sbom.cdx.json";
const NOT_ASKED = 2;

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const lock = readJson("package-lock.json") as LockFile;
const packages = lockedPackages(lock);
const accepted: AcceptedAdvisory[] = reviewed.advisories;

function runNpm(...args: string[]): unknown {
  const { stdout, stderr } = spawnSync("npm", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`npm ${args.join(" ")} gave no JSON: ${stderr}`);
  }
}

function report(what: string, faults: string[]): void {
  console.log(faults.length === 0 ? `${what}: as reviewed` : `${what}: ${faults.length} to look at`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** Of what develops it too, marked as such: npm's --omit=dev leaves out what both need. */
function billOfMaterials(): string[] {
  const bill = runNpm("sbom", "--package-lock-only", "--sbom-format=cyclonedx");
  mkdirSync(".data", { recursive: true, mode: 0o700 });
  writeFileSync(BILL, `${JSON.stringify(bill, null, 2)}\n`);
  return billFaults(bill, packages);
}

report("lock file", lockFileFaults(lock, readManifests(readJson)));
report(
  "install scripts",
  installScriptFaults(packages, reviewed.installScripts, readFileSync(".npmrc", "utf8")),
);
report("licences", licenceFaults(packages, reviewed.licences));
report(`bill of materials, ${BILL}`, billOfMaterials());
if (process.argv.includes("--offline")) {
  console.log("advisories: not asked for");
} else {
  const result = judgeAdvisories(runNpm("audit", "--json"), accepted);
  if (result.asked) report("advisories", result.faults);
  else {
    console.log(`advisories: unknown, because the registry did not tell them (${result.why})`);
    process.exitCode ||= NOT_ASKED;
  }
}
