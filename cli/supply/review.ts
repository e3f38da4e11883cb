import { z } from "zod";
import type { LockedPackage } from "./lock-file";

/** An advisory that we live with, why, and since when. */
export type AcceptedAdvisory = { id: string; package: string; reason: string; date: string };

const advisorySchema = z.object({
  name: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.string(),
});
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
});

/** What `npm audit --json` told: faults, or that the registry could not be asked. */
type AdvisoryResult = { asked: true; faults: string[] } | { asked: false; why: string };

export function judgeAdvisories(report: unknown, accepted: readonly AcceptedAdvisory[]): AdvisoryResult {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { asked: false, why: messageOf(report) };
  const advisories = new Map(
    Object.values(parsed.data.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((via) => typeof via !== "string")
      .map((advisory) => [advisory.url.slice(advisory.url.lastIndexOf("/") + 1), advisory]),
  );
  const known = new Set(accepted.map(({ id }) => id));
  const open = [...advisories].filter(([id]) => !known.has(id));
  const over = accepted.filter(({ id }) => !advisories.has(id));
  return {
    asked: true,
    faults: [
      ...open.map(([id, { name, severity, title, url }]) => `${name}: ${title} (${id}, ${severity}), ${url}`),
      ...over.map(({ id, package: name }) => `${id} of ${name} is accepted, but nobody reports it any more`),
    ],
  };
}

const messageOf = (report: unknown) => {
  const { success, data } = z.object({ message: z.string() }).safeParse(report);
  return success ? data.message : "its answer is no report";
};

const billSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({ name: z.string(), version: z.string(), hashes: z.array(z.unknown()).optional() }),
  ),
});

/** What a CycloneDX bill lacks of the locked packages, on whichever platform. */
export function billFaults(bill: unknown, packages: LockedPackage[]): string[] {
  const listed = new Map(
    billSchema.parse(bill).components.map((entry) => [`${entry.name}@${entry.version}`, entry]),
  );
  return packages
    .filter(({ inBundle }) => !inBundle)
    .flatMap(({ name, version }) => {
      const entry = listed.get(`${name}@${version}`);
      if (!entry) return [`${name}@${version} is not in the bill of materials`];
      return entry.hashes?.length ? [] : [`${name}@${version} has no hash in the bill of materials`];
    });
}

/**
 * Packages whose install scripts nobody looked at. No script of any package is run, `.npmrc` sees to that: the list
 * says why each of these works without its own.
 */
export function installScriptFaults(
  packages: LockedPackage[],
  reviewed: Record<string, string>,
  npmrc: string,
): string[] {
  const names = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : [".npmrc does not say ignore-scripts=true"]),
    ...[...names]
      .filter((name) => !(name in reviewed))
      .map((name) => `${name} has an install script that nobody looked at`),
    ...Object.keys(reviewed)
      .filter((name) => !names.has(name))
      .map((name) => `the install script of ${name} is named, but nothing has one of that name`),
  ];
}

/** Licences that any package may have, and by name (`*` at its end for any rest) what else one may have, and why. */
type ReviewedLicences = { allowed: string[]; of: Record<string, { licence: string; reason: string }> };

/** Packages that production installs and whose licence nobody agreed to. */
export function licenceFaults(packages: LockedPackage[], reviewed: ReviewedLicences): string[] {
  // What a package brings along in its own file is under what that file says; npm locks no licence of it.
  const shipped = packages.filter(({ dev, inBundle }) => !dev && !inBundle);
  const faults = shipped.flatMap(({ name, license = "none" }) => {
    const exceptions = Object.entries(reviewed.of).filter(([of]) => isNamed(name, of));
    const allowed = [...reviewed.allowed, ...exceptions.map(([, { licence }]) => licence)];
    return isAllowed(license, allowed) ? [] : [`${name} has the licence ${license}, which was not agreed to`];
  });
  const left = Object.keys(reviewed.of).filter((of) => !shipped.some(({ name }) => isNamed(name, of)));
  return [
    ...new Set(faults),
    ...left.map((of) => `the licence of ${of} was agreed to, but nothing needs it`),
  ];
}

const isNamed = (name: string, of: string) =>
  of.endsWith("*") ? name.startsWith(of.slice(0, -1)) : name === of;

/** Whether an SPDX expression holds with the given licences alone: any side of an OR, every side of an AND. */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const token = tokens[at++];
    if (token !== "(") return token !== undefined && allowed.includes(token);
    const inner = any();
    return tokens[at++] === ")" && inner;
  };
  const all = (): boolean => {
    let holds = one();
    while (tokens[at] === "AND") {
      at++;
      holds = one() && holds;
    }
    return holds;
  };
  const any = (): boolean => {
    let holds = all();
    while (tokens[at] === "OR") {
      at++;
      holds = all() || holds;
    }
    return holds;
  };
  const holds = any();
  return holds && at === tokens.length;
}
