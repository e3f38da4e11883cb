import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  findLockFileErrors,
  type LockFile,
  lockedPackages,
  type Manifests,
  readManifests,
} from "@/cli/supply-chain/lock-file";
import { findInstallScriptErrors, findLicenseErrors } from "@/cli/supply-chain/review";
import reviewed from "@/cli/supply-chain/reviewed.json";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
/** Ours, to be broken: each test gets its own. */
const lockFile = () => readJson("package-lock.json") as LockFile;
const manifests = () => readManifests(readJson);
const npmrc = readFileSync(".npmrc", "utf8");

function getEntry(lock: LockFile, path: string) {
  const entry = lock.packages[path];
  if (!entry) throw new Error(`${path} is not locked.`);
  return entry;
}

const getLicenses = (lock: LockFile) => findLicenseErrors(lockedPackages(lock), reviewed.licenses);
const getScripts = (lock: LockFile, rc = npmrc) =>
  findInstallScriptErrors(lockedPackages(lock), reviewed.installScripts, rc);

test("the locked packages match the review", () => {
  expect(findLockFileErrors(lockFile(), manifests())).toEqual([]);
  expect(getLicenses(lockFile())).toEqual([]);
  expect(getScripts(lockFile())).toEqual([]);
});

const DARWIN = "node_modules/@next/swc-darwin-arm64";
const brokenLocks: [string, (lock: LockFile) => void, string][] = [
  [
    "a platform's package is lost",
    ({ packages }) => delete packages[DARWIN],
    "node_modules/next needs @next/swc-darwin-arm64 16.4.5, which is missing",
  ],
  [
    "a platform's package has no hash",
    (lock) => delete getEntry(lock, DARWIN).integrity,
    `${DARWIN} has no SHA-512 integrity`,
  ],
  [
    "a hash is of a weaker kind",
    (lock) => {
      getEntry(lock, DARWIN).integrity = "sha1-dUGvE0S3Rb9vQJjPdMD2nMeCFhw=";
    },
    `${DARWIN} has no SHA-512 integrity`,
  ],
  [
    "an address is of a machine's own registry",
    (lock) => {
      getEntry(lock, "node_modules/zod").resolved = "http://localhost:4873/zod/-/zod-4.6.7.tgz";
    },
    "node_modules/zod is resolved at http://localhost:4873/zod/-/zod-4.6.7.tgz instead of",
  ],
  [
    "an address is of another package",
    (lock) => {
      getEntry(lock, "node_modules/zod").resolved = getEntry(lock, "node_modules/ws").resolved;
    },
    "node_modules/zod is resolved at",
  ],
  [
    "an address is left out",
    (lock) => delete getEntry(lock, "node_modules/zod").resolved,
    "node_modules/zod is resolved at no address",
  ],
  [
    "a nested package is lost",
    ({ packages }) => delete packages["node_modules/drizzle-kit/node_modules/@esbuild/win32-x64"],
    "node_modules/drizzle-kit/node_modules/esbuild needs @esbuild/win32-x64",
  ],
  [
    "what only a workspace needs is lost",
    (lock) => Object.assign(getEntry(lock, "ledger"), { dependencies: { "left-pad": "1.3.0" } }),
    "ledger needs left-pad 1.3.0, which is missing",
  ],
  [
    "a package is a folder that is no workspace",
    (lock) => {
      getEntry(lock, "node_modules/@vesting-index/ledger").resolved = "../elsewhere";
    },
    "../elsewhere is not a workspace",
  ],
];
test.each(brokenLocks)("a lock file is refused when %s", (_, damage, error) => {
  const lock = lockFile();
  damage(lock);
  expect(findLockFileErrors(lock, manifests())).toContainEqual(expect.stringContaining(error));
});

const looseManifests: [string, (own: Manifests) => unknown][] = [
  ["a range", ({ "": root }) => Object.assign(root?.dependencies ?? {}, { zod: "^4.6.7" })],
  ["a tag", ({ "": root }) => Object.assign(root?.devDependencies ?? {}, { knip: "latest" })],
  ["an address", ({ "": root }) => Object.assign(root?.dependencies ?? {}, { zod: "github:colinhacks/zod" })],
  [
    "a range in an override",
    ({ "": root }) => Object.assign(root ?? {}, { overrides: { inner: { zod: "4.x" } } }),
  ],
  ["a range in a workspace", ({ ledger }) => Object.assign(ledger?.dependencies ?? {}, { zod: "^4.6.7" })],
];
test.each(looseManifests)("rejects a version range in %s", (_, loosen) => {
  const loose = manifests();
  loosen(loose);
  expect(findLockFileErrors(lockFile(), loose)).toContainEqual(
    expect.stringContaining("not an exact version"),
  );
});

test("a package with an install script is refused until it is named, and a name without one as well", () => {
  const lock = lockFile();
  getEntry(lock, "node_modules/zod").hasInstallScript = true;
  expect(getScripts(lock)).toEqual(["zod has an install script that was not reviewed"]);
  delete getEntry(lock, "node_modules/zod").hasInstallScript;
  delete getEntry(lock, "node_modules/bufferutil").hasInstallScript;
  expect(getScripts(lock)).toEqual(["the install script of bufferutil is reviewed, but no package has it"]);
});

test("install scripts are not run by any package", () => {
  expect(getScripts(lockFile(), npmrc.replace("ignore-scripts=true", "ignore-scripts=false"))).toHaveLength(
    1,
  );
});

test("rejects an unreviewed license in production, and accepts it in development", () => {
  const lock = lockFile();
  getEntry(lock, "node_modules/zod").license = "GPL-3.0-only";
  getEntry(lock, "node_modules/vitest").license = "GPL-3.0-only";
  delete getEntry(lock, "node_modules/pino").license;
  expect(getLicenses(lock).toSorted()).toEqual([
    "pino has the license none, which was not reviewed",
    "zod has the license GPL-3.0-only, which was not reviewed",
  ]);
});

test("an exception for one package applies to no other, and ends with it", () => {
  const lock = lockFile();
  delete lock.packages["node_modules/rpc-websockets"];
  getEntry(lock, "node_modules/zod").license = "LGPL-3.0-only";
  expect(getLicenses(lock)).toEqual([
    "zod has the license LGPL-3.0-only, which was not reviewed",
    "the license of rpc-websockets is reviewed, but no package needs it",
  ]);
});
