/**
 * npm run client:pack — the package as a file in client/dist, for `npm install ./client/dist/….tgz`.
 * npm run client:api — writes client/api-report.md again.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiReport } from "./api-report";
import { checkedProgram } from "./check-program";
import { compileModules, compileTypes } from "./compile";

const CLIENT = join(import.meta.dirname, "..");
const DIST = join(CLIENT, "dist");

function pack(): void {
  rmSync(DIST, { recursive: true, force: true });
  compileModules(DIST);
  compileTypes(DIST);
  execFileSync("npm", ["pack", "--pack-destination", DIST], { cwd: DIST, stdio: "inherit" });
}

function writeReport(): void {
  const folder = mkdtempSync(join(tmpdir(), "client-api-"));
  try {
    compileTypes(folder);
    symlinkSync(join(CLIENT, "../node_modules"), join(folder, "node_modules"));
    writeFileSync(join(CLIENT, "api-report.md"), apiReport({ program: checkedProgram(folder), folder }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [, , command] = process.argv;
if (command === "pack") pack();
else if (command === "api") writeReport();
else throw new Error("Say pack or api.");
