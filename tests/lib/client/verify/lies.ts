import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { LIFECYCLE_STATUSES } from "@/lib/core/vesting/lifecycle";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One changed value of an answer. */
export type Lie = { path: string; answer: Json; told: Json };

/** Returns the answer once for every other value of each of its fields. */
export function liesAbout(answer: Json): Lie[] {
  return getFields(answer).flatMap(({ keys, value }) =>
    othersThan(value).map((told) => {
      const copy = structuredClone(answer);
      setAt(copy, keys, told);
      return { path: keys.join("."), answer: copy, told };
    }),
  );
}

/** Returns the answer with several changed values, at most one per field. */
export function withLies(answer: Json, lies: readonly Pick<Lie, "path" | "told">[]): Json {
  const copy = structuredClone(answer);
  for (const { path, told } of lies) setAt(copy, path.split("."), told);
  return copy;
}

type Keys = readonly string[];

export function getFields(node: Json, keys: Keys = []): { keys: Keys; value: Json }[] {
  if (typeof node !== "object" || node === null) return [{ keys, value: node }];
  return Object.entries(node).flatMap(([name, child]) => getFields(child, [...keys, name]));
}

function setAt(root: Json, keys: Keys, value: Json): void {
  const parent = keys.slice(0, -1).reduce((node, key) => (node as Record<string, Json>)[key] as Json, root);
  (parent as Record<string, Json>)[keys.at(-1) ?? ""] = value;
}

const ENUMERATIONS: readonly (readonly string[])[] = [LIFECYCLE_STATUSES, EVENT_TYPES];

function othersThan(value: Json): Json[] {
  if (value === null) return ["1", "x", true];
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, value - 1, 0].filter((other) => other !== value);
  if (typeof value !== "string") return [];
  if (/^-?\d+$/.test(value)) {
    const number = BigInt(value);
    return [number + 1n, number - 1n, 0n].filter((other) => other !== number).map(String);
  }
  for (const words of ENUMERATIONS)
    if (words.includes(value)) return words.filter((other) => other !== value);
  // A signature, an address or a hash with one other character, and a nullable value.
  const [first = "", last = ""] = [value[0], value.at(-1)];
  return [
    `${value.slice(0, -1)}${last === "2" ? "3" : "2"}`,
    `${first === "2" ? "3" : "2"}${value.slice(1)}`,
    null,
  ];
}
