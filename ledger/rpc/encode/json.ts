/**
 * Returns JSON with bigint as plain digits, as a node writes u64 values beyond the precision of a double.
 * Undefined members are omitted.
 */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    // JSON.stringify throws a TypeError for bigint; only then does the slower writer run.
    if (error instanceof TypeError) return write(value);
    throw error;
  }
}

function write(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`;
}

/** Returns a u64 for JSON: a number while that is exact, else a bigint that `toJson` writes in full. */
export function u64Json(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Returns the value of a JSON text, or undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
