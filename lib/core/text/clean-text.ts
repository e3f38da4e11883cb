import type { ErrorDetail } from "@/lib/core/errors";
import { ApiError } from "@/lib/core/errors";

const MAX_DETAILS = 100;

type FieldIssue = { path: string; message: string };
type Path = (string | number)[];

/**
 * Rejects content that no field may have: U+0000, which Postgres cannot store; lone surrogates, which are not
 * valid Unicode; and `__proto__` keys, which can change the prototype of an object.
 * JSON text that was decoded as UTF-8 can contain these only through a `\u` escape or the literal key. A body
 * with neither is not traversed.
 * @throws ApiError
 */
export function assertCleanJson(text: string, value: unknown): void {
  if (!text.includes("\\u") && !text.includes("__proto__")) return;
  const errors: FieldIssue[] = [];
  inspect(value, [], errors);
  if (errors.length > 0) throw unclean(errors);
}

function inspect(value: unknown, path: Path, errors: FieldIssue[]): void {
  if (typeof value === "string" && !isCleanText(value))
    errors.push({ path: path.join("."), message: UNCLEAN });
  if (typeof value !== "object" || value === null || errors.length >= MAX_DETAILS) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) inspectChild(value[index], index, path, errors);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === "__proto__" || !isCleanText(key)) errors.push({ path: path.join("."), message: BAD_KEY });
    else inspectChild(child, key, path, errors);
  }
}

function inspectChild(child: unknown, key: string | number, path: Path, errors: FieldIssue[]): void {
  path.push(key);
  inspect(child, path, errors);
  path.pop();
}

/**
 * Rejects the same content in path parameters and query values.
 * @throws ApiError
 */
export function assertCleanValues(values: Readonly<Record<string, string | string[] | undefined>>): void {
  if (areClean(values)) return;
  const errors = Object.entries(values)
    .filter(([, value]) => ![value ?? []].flat().every(isCleanText))
    .map(([path]) => ({ path, message: UNCLEAN }));
  if (errors.length > 0) throw unclean(errors);
}

function areClean(values: Readonly<Record<string, string | string[] | undefined>>): boolean {
  for (const name in values) {
    const value = values[name];
    if (typeof value !== "string" || !isCleanText(value)) return false;
  }
  return true;
}

const UNCLEAN = "must not contain U+0000 or unpaired surrogates";
const BAD_KEY = "has a key that is not allowed";

const isCleanText = (text: string) => !text.includes("\0") && text.isWellFormed();

const unclean = (errors: readonly ErrorDetail[]) =>
  new ApiError(
    "VALIDATION_ERROR",
    "Remove U+0000, unpaired surrogates and __proto__ keys from the request; details lists where they are.",
    errors.slice(0, MAX_DETAILS),
  );
