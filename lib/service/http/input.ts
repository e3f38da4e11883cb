import type * as z from "zod";
import type { ApiError } from "@/lib/core/errors";
import { assertCleanValues } from "@/lib/core/text/clean-text";
import { parsePart, validationError } from "@/lib/core/validation";

/**
 * Parses the query as an object for its schema. A name given once is a string; a name given several times is
 * an array, which a schema for one value rejects. Also rejects unknown names, because ignoring a misspelled
 * filter would return unfiltered results.
 */
export function parseQuery<T extends z.ZodObject>(
  schema: T | undefined,
  url: string,
): z.output<T> | undefined {
  const known = Object.keys(schema?.shape ?? {});
  const query = readSearch(getSearch(url));
  for (const name in query) if (!known.includes(name)) throw unknownNames(Object.keys(query), known);
  assertCleanValues(query);
  if ("page" in query && "cursor" in query)
    throw validationError([
      { path: "page", message: "cannot be used with cursor, which names the position" },
    ]);
  return schema && parsePart(schema, query);
}

const EARLIER_IS_READ_ONLY =
  "names an earlier campaign of an address, which only GET routes of one campaign accept";

function unknownNames(names: readonly string[], known: readonly string[]): ApiError {
  const message = known.length > 0 ? `is not one of ${known.join(", ")}` : "is not a parameter of this route";
  const unknown = names.filter((name) => !known.includes(name));
  return validationError(
    unknown.map((path) => ({ path, message: path === "creation" ? EARLIER_IS_READ_ONLY : message })),
  );
}

/** Rejects paging parameters for a list that is returned whole. */
export function refusePaging(url: string): void {
  const query = new URLSearchParams(getSearch(url));
  const conflicting = ["page", "limit", "cursor"].filter((name) => query.has(name));
  if (conflicting.length === 0) return;
  throw validationError(
    conflicting.map((path) => ({ path, message: "cannot be used with CSV, which contains the whole list" })),
  );
}

/** Returns the part of a URL between its question mark and its fragment. */
export const getSearch = (url: string): string => /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? "";

function readSearch(search: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  // Unlike assignments, this accepts __proto__ as an ordinary name.
  return Object.fromEntries(values);
}

export function parseParams<T extends z.ZodType>(
  schema: T | undefined,
  params: Readonly<Record<string, string | string[] | undefined>>,
): z.output<T> | undefined {
  assertCleanValues(params);
  return schema && parsePart(schema, params);
}
