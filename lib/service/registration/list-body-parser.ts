import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";
import { type ListBody, parseListBody } from "./parse-list-body";

/** Larger bodies are parsed in a worker; parsing this size takes a few milliseconds. */
const MAX_INLINE_BYTES = 65_536;

/** Returns the parser for a route whose body contains a long list. */
export const listBodyParser =
  (form: ListBody["form"]) =>
  async (bytes: Bytes, { maxLeaves, signal }: { maxLeaves: number; signal: AbortSignal }) => {
    const body = { bytes, form, maxLeaves };
    return bytes.length <= MAX_INLINE_BYTES ? parseListBody(body) : runWorkerJob("parse", body, { signal });
  };
