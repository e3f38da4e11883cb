import type { LockedPackage } from "./lock-file";

/** Licences that any package may have, and by name (`*` at its end for any rest) what else one may have, and why. */
export type ReviewedLicences = { allowed: string[]; of: Record<string, { licence: string; reason: string }> };

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
