import { ApiError } from "@/lib/core/errors";
import { validationError } from "@/lib/core/validation";
import { assertCleanJson } from "./clean-text";

const MAX_DEPTH = 64;

/**
 * Limits the objects, arrays and strings in a body: a constant number, plus one per ten bytes. A leaf has one
 * per twelve bytes or fewer. Denser JSON takes up to twenty times its length in memory after parsing.
 */
const FREE_VALUES = 10_000;
const BYTES_PER_VALUE = 10;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
/** The change of the nesting depth for each byte outside strings. */
const DEPTH_STEPS = new Int8Array(256);
for (const opening of "[{") DEPTH_STEPS[opening.charCodeAt(0)] = 1;
for (const closing of "]}") DEPTH_STEPS[closing.charCodeAt(0)] = -1;

/**
 * Parses a JSON body; an empty one is `undefined`.
 * @throws ApiError with VALIDATION_ERROR for JSON that no route accepts.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  const fieldCount = checkStructure(bytes);
  const value = parse(text);
  assertCleanJson(text, value);
  // JSON.parse keeps only the last of several fields with the same name.
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && Object.keys(value).length < fieldCount) {
    throw validationError([{ path: "", message: "contains a field twice; include each field once" }]);
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(
      "VALIDATION_ERROR",
      "The request body must be complete UTF-8 text, compressed only as stated in Content-Encoding.",
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("VALIDATION_ERROR", "The request body is not valid JSON.");
  }
}

/**
 * Rejects JSON that would take too much memory, before it is parsed. Returns the number of top-level fields.
 */
function checkStructure(bytes: Uint8Array): number {
  const maxValues = FREE_VALUES + bytes.length / BYTES_PER_VALUE;
  let [depth, values, fields] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const step = DEPTH_STEPS[byte] as number;
    if (byte === QUOTE) at = endOfString(bytes, at);
    if (byte === QUOTE || step > 0) values++;
    if (byte === COLON && depth === 1) fields++;
    depth += step;
    if (depth > MAX_DEPTH) throw new ApiError("VALIDATION_ERROR", "The JSON is nested too deeply.");
  }
  if (values > maxValues) throw new ApiError("VALIDATION_ERROR", "The JSON has too many keys and values.");
  return fields;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
