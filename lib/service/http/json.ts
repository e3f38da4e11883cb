/** JSON with 64-bit integers as decimal strings. Source: spec 2, conventions. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? item.toString() : item));
