import { z } from "zod";
import type { LockedPackage } from "./lock-file";

/** An advisory that the project accepts. */
export type AcceptedAdvisory = { id: string; package: string; reason: string; date: string };

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), z.looseObject({ url: z.string() })])) }),
  ),
});

type AdvisoryResult = { asked: true; faults: string[] } | { asked: false; why: string };

/** Compares the answer of `npm audit --json`, which may be a refusal, with the accepted advisories. */
export function judgeAdvisories(report: unknown, accepted: readonly AcceptedAdvisory[]): AdvisoryResult {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success)
    return { asked: false, why: String(Object(report).message ?? "its answer is no report") };
  const all = Object.values(parsed.data.vulnerabilities).flatMap(({ via }) => via);
  const advisories = new Map(
    all.flatMap((via) =>
      typeof via === "string" ? [] : [[via.url.slice(via.url.lastIndexOf("/") + 1), via] as const],
    ),
  );
  const open = [...advisories].filter(([id]) => !accepted.some((each) => each.id === id));
  const over = accepted.filter(({ id }) => !advisories.has(id));
  return {
    asked: true,
    faults: [
      ...open.map(([id, { name, severity, title, url }]) => `${name}: ${title} (${id}, ${severity}), ${url}`),
      ...over.map(({ id, package: name }) => `${id} of ${name} is accepted, but nobody reports it any more`),
    ],
  };
}

const billSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({ name: z.string(), version: z.string(), hashes: z.array(z.unknown()).default([]) }),
  ),
});

/** Returns a sentence for each locked package, of any platform, that a CycloneDX bill lacks. */
export function billFaults(bill: unknown, packages: LockedPackage[]): string[] {
  const { components } = billSchema.parse(bill);
  const hashes = new Map(components.map((entry) => [`${entry.name}@${entry.version}`, entry.hashes.length]));
  return packages.flatMap(({ name, version, inBundle }) => {
    const count = hashes.get(`${name}@${version}`);
    if (inBundle || (count ?? 0) > 0) return [];
    return [`${name}@${version} ${count === undefined ? "is not" : "has no hash"} in the bill of materials`];
  });
}

/** Compares packages that have an install script with the reviewed ones. `.npmrc` keeps npm from running any script. */
export function installScriptFaults(
  packages: LockedPackage[],
  reviewed: Record<string, string>,
  npmrc: string,
): string[] {
  const names = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  const unknown = [...names].filter((name) => !(name in reviewed));
  const left = Object.keys(reviewed).filter((name) => !names.has(name));
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : [".npmrc does not say ignore-scripts=true"]),
    ...unknown.map((name) => `${name} has an install script that nobody looked at`),
    ...left.map((name) => `the install script of ${name} is named, but nothing has one of that name`),
  ];
}

/** Licences of any package, and exceptions by name, where a last `*` stands for any rest. */
type ReviewedLicences = { allowed: string[]; of: Record<string, { licence: string; reason: string }> };

const isNamed = (name: string, of: string) =>
  of.endsWith("*") ? name.startsWith(of.slice(0, -1)) : name === of;

/** Returns a sentence for each package of production whose licence is not reviewed. */
export function licenceFaults(packages: LockedPackage[], reviewed: ReviewedLicences): string[] {
  // npm locks no licence of a bundled package.
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

/** Returns whether the given licences satisfy an SPDX expression. */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const holds = (text: string) =>
    text
      .split(" OR ")
      .some((any) => any.split(" AND ").every((name) => name === "+" || allowed.includes(name)));
  // Replaces each innermost group by its result until no group is left.
  let text = expression;
  for (let group = /\(([^()]+)\)/.exec(text); group; group = /\(([^()]+)\)/.exec(text))
    text = text.replace(group[0], holds(group[1] ?? "") ? "+" : "-");
  return holds(text);
}
