/** The lane in whose places a request is answered; what each is for stands at their limits. */
export type EntryLane = "cheap" | "proof" | "upload";

/** Routes whose bodies are large. */
const UPLOADS = /^\/api\/campaigns(?:\/prepare|\/import|\/[^/]+\/root-versions)?\/?$/;

/** Whoever can prove what is theirs can claim it, so nothing else may stand before it. */
const PROOFS = /^\/api\/(?:campaigns\/[^/]+\/proof|roots\/[^/]+\/proofs\/[^/]+)\/?$/;

/** The lane of a request, by its method and its path without the query. */
export function laneOf(method: string, path: string): EntryLane {
  if (method === "POST" && UPLOADS.test(path)) return "upload";
  return (method === "GET" || method === "HEAD") && PROOFS.test(path) ? "proof" : "cheap";
}
