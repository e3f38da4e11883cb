/** Names that are values: addresses, hashes and the like. */
const VALUE = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Returns the paths of all names in a value, with `[]` for every item of a list. Two answers of one
 * kind have the same.
 */
export function getShape(value: unknown, at = ""): string[] {
  const paths = new Set<string>();
  collect(value, at, paths);
  return [...paths].toSorted();
}

function collect(value: unknown, at: string, paths: Set<string>): void {
  if (typeof value !== "object" || value === null) {
    paths.add(at);
    return;
  }
  if (Array.isArray(value)) {
    paths.add(`${at}[]`);
    for (const item of value) collect(item, `${at}[]`, paths);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    collect(item, `${at}.${VALUE.test(name) ? "*" : name}`, paths);
  }
}
