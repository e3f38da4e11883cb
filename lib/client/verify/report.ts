/** The result for one field of an answer. */
export type FieldCheck = {
  /** Names and list positions, joined by dots: `claims.0.amount`. The position of a list itself means its completeness. */
  path: string;
  /** `unchecked`: the network does not determine the value, or it could not be read. */
  status: "verified" | "false" | "unchecked";
  /** The value in the answer. */
  answered: unknown;
  /** The value according to the network; undefined if unknown. */
  actual: unknown;
  /** The reason for `false` and `unchecked`; null for a verified field. */
  reason: string | null;
};

/** Bounds of an answer; longer or deeper ones are not the service's. */
const [MAX_FIELDS, MAX_DEPTH] = [100_000, 12];

const DIFFERS = "The network has another value.";
const UNKNOWN = "The network does not determine the value.";

/** Collects one result per field of an answer. A false field stays false. */
export class Report {
  private readonly checks = new Map<string, FieldCheck>();

  constructor(private readonly answer: unknown) {}

  get fields(): FieldCheck[] {
    return [...this.checks.values()];
  }

  /**
   * Compares a field with the network; an undefined `actual` is unchecked for `reason`. Integers are compared
   * as decimal strings, and objects and lists field by field. With `excuse`, a difference is unchecked for
   * that reason.
   */
  compare(path: string, actual: unknown, reason = UNKNOWN, excuse?: string): void {
    const value = toJson(actual);
    const answered = this.at(path);
    if (value === undefined) this.skipAll(path, reason);
    else if (isNode(value) && isNode(answered)) {
      for (const name of new Set([...Object.keys(value), ...Object.keys(answered)]))
        this.compare(childPath(path, name), value[name], "The network has no such value.", excuse);
    } else if (value === answered) this.set(path, "verified", value, null);
    else if (excuse !== undefined) this.skipAll(path, excuse);
    else this.rejectAll(path, value, DIFFERS);
  }

  /** Rejects the field that contains a path. */
  rejectWithin(path: string, reason: string): void {
    const names = path.split(".");
    const prefixes = names.map((_, at) => names.slice(0, at + 1).join("."));
    const bytes = prefixes.find((prefix) => {
      const node = this.at(prefix);
      return isNode(node) && isBytes(node);
    });
    this.reject(bytes ?? path, undefined, reason);
  }

  accept(path: string): void {
    this.set(path, "verified", this.at(path), null);
  }

  reject(path: string, actual: unknown, reason: string): void {
    this.set(path, "false", toJson(actual), reason);
  }

  skip(path: string, reason: string): void {
    this.set(path, "unchecked", undefined, reason);
  }

  /** Accepts every field below a path. */
  acceptAll(path: string): void {
    for (const field of this.fieldsBelow(path)) this.accept(field);
  }

  /** Rejects every field below a path. */
  rejectAll(path: string, actual: unknown, reason: string): void {
    for (const field of this.fieldsBelow(path))
      this.reject(field, field === path ? actual : undefined, reason);
  }

  skipAll(path: string, reason: string): void {
    for (const field of this.fieldsBelow(path)) this.skip(field, reason);
  }

  /** Adds every field that has no result yet; `getReason` states why. */
  skipRest(getReason: (path: string) => string): void {
    const fields = this.fieldsBelow("");
    for (const path of fields) if (!this.checks.has(path)) this.skip(path, getReason(path));
    if (fields.length === MAX_FIELDS) this.reject("", undefined, "The answer has too many fields.");
  }

  /** Returns the paths of the values below a path, which is its own if it is a value or empty. */
  private fieldsBelow(path: string): string[] {
    const fields: string[] = [];
    const visit = (node: unknown, at: string, depth: number): void => {
      if (fields.length >= MAX_FIELDS) return;
      const names = isNode(node) && !isBytes(node) && depth < MAX_DEPTH ? Object.keys(node) : [];
      if (names.length === 0) fields.push(at);
      for (const name of names) visit((node as Node)[name], childPath(at, name), depth + 1);
    };
    visit(this.at(path), path, 0);
    return fields;
  }

  private at(path: string): unknown {
    let node: unknown = this.answer;
    for (const name of path === "" ? [] : path.split(".")) {
      if (!isNode(node) || !Object.hasOwn(node, name)) return undefined;
      node = node[name];
    }
    return node;
  }

  private set(path: string, status: FieldCheck["status"], actual: unknown, reason: string | null): void {
    const before = this.checks.get(path);
    if (before?.status === "false" || (before && status === "unchecked")) return;
    this.checks.set(path, { path, status, answered: this.at(path), actual, reason });
  }
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** The siblings of a leaf proof are one value. */
const isBytes = (node: Node): boolean =>
  Array.isArray(node) &&
  node.every((item) => Array.isArray(item) && item.every((byte) => typeof byte === "number"));

const childPath = (path: string, name: string) => {
  const escaped = name.replaceAll(".", "\\.");
  return path === "" ? escaped : `${path}.${escaped}`;
};

const toJson = (value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value);
