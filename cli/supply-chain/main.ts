/** npm run audit:dependencies: compares the lock file with cli/supply-chain/reviewed.json, writes the bill of materials and audits; `-- --offline` does not audit. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { findLockFileErrors, type LockFile, lockedPackages, readManifests } from "./lock-file";
import { findInstallScriptErrors, findLicenseErrors } from "./review";
import reviewed from "./reviewed.json";

const BILL = ".data/sbom.cdx.json";
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const lock = readJson("package-lock.json") as LockFile;
const packages = lockedPackages(lock);

mkdirSync(".data", { recursive: true, mode: 0o700 });
const sbom = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"];
writeFileSync(BILL, execFileSync("npm", sbom, { maxBuffer: 64 * 1024 * 1024 }));
const errors = [
  ...findLockFileErrors(lock, readManifests(readJson)),
  ...findInstallScriptErrors(packages, reviewed.installScripts, readFileSync(".npmrc", "utf8")),
  ...findLicenseErrors(packages, reviewed.licenses),
];
for (const problem of errors) console.error(`✗ ${problem}`);
const isAudited =
  process.argv.includes("--offline") ||
  [["audit"], ["audit", "signatures"]].every(
    (args) => spawnSync("npm", args, { stdio: "inherit" }).status === 0,
  );
console.log(`${packages.length} packages, ${errors.length} errors; the bill of materials is in ${BILL}.`);
process.exitCode = errors.length > 0 || !isAudited ? 1 : 0;
