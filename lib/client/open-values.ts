import type * as z from "zod";

/**
 * Fields to which a later version may add values. All other fields, such as amounts and addresses, are
 * validated strictly.
 */
const OPEN = ["status", "type", "types", "code", "kind", "state", "readReplica", "severity"];

type Path = readonly PropertyKey[];
type Node = Record<PropertyKey, unknown>;

const nodeAt = (root: unknown, path: Path) => path.reduce((node, key) => (node as Node)[key], root) as Node;
const getKey = (path: Path) => path.at(-1) ?? "";

/**
 * Parses a response and keeps values that this version does not know. An event of an unknown type is returned
 * whole and unvalidated.
 * @throws ZodError for any other mismatch with the schema
 */
export function parseOpen<S extends z.ZodType>(schema: S, json: unknown): z.output<S> {
  const first = schema.safeParse(json);
  if (first.success) return first.data;
  const values: [Path, unknown][] = [];
  const items: [Path, unknown][] = [];
  for (const issue of first.error.issues) {
    const { path } = issue;
    if (!OPEN.includes(String(path.findLast((key) => typeof key === "string")))) throw first.error;
    const parent = nodeAt(json, path.slice(0, -1));
    const value = parent[getKey(path)];
    if (typeof value !== "string") throw first.error;
    if (issue.code === "invalid_value") {
      values.push([path, value]);
      parent[getKey(path)] = issue.values[0];
    } else if (issue.code === "invalid_union" && issue.errors.length === 0)
      items.push([path.slice(0, -1), parent]);
    else throw first.error;
  }
  for (const [path] of items.toReversed()) listAt(json, path).splice(Number(getKey(path)), 1);
  const parsed = schema.parse(json);
  for (const [path, item] of items) listAt(parsed, path).splice(Number(getKey(path)), 0, item);
  for (const [path, value] of values) nodeAt(parsed, path.slice(0, -1))[getKey(path)] = value;
  return parsed;
}

const listAt = (root: unknown, path: Path) => nodeAt(root, path.slice(0, -1)) as unknown as unknown[];
