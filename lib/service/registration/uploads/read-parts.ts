import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ApiError, isApiError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import type { Bytes } from "@/lib/service/registration/worker-jobs/packed-leaves";
import { type GivenLeaves, LeafCollector } from "../leaves";

/** A stored part: gzipped, with the length of its text. */
export type StoredPart = { content: Bytes; textBytes: number };

const gunzipped = promisify(gunzip);

/** Reads the leaves of an upload as if they were in one body. */
export async function readParts(input: { leafCount: number; parts: StoredPart[] }): Promise<GivenLeaves> {
  const collector = new LeafCollector(input.leafCount);
  for (const [part, { content, textBytes }] of input.parts.entries()) {
    const text = await gunzipped(content, { maxOutputLength: textBytes });
    collector.add(getLeaves(parseText(text, part), part));
  }
  return collector.end();
}

function parseText(text: Uint8Array, part: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw isApiError(error) ? unreadablePart(part, error.message) : error;
  }
}

/** Returns the list of a part, which contains nothing else. */
function getLeaves(value: unknown, part: number): unknown[] {
  const leaves = typeof value === "object" && value !== null && "leaves" in value && value.leaves;
  if (Array.isArray(leaves)) return leaves;
  throw unreadablePart(part, 'The part must have the form {"leaves": […]}.');
}

const unreadablePart = (part: number, message: string) =>
  new ApiError("VALIDATION_ERROR", `Part ${part} of the upload is not valid. ${message}`, [
    { path: "uploadId", message, part },
  ]);
