import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type LockFile,
  lockedPackages,
  lockFileFaults,
  type Manifests,
  readManifests,
} from "@/cli/supply/lock-file";
import {
  billFaults,
  installScriptFaults,
  isAllowed,
  judgeAdvisories,
  licenceFaults,
} from "@/cli/supply/review";
import reviewed from "@/cli/supply/reviewed.json";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
/** Ours, to be broken: each test gets its own. */
const lockFile = () => readJson("package-lock.json") as LockFile;
const manifests = () => readManifests(readJson);
const npmrc = readFileSync(".npmrc", "utf8");

function entryOf(lock: LockFile, path: string) {
  const entry = lock.packages[path];
  if (!entry) throw new Error(`${path} is not locked.`);
  return entry;
}

const licencesOf = (lock: LockFile) => licenceFaults(lockedPackages(lock), reviewed.licences);
const scriptsOf = (lock: LockFile, rc = npmrc) =>
  installScriptFaults(lockedPackages(lock), reviewed.installScripts, rc);

test("what is locked is as reviewed", () => {
  expect(lockFileFaults(lockFile(), manifests())).toEqual([]);
  expect(licencesOf(lockFile())).toEqual([]);
  expect(scriptsOf(lockFile())).toEqual([]);
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
    (lock) => delete entryOf(lock, DARWIN).integrity,
    `${DARWIN} has no SHA-512 integrity`,
  ],
  [
    "a hash is of a weaker kind",
    (lock) => {
      entryOf(lock, DARWIN).integrity = "sha1-dUGvE0S3Rb9vQJjPdMD2nMeCFhw=";
    },
    `${DARWIN} has no SHA-512 integrity`,
  ],
  [
    "an address is of a machine's own registry",
    (lock) => {
      entryOf(lock, "node_modules/zod").resolved = "http://localhost:4873/zod/-/zod-4.6.7.tgz";
    },
    "node_modules/zod is resolved at http://localhost:4873/zod/-/zod-4.6.7.tgz instead of",
  ],
  [
    "an address is of another package",
    (lock) => {
      entryOf(lock, "node_modules/zod").resolved = entryOf(lock, "node_modules/ws").resolved;
    },
    "node_modules/zod is resolved at",
  ],
  [
    "an address is left out",
    (lock) => delete entryOf(lock, "node_modules/zod").resolved,
    "node_modules/zod is resolved at no address",
  ],
  [
    "a nested package is lost",
    ({ packages }) => delete packages["node_modules/drizzle-kit/node_modules/@esbuild/win32-x64"],
    "node_modules/drizzle-kit/node_modules/esbuild needs @esbuild/win32-x64",
  ],
  [
    "the lock file is of another package.json",
    (lock) => delete entryOf(lock, "").dependencies?.zod,
    "zod is 4.6.7 in package.json, absent in the lock file",
  ],
  [
    "it is of another package.json of a workspace",
    (lock) => delete entryOf(lock, "ledger").dependencies?.zod,
    "zod is 4.6.7 in ledger/package.json, absent in the lock file",
  ],
  [
    "what only a workspace needs is lost",
    (lock) => Object.assign(entryOf(lock, "ledger"), { dependencies: { "left-pad": "1.3.0" } }),
    "ledger needs left-pad 1.3.0, which is missing",
  ],
  [
    "a package is a folder that is no workspace",
    (lock) => {
      entryOf(lock, "node_modules/@vesting-index/ledger").resolved = "../elsewhere";
    },
    "node_modules/@vesting-index/ledger is the folder ../elsewhere, which is no workspace",
  ],
];
test.each(brokenLocks)("a lock file is refused when %s", (_, damage, fault) => {
  const lock = lockFile();
  damage(lock);
  expect(lockFileFaults(lock, manifests())).toContainEqual(expect.stringContaining(fault));
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
test.each(looseManifests)("a version asked for by %s is refused", (_, loosen) => {
  const loose = manifests();
  loosen(loose);
  expect(lockFileFaults(lockFile(), loose)).toContainEqual(expect.stringContaining("no exact version"));
});

test("a package with an install script is refused until it is named, and a name without one as well", () => {
  const lock = lockFile();
  entryOf(lock, "node_modules/zod").hasInstallScript = true;
  expect(scriptsOf(lock)).toEqual(["zod has an install script that nobody looked at"]);
  delete entryOf(lock, "node_modules/zod").hasInstallScript;
  delete entryOf(lock, "node_modules/bufferutil").hasInstallScript;
  expect(scriptsOf(lock)).toEqual([
    "the install script of bufferutil is named, but nothing has one of that name",
  ]);
});

test("install scripts are not run by any package", () => {
  expect(scriptsOf(lockFile(), npmrc.replace("ignore-scripts=true", "ignore-scripts=false"))).toHaveLength(1);
});

test("a licence nobody agreed to is refused in production, and left alone where it only develops", () => {
  const lock = lockFile();
  entryOf(lock, "node_modules/zod").license = "GPL-3.0-only";
  entryOf(lock, "node_modules/vitest").license = "GPL-3.0-only";
  delete entryOf(lock, "node_modules/pino").license;
  expect(licencesOf(lock).toSorted()).toEqual([
    "pino has the licence none, which was not agreed to",
    "zod has the licence GPL-3.0-only, which was not agreed to",
  ]);
});

test("what was agreed to for one package holds for no other, and ends with it", () => {
  const lock = lockFile();
  delete lock.packages["node_modules/rpc-websockets"];
  entryOf(lock, "node_modules/zod").license = "LGPL-3.0-only";
  expect(licencesOf(lock)).toEqual([
    "zod has the licence LGPL-3.0-only, which was not agreed to",
    "the licence of rpc-websockets was agreed to, but nothing needs it",
  ]);
});

test.each([
  ["MIT", true],
  ["GPL-2.0-only", false],
  ["(MIT OR GPL-2.0-only)", true],
  ["MIT AND GPL-2.0-only", false],
  ["GPL-2.0-only OR (ISC AND MIT)", true],
  ["GPL-2.0-only OR ISC AND GPL-2.0-only", false],
  ["(MIT", false],
  ["MIT ISC", false],
  ["", false],
])("the licence expression %s is allowed: %s", (expression, expected) => {
  expect(isAllowed(expression, ["MIT", "ISC"])).toBe(expected);
});

/** As `npm audit --json` says it: what an advisory is about, and packages that have it through another. */
const auditReport = {
  auditReportVersion: 2,
  vulnerabilities: {
    ws: {
      name: "ws",
      severity: "high",
      via: [
        {
          source: 1098392,
          name: "ws",
          dependency: "ws",
          title: "ws affected by a DoS when handling a request with many HTTP headers",
          url: "https://github.com/advisories/GHSA-3h5v-q93c-6h6q",
          severity: "high",
          range: ">=8.0.0 <8.17.1",
        },
      ],
    },
    jayson: { name: "jayson", severity: "high", via: ["ws"] },
  },
};
const accepted = { id: "GHSA-3h5v-q93c-6h6q", package: "ws", reason: "only a client", date: "2026-11-22" };

test("an advisory is a fault until it is accepted, and an acceptance once nobody reports it", () => {
  expect(judgeAdvisories(auditReport, [])).toEqual({
    asked: true,
    faults: [expect.stringContaining("GHSA-3h5v-q93c-6h6q")],
  });
  expect(judgeAdvisories(auditReport, [accepted])).toEqual({ asked: true, faults: [] });
  expect(judgeAdvisories({ vulnerabilities: {} }, [accepted])).toEqual({
    asked: true,
    faults: [expect.stringContaining("nobody reports it")],
  });
});

test("a registry that tells no advisories is not taken for one without any", () => {
  const refusal = { message: "405 Method Not Allowed", error: { summary: "", detail: "" } };
  expect(judgeAdvisories(refusal, [])).toEqual({ asked: false, why: "405 Method Not Allowed" });
  expect(judgeAdvisories({}, [])).toMatchObject({ asked: false });
});

test("accepted advisories say why and since when", () => {
  for (const advisory of reviewed.advisories)
    expect(advisory).toMatchObject({
      id: expect.stringMatching(/^GHSA-/),
      package: expect.any(String),
      reason: expect.stringMatching(/\w{3}/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
});

test("a bill of materials that lacks a package or its hash is refused", () => {
  const packages = lockedPackages(lockFile()).filter(({ name }) => name === "zod" || name === "pino");
  const hashes = [{ alg: "SHA-512", content: "00" }];
  const components = packages.map(({ name, version }) => ({ name, version, hashes }));
  const bill = { bomFormat: "CycloneDX", components };
  expect(billFaults(bill, packages)).toEqual([]);
  expect(billFaults({ ...bill, components: components.slice(1) }, packages)).toHaveLength(1);
  expect(
    billFaults({ ...bill, components: components.map((entry) => ({ ...entry, hashes: [] })) }, packages),
  ).toHaveLength(packages.length);
  expect(() => billFaults({ ...bill, bomFormat: "SPDX" }, packages)).toThrow();
});
