import type { LockedPackage } from "./lock-file";

/** Compares packages that have an install script with the reviewed ones. `.npmrc` keeps npm from running any script. */
export function findInstallScriptErrors(
  packages: LockedPackage[],
  reviewed: object,
  npmrc: string,
): string[] {
  const names = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : [".npmrc does not say ignore-scripts=true"]),
    ...[...names]
      .filter((name) => !(name in reviewed))
      .map((name) => `${name} has an install script that was not reviewed`),
    ...Object.keys(reviewed)
      .filter((name) => !names.has(name))
      .map((name) => `the install script of ${name} is reviewed, but no package has it`),
  ];
}

/** License expressions of any package, and exceptions by name, where a trailing `*` matches any suffix. */
type Reviewed = { allowed: string[]; exceptions: Record<string, { licenses: string[]; reason: string }> };

const matches = (name: string, pattern: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** Compares the licenses of packages in production with the reviewed ones. */
export function findLicenseErrors(packages: LockedPackage[], { allowed, exceptions }: Reviewed): string[] {
  // npm locks no license of a bundled package.
  const shipped = packages.filter(({ dev, inBundle }) => !dev && !inBundle);
  const errors = shipped.flatMap(({ name, license = "none" }) => {
    const matching = Object.entries(exceptions).filter(([key]) => matches(name, key));
    const reviewed = [...allowed, ...matching.flatMap(([, { licenses }]) => licenses)];
    return reviewed.includes(license) ? [] : [`${name} has the license ${license}, which was not reviewed`];
  });
  const unused = Object.keys(exceptions).filter((key) => !shipped.some(({ name }) => matches(name, key)));
  return [...errors, ...unused.map((key) => `the license of ${key} is reviewed, but no package needs it`)];
}
