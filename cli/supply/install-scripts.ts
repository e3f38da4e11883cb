import type { LockedPackage } from "./lock-file";

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
