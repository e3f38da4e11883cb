/**
 * JSON with bigint written as plain digits, as a node writes u64 values beyond what a double holds.
 * Undefined members are left out.
 */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    // The fast way refuses bigint with a TypeError; only then is the value walked.
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

/** A u64 as JSON shows it: a number while that is exact, else a bigint that `toJson` writes in full. */
export function u64Json(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** What a JSON text says, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
