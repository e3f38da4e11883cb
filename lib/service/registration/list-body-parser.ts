import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { runHeavy } from "@/lib/service/registration/worker-jobs/run-heavy";
import { type ListBody, parseListBody } from "./parse-list-body";

/** Bodies up to here are parsed at once, which takes a few milliseconds. */
const MAX_INLINE_BYTES = 65_536;

/** The parser of a route whose body has a long list. A worker parses a large body. */
export const listBodyParser =
  (form: ListBody["form"]) =>
  async (bytes: Bytes, { maxLeaves, signal }: { maxLeaves: number; signal: AbortSignal }) => {
    const body = { bytes, form, maxLeaves };
    return bytes.length <= MAX_INLINE_BYTES ? parseListBody(body) : runHeavy("parse", body, { signal });
  };
