/**
 * Serializes strings, safe integers, booleans, null, arrays and objects as JSON without whitespace and with sorted
 * keys, as RFC 8785 does. Equal values have equal texts.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
